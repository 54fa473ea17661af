/** Counts as the ledger has them and as formulas state them, in one form. */

import type { PhaseCost } from '../../src/core/protocol/cost.ts';
import type { Ledger } from '../../src/run/trace/ledger.ts';

export interface Counts {
  readonly messages: Readonly<Record<string, { readonly messages: number; readonly elements: number }>>;
  readonly work: Readonly<Record<string, { readonly runs: number; readonly operations: number }>>;
}

/** What the ledger counted, over all rounds and parties, by phase and type or task. */
export function counted(ledger: Ledger): Counts {
  const messages: Record<string, { messages: number; elements: number }> = {};
  for (const { phase, type, messages: number, elements } of ledger.traffic()) {
    const cell = (messages[`${phase} ${type}`] ??= { messages: 0, elements: 0 });
    cell.messages += number;
    cell.elements += elements;
  }
  const work: Record<string, { runs: number; operations: number }> = {};
  for (const { phase, task, runs, operations } of ledger.work()) {
    const cell = (work[`${phase} ${task}`] ??= { runs: 0, operations: 0 });
    cell.runs += runs;
    cell.operations += operations;
  }
  return { messages, work };
}

/** The same from the formulas. */
export function stated(cost: readonly PhaseCost[]): Counts {
  return {
    messages: Object.fromEntries(
      cost.flatMap(({ phase, messages }) =>
        messages.map(({ type, ...counts }) => [`${phase} ${type.name}`, counts]),
      ),
    ),
    work: Object.fromEntries(
      cost.flatMap(({ phase, work }) => work.map(({ task, ...counts }) => [`${phase} ${task.name}`, counts])),
    ),
  };
}
