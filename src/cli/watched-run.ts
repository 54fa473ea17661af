/** What a page shows about a run while it runs. */

import type { LiveState } from '../output/page/live-shape.ts';
import { bytes, integer, time } from '../run/report/format.ts';
import type { Bus } from '../core/engine/messages/bus.ts';
import type { RoleSize } from '../core/engine/messages/directory.ts';
import type { Traffic } from '../run/trace/account.ts';
import { Ledger } from '../run/trace/ledger.ts';
import type { Watched } from './watch.ts';

/** Nobody reads more rounds while they change. */
const MOST_ROUNDS = 40;

/** @param title of what is running */
export function watchedRun(title: string, roles: readonly RoleSize[], bus: Bus): Watched {
  const tally = new Tally(roles, bus);
  const columns = [
    { title: 'stretch', words: true },
    { title: 'phase', words: true },
    { title: 'begun at', words: false },
    { title: 'messages', words: false },
    { title: 'bytes', words: false },
  ];
  return {
    page: {
      title,
      table: { caption: 'Stretches of the run, the newest first: together they are the run so far', columns },
    },
    state: () => tally.state(),
  };
}

/** Counts events: by round as the report does, in which a message is in the round of its sender. */
class Tally {
  readonly #ledger: Ledger;
  readonly #start = performance.now();
  #virtualNs = 0;
  #newest = { round: -1, phase: '' };

  constructor(roles: readonly RoleSize[], bus: Bus) {
    this.#ledger = new Ledger(roles);
    this.#ledger.attach(bus);
    bus.on('labelled', ({ round, phase, timeNs }) => {
      this.#virtualNs = timeNs;
      if (round >= this.#newest.round) this.#newest = { round, phase };
    });
    bus.onTraffic({
      sent: ({ timeNs }) => void (this.#virtualNs = timeNs),
      delivered: ({ timeNs }) => void (this.#virtualNs = timeNs),
    });
  }

  state(): LiveState {
    const realNs = (performance.now() - this.#start) * 1e6;
    const { round: newest, phase } = this.#newest;
    const speed = realNs === 0 ? 0 : this.#virtualNs / realNs;
    const { sent, lost } = this.#ledger.balance;
    const traffic = this.#ledger.traffic();
    return {
      cards: [
        [newest < 0 ? 'starting' : `${newest}, ${phase}`, 'round and phase'],
        [time(this.#virtualNs), 'virtual time'],
        [`${speed.toPrecision(3)} ×`, 'virtual time over real time'],
        [integer(sent.messages), 'messages'],
        [bytes(sent.wireBytes), 'on the wire'],
        [integer(lost.messages), 'lost'],
      ],
      rows: this.#ledger
        .stretches()
        .slice(-MOST_ROUNDS)
        .toReversed()
        .map(({ part, round, startNs }) => {
          const { phases, messages, wireBytes } = sumOf(
            traffic.filter((cell) => cell.part === part && cell.round === round),
          );
          const name = part === 'round' ? `${round}` : part;
          return [name, phases, time(startNs), integer(messages), bytes(wireBytes)];
        }),
    };
  }
}

function sumOf(cells: readonly Traffic[]) {
  return {
    phases: [...new Set(cells.map(({ phase }) => phase))].join(', ') || '-',
    messages: cells.reduce((sum, cell) => sum + cell.messages, 0),
    wireBytes: cells.reduce((sum, cell) => sum + cell.wireBytes, 0),
  };
}
