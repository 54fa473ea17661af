/** What a run costs by its protocol's cost formulas, in messages, elements and operations, and in bytes like those of another run. */

import type { CommonParameters } from '../../core/protocol/common-parameters.ts';
import type { PhaseCost } from '../../core/protocol/cost.ts';
import type { Population } from '../../core/protocol/population.ts';
import type { AnyProtocol, Problem } from '../../core/protocol/protocol.ts';
import type { Traffic } from '../trace/account.ts';

export interface Costs {
  readonly messages: number;
  readonly elements: number;
  readonly operations: number;
  readonly bytes: number;
}

export interface Stated {
  readonly problems: readonly Problem[];
  readonly phases: readonly PhaseCost[];
  readonly moduli: number;
}

/** Undefined if these settings cannot be agreed on. */
export function costsOf(
  protocol: AnyProtocol,
  parameters: CommonParameters,
  population: Population,
  iterations: number,
): Stated | undefined {
  try {
    const problems = protocol.check(parameters, population);
    if (problems.length > 0) return { problems, phases: [], moduli: 1 };
    const agreed: unknown = protocol.agree(parameters, population);
    const moduli = Math.max(1, protocol.privacy?.moduli?.(agreed).length ?? 1);
    return { problems, phases: protocol.cost(agreed, population, iterations), moduli };
  } catch {
    // Settings that no scenario could have.
    return undefined;
  }
}

export type Scale = (type: string, messages: number, elements: number) => number;

/** Wire bytes of messages, from those of a run with this many moduli. */
export function bytesLike(traffic: readonly Traffic[], before: number): (moduli: number) => Scale {
  const sums = new Map<
    string,
    { messages: number; elements: number; payloadBytes: number; wireBytes: number }
  >();
  for (const cell of traffic) {
    const sum = sums.get(cell.type) ?? { messages: 0, elements: 0, payloadBytes: 0, wireBytes: 0 };
    sum.messages += cell.messages;
    sum.elements += cell.elements;
    sum.payloadBytes += cell.payloadBytes;
    sum.wireBytes += cell.wireBytes;
    sums.set(cell.type, sum);
  }
  return (moduli) => (type, messages, elements) => {
    const like = sums.get(type);
    if (like === undefined || like.messages === 0) return 0;
    const framing = (like.wireBytes - like.payloadBytes) / like.messages;
    const payload =
      like.elements === 0
        ? (like.payloadBytes / like.messages) * messages
        : (like.payloadBytes / like.elements) * elements * (moduli / before);
    return framing * messages + payload;
  };
}

/** All phases together. */
export function summed(phases: readonly PhaseCost[], bytesOf: Scale): Costs {
  const sum = { messages: 0, elements: 0, operations: 0, bytes: 0 };
  for (const { messages, work } of phases) {
    for (const { type, messages: count, elements } of messages) {
      sum.messages += count;
      sum.elements += elements;
      sum.bytes += bytesOf(type.name, count, elements);
    }
    for (const { operations } of work) sum.operations += operations;
  }
  return { ...sum, bytes: Math.round(sum.bytes) };
}
