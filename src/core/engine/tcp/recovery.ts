/**
 * What a sender does about losses: fast recovery with proportional rate reduction (RFC 6937) when acknowledgements show them, and slow
 * start after a timeout, which is taken back if it was too early (RFC 3522). After Linux (`tcp_fastretrans_alert`).
 */

import { NONE } from '../congestion/segments.ts';
import type { Sending } from './sending.ts';
import { RETRANSMIT } from './timers.ts';

export const OPEN = 0;
const RECOVERY = 1;
const LOSS = 2;

export class Recovery {
  readonly #sender: Sending;
  state = OPEN;
  /** Losses end when this is acknowledged. */
  #until = 0;
  /** Before the losses. */
  #priorWindow = 0;
  #priorThreshold = Number.POSITIVE_INFINITY;
  /** When the first segment was sent again. */
  #againNs = 0;
  /** Segments delivered and sent since. */
  #delivered = 0;
  #sent = 0;

  constructor(sender: Sending) {
    this.#sender = sender;
  }

  get isOpen(): boolean {
    return this.state === OPEN;
  }

  /** Whether the window is being reduced. */
  get isReducing(): boolean {
    return this.state === RECOVERY;
  }

  /** A segment is sent, new or again. */
  sent(): void {
    this.#sent++;
  }

  /**
   * An acknowledgement has come.
   * @param advances whether it acknowledges more than those before
   * @param echoNs when the packet that it acknowledges was sent
   */
  acknowledged(advances: boolean, echoNs: number, nowNs: number): void {
    const sender = this.#sender;
    const { acknowledged, board } = sender;
    if (this.state === OPEN && board.sacked === 0 && sender.timerIs !== 'losses') return;
    if (this.state === LOSS && advances && echoNs < this.#againNs) this.#undo();
    else if (this.state !== OPEN && acknowledged >= this.#until) {
      if (this.state === RECOVERY && !sender.control.rules) sender.window = sender.threshold;
      this.state = OPEN;
    }
    const { again } = board;
    this.#detect(nowNs);
    if (board.lost > 0 && (this.state === OPEN || (this.state === LOSS && board.again < again)))
      this.#enter();
  }

  /** A segment in doubt has had its time. */
  look(nowNs: number): void {
    const sender = this.#sender;
    const { board } = sender;
    const before = board.inFlight;
    this.#detect(nowNs);
    if (board.inFlight !== before) {
      if (this.state !== RECOVERY) {
        this.#enter();
        if (!sender.control.rules) this.reduce(1, before - board.inFlight, false);
      }
      this.resend(nowNs);
    }
    if (sender.timerIs !== 'losses') sender.setTimeout(nowNs);
  }

  /** The window after an acknowledgement (`tcp_cwnd_reduction`). */
  reduce(acked: number, newlyLost: number, advances: boolean): void {
    if (acked <= 0) return;
    const sender = this.#sender;
    const { inFlight } = sender.board;
    const { threshold } = sender;
    this.#delivered += acked;
    let more: number;
    if (inFlight > threshold)
      more =
        Math.floor((threshold * this.#delivered + this.#priorWindow - 1) / this.#priorWindow) - this.#sent;
    else {
      more = Math.max(this.#delivered - this.#sent, acked);
      if (advances && newlyLost === 0) more++;
      more = Math.min(threshold - inFlight, more);
    }
    sender.window = inFlight + Math.max(more, this.#sent > 0 ? 0 : 1);
  }

  /** Sends again what counts as lost, as far as the window allows (`tcp_xmit_retransmit_queue`). */
  resend(nowNs: number): void {
    if (this.state === OPEN) return;
    const sender = this.#sender;
    const { board } = sender;
    let row = board.nextLost(board.first);
    while (row !== NONE && board.inFlight < sender.window && !sender.isTooEarly(nowNs)) {
      const isFirst = row === board.first;
      sender.sendAgain(row, nowNs);
      if (isFirst && sender.timerIs !== 'losses') sender.setTimeout(nowNs);
      row = board.nextLost(row);
    }
  }

  /** Nothing has been acknowledged for a timeout (`tcp_retransmit_timer`). */
  timedOut(nowNs: number): void {
    const sender = this.#sender;
    const { board, control, trips } = sender;
    if (
      this.state === OPEN ||
      sender.acknowledged >= this.#until ||
      (this.state === LOSS && sender.timeouts === 1)
    )
      this.#reduceThreshold();
    if (this.state !== LOSS || sender.timeouts === 1) this.#againNs = nowNs;
    board.loseAll();
    sender.forgetProbe();
    sender.grown = 0;
    sender.window = board.inFlight + 1;
    this.state = LOSS;
    this.#until = sender.next;
    control.timedOut(sender);
    sender.sendAgain(board.nextLost(board.first), nowNs);
    trips.backOff();
    sender.setTimeout(nowNs);
  }

  /** A probe found that the last segment had been lost (`tcp_process_tlp_ack`). */
  lostTail(): void {
    const sender = this.#sender;
    this.#reduceThreshold();
    if (!sender.control.rules) sender.window = sender.threshold;
  }

  #detect(nowNs: number): void {
    const sender = this.#sender;
    const { board, trips, outlet } = sender;
    const atNs = board.detectLosses(this.state !== OPEN, trips.leastNs, trips.smoothNs, nowNs);
    if (atNs < Number.POSITIVE_INFINITY) {
      sender.timerIs = 'losses';
      outlet.setTimer(RETRANSMIT, atNs);
    } else if (sender.timerIs === 'losses') sender.timerIs = 'timeout';
  }

  #enter(): void {
    const sender = this.#sender;
    this.#reduceThreshold();
    this.#until = sender.next;
    this.#delivered = 0;
    this.#sent = 0;
    sender.grown = 0;
    sender.forgetProbe();
    this.state = RECOVERY;
  }

  #reduceThreshold(): void {
    const sender = this.#sender;
    this.#priorWindow = sender.window;
    this.#priorThreshold = sender.threshold;
    sender.threshold = sender.control.threshold(sender);
  }

  /** What timed out had only been late (`tcp_try_undo_loss`). */
  #undo(): void {
    const sender = this.#sender;
    sender.board.undo();
    sender.window = Math.max(sender.window, this.#priorWindow);
    sender.threshold = Math.max(sender.threshold, this.#priorThreshold);
    this.state = OPEN;
  }
}
