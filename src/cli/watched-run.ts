/** What a page shows about a run while it runs. */

import type { LiveState } from '../output/page/live-shape.ts';
import { bytes, integer, time } from '../run/report/format.ts';
import type { Bus } from '../core/engine/messages/bus.ts';
import type { Watched } from './watch.ts';

/** Nobody reads more rounds while they change. */
const MOST_ROUNDS = 40;

interface Round {
  readonly round: number;
  phase: string;
  readonly startNs: number;
  messages: number;
  bytes: number;
}

/** @param title of what is running */
export function watchedRun(title: string, bus: Bus): Watched {
  const tally = new Tally(bus);
  const columns = [
    { title: 'round', words: true },
    { title: 'phase', words: true },
    { title: 'begun at', words: false },
    { title: 'messages', words: false },
    { title: 'bytes', words: false },
  ];
  return {
    page: { title, table: { caption: 'Rounds, the newest first', columns } },
    state: () => tally.state(),
  };
}

/** Counts events. */
class Tally {
  readonly #rounds: Round[] = [];
  readonly #start = performance.now();
  #virtualNs = 0;
  #messages = 0;
  #bytes = 0;
  #lost = 0;

  constructor(bus: Bus) {
    bus.on('labelled', ({ round, phase, timeNs }) => {
      this.#virtualNs = timeNs;
      const newest = this.#rounds.at(-1);
      if (newest === undefined || round > newest.round)
        this.#rounds.push({ round, phase, startNs: timeNs, messages: 0, bytes: 0 });
      else if (round === newest.round) newest.phase = phase;
    });
    bus.onTraffic({
      sent: ({ timeNs, wireBytes }) => {
        this.#virtualNs = timeNs;
        this.#messages++;
        this.#bytes += wireBytes;
        const newest = this.#rounds.at(-1);
        if (newest === undefined) return;
        newest.messages++;
        newest.bytes += wireBytes;
      },
      delivered: ({ timeNs }) => void (this.#virtualNs = timeNs),
    });
    bus.on('lost', () => this.#lost++);
  }

  state(): LiveState {
    const realNs = (performance.now() - this.#start) * 1e6;
    const newest = this.#rounds.at(-1);
    const speed = realNs === 0 ? 0 : this.#virtualNs / realNs;
    return {
      cards: [
        [newest === undefined ? 'starting' : `${newest.round}, ${newest.phase}`, 'round and phase'],
        [time(this.#virtualNs), 'virtual time'],
        [`${speed.toPrecision(3)} ×`, 'virtual time over real time'],
        [integer(this.#messages), 'messages'],
        [bytes(this.#bytes), 'on the wire'],
        [integer(this.#lost), 'lost'],
      ],
      rows: this.#rounds
        .slice(-MOST_ROUNDS)
        .toReversed()
        .map((round) => [
          `${round.round}`,
          round.phase,
          time(round.startNs),
          integer(round.messages),
          bytes(round.bytes),
        ]),
    };
  }
}
