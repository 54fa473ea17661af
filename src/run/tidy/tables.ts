/**
 * A run as tables: its stretches, its links, what every party did in every phase, and what each stretch
 * waited for.
 */

import type { ClientNames } from '../data/client-names.ts';
import type { Report } from '../report/report.ts';
import { waitsText } from '../report/timing-text.ts';
import type { Ledger } from '../trace/ledger.ts';
import type { Directory } from '../../core/engine/messages/directory.ts';
import type { Received } from './received.ts';
import { type Row, tidy } from './rows.ts';

/** In every row the column `run` refers to its run. */
export interface RunTables {
  /** Rounds, the delivery and what is late: together, the run. */
  readonly rounds: readonly Row[];
  readonly links: readonly Row[];
  /** What every role sent to every other one, by type of message. */
  readonly exchanges: readonly Row[];
  /** What every actor sent, received and computed in every phase: what was lost on the way, nobody received. */
  readonly parties: readonly Row[];
  /** What each round waited for, the longest first: together, the round. */
  readonly waits: readonly Row[];
}

/** A run actor by actor. */
export interface ByActor {
  readonly directory: Directory;
  /** With single actors as parties. */
  readonly ledger: Ledger;
  readonly received: Received;
}

/** @param run its key, see {@link About} */
export function runTables(
  run: string,
  { rounds, exchanges, timing, outcome }: Report,
  actors: ByActor,
): RunTables {
  const names = outcome?.findings.clientNames;
  return {
    rounds: rounds.map(({ phases, waits, ...row }) =>
      tidy({ run, ...row, phases: phases.join(' '), waitedMostFor: waits && waitsText(waits, 1) }),
    ),
    links: (timing?.links ?? []).map(({ actor, ...link }) =>
      tidy({ run, actor, ...named(actor, names), ...link }),
    ),
    exchanges: exchanges.map((exchange) => ({ run, ...exchange })),
    parties: partyRows(run, actors, names),
    waits: rounds.flatMap(({ part, round, waits = [] }) =>
      waits.map((waited) => ({ run, part, round, ...waited })),
    ),
  };
}

/** What the data call a client, if they name clients: empty for a server. */
function named(actor: string, names: ClientNames | undefined): Row {
  return names === undefined ? {} : { clientName: names[actor] };
}

interface Done {
  sentMessages: number;
  sentBytes: number;
  sentElements: number;
  receivedMessages: number;
  receivedBytes: number;
  tasks: number;
  operations: number;
  computingNs: number;
  measuredNs: number;
}

function partyRows(
  run: string,
  { directory, ledger, received }: ByActor,
  names: ClientNames | undefined,
): Row[] {
  const all = new Map<string, { readonly party: string; readonly phase: string; readonly done: Done }>();
  const of = (party: string, phase: string): Done => {
    const key = `${phase} ${party}`;
    const known = all.get(key) ?? { party, phase, done: nothing() };
    all.set(key, known);
    return known.done;
  };
  for (const { phase, from, messages, wireBytes, elements } of ledger.traffic()) {
    const sender = of(from, phase);
    sender.sentMessages += messages;
    sender.sentBytes += wireBytes;
    sender.sentElements += elements;
  }
  for (const { actor, phase, messages, bytes } of received.cells) {
    const receiver = of(directory.name(actor), phase);
    receiver.receivedMessages += messages;
    receiver.receivedBytes += bytes;
  }
  for (const { phase, by, runs, operations, durationNs, measuredNs } of ledger.work()) {
    const worker = of(by, phase);
    worker.tasks += runs;
    worker.operations += operations;
    worker.computingNs += durationNs;
    worker.measuredNs += measuredNs;
  }
  return [...all.values()].map(({ party, phase, done }) => ({
    run,
    party,
    ...named(party, names),
    holds: ledger.holds(party),
    phase,
    ...done,
  }));
}

function nothing(): Done {
  return {
    sentMessages: 0,
    sentBytes: 0,
    sentElements: 0,
    receivedMessages: 0,
    receivedBytes: 0,
    tasks: 0,
    operations: 0,
    computingNs: 0,
    measuredNs: 0,
  };
}
