/** Faults that happen to an actor. */

import type { z } from 'zod';
import type { ActorAction } from './action.ts';
import type { Draw } from './draw.ts';
import { assertPart, type FaultKind, type OwnParts, schemaOf, type Settled, type Written } from './kind.ts';

/** The parts of a kind of fault that happens to actors. */
export interface ActorFaultParts<N extends string, S extends z.ZodRawShape> extends OwnParts<N, S> {
  /** Whether the actor never comes back: swarms limit how many do not. */
  readonly forGood: boolean;
  /** False if the actor keeps its memory: then less is kept for it. By default one that is not gone for good may be restarted. */
  readonly restarts?: false;
  /** Its settings for a random fault. */
  draw(draw: Draw): Written<S>;
  /** What one such fault does. */
  action(settings: Settled<S>): ActorAction;
}

/** A kind of fault that happens to actors. */
export function actorFault<N extends string, S extends z.ZodRawShape>(
  parts: ActorFaultParts<N, S>,
): FaultKind<N> {
  const { name, summary, example, settings, forGood, restarts = !forGood } = parts;
  assertPart(name, 'action', parts.action);
  return Object.freeze<FaultKind<N>>({
    name,
    summary,
    example,
    family: 'actor',
    schema: schemaOf(name, settings),
    spends: forGood ? 'gone' : undefined,
    restarts,
    draw: (draw) => parts.draw(draw),
    wrong: () => [],
    act: (fault) => parts.action(fault as Settled<S>),
  });
}
