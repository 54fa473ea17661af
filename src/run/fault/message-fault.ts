/** What a Byzantine actor sends instead of what its protocol says. */

import { platform } from '#platform';
import { z } from 'zod';
import { Stream } from '../../core/base/random.ts';
import type { AnyMessageType } from '../../core/engine/wire/message.ts';
import type { Twist } from './action.ts';
import type { Draw, Ends } from './draw.ts';
import {
  assertPart,
  type FaultKind,
  type OwnParts,
  schemaOf,
  type Settled,
  type WrongSetting,
  type Written,
} from './kind.ts';
import { MessageMemory, type Recall } from './message-memory.ts';
import { lasting, who } from './settings.ts';

/** The settings of all of them. */
const messageSettings = {
  ...lasting,
  message: z.string().optional().meta({ description: 'only messages of this type; absent: all' }),
  to: who().optional().meta({ description: 'only messages to these; absent: to everybody' }),
};

/** A statistical stream for draws under this name; the same name gives the same stream. */
export type Streams = (...name: string[]) => Stream;

/** The parts of a kind of fault that happens to an actor's messages. */
export interface MessageFaultParts<N extends string, S extends z.ZodRawShape> extends OwnParts<N, S> {
  /** Whether random ones always end after some time. */
  readonly ends: Ends;
  /**
   * Whether it makes messages wrong: swarms limit how many parties send such messages, and a clustering with
   * them proves nothing.
   */
  readonly falsifies: boolean;
  /**
   * What it must know of earlier messages of the same type from the same sender to the same receiver; absent: their number and
   * the last of them. What need not be known costs nothing while the fault is not active.
   */
  recalls?(settings: Settled<S>): Recall;
  /**
   * Its own settings for a random fault.
   * @param type the one type of message that the fault affects; undefined: all, or unknown
   */
  draw(draw: Draw, type: AnyMessageType | undefined): Written<S>;
  /** Settings that are impossible together, or with the protocol's message types; absent: there are none. */
  wrong?(settings: Settled<S>, types: readonly AnyMessageType[]): readonly WrongSetting[];
  /** What one such fault does to messages. */
  twist(settings: Settled<S>, streams: Streams): Twist;
}

/** A kind of fault that happens to an actor's messages. */
export function messageFault<N extends string, S extends z.ZodRawShape>(
  parts: MessageFaultParts<N, S>,
): FaultKind<N> {
  const { name, formerly, summary, example, settings, ends, falsifies } = parts;
  type All = Settled<S>;
  assertPart(name, 'twist', parts.twist);
  return Object.freeze<FaultKind<N>>({
    name,
    formerly,
    summary,
    example,
    family: 'message',
    schema: schemaOf(name, { ...messageSettings, ...settings }),
    spends: falsifies ? 'byzantine' : undefined,
    draw(draw) {
      const lasts = draw.lasting(ends);
      const about = draw.messages(falsifies);
      const type = draw.ground.messages.find((known) => known.name === about.message);
      return { ...lasts, ...about, ...parts.draw(draw, type) };
    },
    wrong: (fault, types) => parts.wrong?.(fault as All, types) ?? [],
    act(fault, { random }) {
      const recall = parts.recalls?.(fault as All) ?? 'last';
      return {
        memory: recall === 'nothing' ? undefined : new MessageMemory(recall),
        twist: parts.twist(fault as All, streamsOf(random.streamKey('falsify'))),
      };
    },
  });
}

/** For a kind that may affect one field only. */
export const fieldSetting = (absent: string) => ({
  field: z
    .string()
    .optional()
    .meta({ description: `only this field; absent: ${absent}` }),
});

/** The error if none of the affected messages has the fault's field. */
export function unknownField(
  { message, field }: { readonly message?: string | undefined; readonly field?: string | undefined },
  types: readonly AnyMessageType[],
): WrongSetting[] {
  const about = types.filter(({ name }) => name === (message ?? name));
  const known = [...new Set(about.flatMap(({ fieldNames }) => fieldNames))];
  if (field === undefined || about.length === 0 || known.includes(field)) return [];
  return [{ setting: 'field', expected: `one of the fields ${known.join(', ')}`, got: field }];
}

function streamsOf(key: Uint8Array): Streams {
  return (...name) =>
    new Stream(
      new Uint8Array(platform.crypto.createSha256().update(key).update(JSON.stringify(name)).digest()),
    );
}
