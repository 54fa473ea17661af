/**
 * A kind of fault as a value: all that the schema, the injector, random schedules, shrinking and the documentation know of
 * it. `actorFault`, `linkFault` and `messageFault` make one; ours are listed in `kinds.ts`.
 */

import { z } from 'zod';
import { CahootsError } from '../base/errors.ts';
import type { Random } from '../base/random.ts';
import { section } from '../base/section.ts';
import type { AnyMessageType } from '../engine/wire/message.ts';
import type { Action } from './action.ts';
import type { Draw } from './draw.ts';
import type { Fault } from './fault.ts';
import { common } from './settings.ts';

export interface FaultKind<N extends string = string> {
  /** What a scenario calls it. */
  readonly name: N;
  /** What scenarios of an earlier version called it. */
  readonly formerly?: string | undefined;
  /** What happens, in one line for people who choose. */
  readonly summary: string;
  /** One such fault as a scenario writes it. */
  readonly example: string;
  /** What it happens to: an actor, packets on a link, or what an actor says. */
  readonly family: 'actor' | 'link' | 'message';
  /** All that a scenario may say of one. Shrinking leaves out whatever it does without. */
  readonly schema: z.ZodObject;
  /** Which bound of a swarm's budget holds it: on who leaves for good, or on who says what is wrong. */
  readonly spends: 'gone' | 'byzantine' | undefined;
  /** Settings for a random fault: a scenario must accept them. */
  draw(draw: Draw): object;
  /**
   * Settings that are right one by one, and together, or with these types of message, cannot be.
   * @param types of the protocol
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

/** What a fault has to act with. */
export interface Tools {
  /** Streams under the fault's name, for it alone. */
  readonly random: Random;
  /** Time after which lost packets are sent again, see {@link NetworkSpec}; absent: they are not. */
  readonly retransmitNs?: number | undefined;
}

/** What every family asks of a kind. `S` are its own settings, beside those that all of its family have. */
export interface OwnParts<N extends string, S extends z.ZodRawShape> {
  readonly name: N;
  readonly formerly?: string;
  readonly summary: string;
  readonly example: string;
  readonly settings: S;
}

/** A kind's own settings as a scenario writes them. */
export type Written<S extends z.ZodRawShape> = z.input<z.ZodObject<S>>;

/** A fault as it is after its schema, with the settings of its kind. */
export type Settled<S extends z.ZodRawShape> = Fault & z.output<z.ZodObject<S>>;

/** What every fault can be told, then what this kind can. */
export function schemaOf(name: string, settings: z.ZodRawShape): z.ZodObject {
  return section({ fault: z.literal(name), ...common, ...settings });
}

/** The kind of this name. */
export function kindOf(fault: string, kinds: readonly FaultKind[]): FaultKind {
  const kind = kinds.find(({ name }) => name === fault);
  if (kind !== undefined) return kind;
  throw new CahootsError('bad-input', `expected a known kind of fault, got ${fault}`);
}
