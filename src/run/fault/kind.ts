/**
 * A kind of fault as a value: everything that the schema, the injector, random schedules, shrinking and the
 * documentation know about it. `actorFault`, `linkFault` and `messageFault` make one; ours are listed in
 * `kinds.ts`.
 */

import { z } from 'zod';
import { CahootsError } from '../../core/base/errors.ts';
import type { Random } from '../../core/base/random.ts';
import { section } from '../../core/base/section.ts';
import type { AnyMessageType } from '../../core/engine/wire/message.ts';
import type { Action } from './action.ts';
import type { Draw } from './draw.ts';
import type { Fault } from './fault.ts';
import { common } from './settings.ts';

export interface FaultKind<N extends string = string> {
  /** Its name in scenarios. */
  readonly name: N;
  /** Its name in scenarios of an earlier version. */
  readonly formerly?: string | undefined;
  /** What happens, in one line, to help choose. */
  readonly summary: string;
  /** One such fault as a scenario writes it. */
  readonly example: string;
  /** What it affects: an actor, packets on a link, or an actor's messages. */
  readonly family: 'actor' | 'link' | 'message';
  /** All settings that a scenario may give. Shrinking leaves out whatever the fault works without. */
  readonly schema: z.ZodObject;
  /**
   * Which limit of a swarm's budget it counts against: on actors that leave for good, or on Byzantine ones.
   */
  readonly spends: 'gone' | 'byzantine' | undefined;
  /** False if no actor that it strikes loses its memory and comes back: then what actors save need not be kept. */
  readonly restarts?: boolean | undefined;
  /** Settings for a random fault, which the schema must accept. */
  draw(draw: Draw): object;
  /**
   * Settings that are each valid, but impossible together, or with these types of messages.
   * @param types those of the protocol
   */
  wrong(fault: Fault, types: readonly AnyMessageType[]): readonly WrongSetting[];
  /** What one such fault does in one run. */
  act(fault: Fault, tools: Tools): Action;
}

export interface WrongSetting {
  readonly setting: string;
  readonly expected: string;
  readonly got: string;
}

/** What a fault can use in a run. */
export interface Tools {
  /** Streams under the fault's name, for its own use. */
  readonly random: Random;
  /** Time after which lost packets are retransmitted, see {@link NetworkSpec}; absent: they are not. */
  readonly retransmitNs?: number | undefined;
}

/** What every family requires of a kind. `S` are its own settings, besides those of its family. */
export interface OwnParts<N extends string, S extends z.ZodRawShape> {
  readonly name: N;
  readonly formerly?: string;
  readonly summary: string;
  readonly example: string;
  readonly settings: S;
}

/** A kind's own settings as a scenario writes them. */
export type Written<S extends z.ZodRawShape> = z.input<z.ZodObject<S>>;

/** A fault as parsed by its schema, with the settings of its kind. */
export type Settled<S extends z.ZodRawShape> = Fault & z.output<z.ZodObject<S>>;

/** The settings of every fault, then those of this kind. */
export function schemaOf(name: string, settings: z.ZodRawShape): z.ZodObject {
  return section({ fault: z.literal(name), ...common, ...settings });
}

/**
 * Checks what a kind of fault does, since it may be declared in JavaScript.
 * @throws CahootsError
 */
export function assertPart(fault: string, part: string, value: unknown): void {
  if (typeof value !== 'function')
    throw new CahootsError(
      'bad-input',
      `fault ${fault}: expected ${part} to be a function, got ${typeof value}`,
    );
}

/** The kind of this name. */
export function kindOf(fault: string, kinds: readonly FaultKind[]): FaultKind {
  const kind = kinds.find(({ name }) => name === fault);
  if (kind !== undefined) return kind;
  throw new CahootsError('bad-input', `expected a known kind of fault, got ${fault}`);
}
