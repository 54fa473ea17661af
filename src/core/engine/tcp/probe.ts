/** Tail loss probes (RFC 8985, section 7): if no acknowledgement comes for two round trips, one more segment is sent, so that some will. */

import { FLAGS, EVER_AGAIN, NONE } from '../congestion/segments.ts';
import type { Sending } from './sending.ts';
import { RETRANSMIT } from './timers.ts';

/** What is added to two round trips: if only one segment is in flight, a delayed acknowledgement (`TCP_RTO_MIN`), else two ticks. */
const ALONE_NS = 200e6;
const LEAST_NS = 2e6;
/** Before the first measurement. */
const FIRST_NS = 1e9;

export class Probe {
  readonly #sender: Sending;
  /** The end of what was sent when it probed; -1 if no probe is out. */
  #end = -1;
  #isRepeat = false;

  constructor(sender: Sending) {
    this.#sender = sender;
  }

  /** Sets the timer for a probe (`tcp_schedule_loss_probe`). @param advances whether a timeout would begin now @returns whether it did */
  schedule(advances: boolean, nowNs: number): boolean {
    const sender = this.#sender;
    const { board, trips, outlet } = sender;
    if (board.out === 0 || board.sacked > 0 || !sender.isOpen || sender.timerIs === 'losses') return false;
    const { smoothNs, timeoutNs } = trips;
    const waitNs = smoothNs === 0 ? FIRST_NS : 2 * smoothNs + (board.out === 1 ? ALONE_NS : LEAST_NS);
    const untilTimeoutNs = advances ? timeoutNs : Math.max(1, sender.headSentNs + timeoutNs - nowNs);
    sender.timerIs = 'probe';
    outlet.setTimer(RETRANSMIT, nowNs + Math.round(Math.min(waitNs, untilTimeoutNs)));
    return true;
  }

  /** Sends new data if there is some, or else the last segment again (`tcp_send_loss_probe`). */
  send(nowNs: number): void {
    const sender = this.#sender;
    const { board, segments, segmentBytes } = sender;
    sender.timerIs = 'timeout';
    if (this.#end < 0) {
      const end = Math.min(sender.next + segmentBytes, sender.written);
      if (end > sender.next && end <= sender.windowEnd) {
        this.#isRepeat = false;
        sender.sendNew(end, nowNs);
        this.#end = sender.next;
      } else {
        const { last } = board;
        if (last !== NONE && (segments.cells[last + FLAGS] & EVER_AGAIN) === 0) {
          this.#isRepeat = true;
          sender.sendAgain(last, nowNs);
          this.#end = sender.next;
        }
      }
    }
    sender.setTimeout(nowNs);
  }

  /** Ends a probe that was answered: if nobody had the segment before, something was lost (`tcp_process_tlp_ack`). */
  acknowledged(ack: number, isDuplicate: boolean, advances: boolean): void {
    if (this.#end < 0 || ack < this.#end) return;
    const sender = this.#sender;
    if (!this.#isRepeat || isDuplicate) this.#end = -1;
    else if (ack > this.#end) {
      sender.lostTail();
      this.#end = -1;
    } else if (!advances && !sender.board.delivers) this.#end = -1;
  }

  forget(): void {
    this.#end = -1;
  }
}
