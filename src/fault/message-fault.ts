/** What leaves a Byzantine actor in place of what its protocol says. */

import { createHash } from 'node:crypto';
import { z } from 'zod';
import { Stream } from '../base/random.ts';
import type { AnyMessageType } from '../engine/wire/message.ts';
import type { Outgoing } from '../engine/sim/interference.ts';
import type { MessageAction, Said, Twist } from './action.ts';
import type { Draw, Ends } from './draw.ts';
import {
  type FaultKind,
  type OwnParts,
  schemaOf,
  type Settled,
  type WrongSetting,
  type Written,
} from './kind.ts';
import { lasting, who } from './settings.ts';

/** What all of them can be told. */
const messageSettings = {
  ...lasting,
  message: z.string().optional().meta({ description: 'only messages of this type; absent: all' }),
  to: who().optional().meta({ description: 'only messages to these; absent: to everybody' }),
};

/** A statistical stream for what is drawn under this name; the same for the same name. */
export type Streams = (...name: string[]) => Stream;

/** What there is to a kind of fault that happens to what an actor says. */
export interface MessageFaultParts<N extends string, S extends z.ZodRawShape> extends OwnParts<N, S> {
  /** Whether random ones are always over after a time. */
  readonly ends: Ends;
  /** Whether what is said is wrong: swarms bound how many parties say such things, and a clustering of theirs proves nothing. */
  readonly falsifies: boolean;
  /** Whether what was said before is nothing to it: neither how often nor what. Absent: both are kept for it. */
  readonly forgets?: true;
  /**
   * Its own settings for a random fault.
   * @param type the one type of message that the fault is about; undefined: all, or it is not known
   */
  draw(draw: Draw, type: AnyMessageType | undefined): Written<S>;
  /** Settings that cannot be together, or with the protocol's types of message; absent: all can. */
  wrong?(settings: Settled<S>, types: readonly AnyMessageType[]): readonly WrongSetting[];
  /** What one such fault makes of messages. */
  twist(settings: Settled<S>, streams: Streams): Twist;
}

/** A kind of fault that happens to what an actor says. */
export function messageFault<N extends string, S extends z.ZodRawShape>(
  parts: MessageFaultParts<N, S>,
): FaultKind<N> {
  const { name, formerly, summary, example, settings, ends, falsifies } = parts;
  type All = Settled<S>;
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
    act: (fault, { random }) => ({
      ...(parts.forgets === true ? { forgets: true, listen: justSaid } : { listen: listener() }),
      twist: parts.twist(fault as All, streamsOf(random.streamKey('falsify'))),
    }),
  });
}

/** For a kind that may be about one field only. */
export const fieldSetting = (absent: string) => ({
  field: z
    .string()
    .optional()
    .meta({ description: `only this field; absent: ${absent}` }),
});

/** A field that none of the messages has that a fault is about. */
export function unknownField(
  { message, field }: { readonly message?: string | undefined; readonly field?: string | undefined },
  types: readonly AnyMessageType[],
): WrongSetting[] {
  const about = types.filter(({ name }) => name === (message ?? name));
  const known = [...new Set(about.flatMap(({ fieldNames }) => fieldNames))];
  if (field === undefined || about.length === 0 || known.includes(field)) return [];
  return [{ setting: 'field', expected: `one of the fields ${known.join(', ')}`, got: field }];
}

/** Keeps, for every sender, receiver and type, what was said last. */
function listener(): MessageAction['listen'] {
  const last = new Map<string, { readonly body: () => object; readonly nth: number }>();
  return (message) => {
    const key = `${message.from} ${message.to} ${message.type.name}`;
    const earlier = last.get(key);
    const nth = (earlier?.nth ?? -1) + 1;
    last.set(key, { body: message.keep(), nth });
    return said(message, nth, () => earlier?.body());
  };
}

/** For who does not ask what was said before. */
function justSaid(message: Outgoing): Said {
  return said(message, 0, () => undefined);
}

function said(message: Outgoing, nth: number, before: Said['before']): Said {
  const { from, to, type, body } = message;
  return {
    from,
    to,
    type,
    body,
    nth,
    get payload() {
      return message.payload;
    },
    keep: () => message.keep(),
    before,
  };
}

function streamsOf(key: Uint8Array): Streams {
  return (...name) =>
    new Stream(new Uint8Array(createHash('sha256').update(key).update(JSON.stringify(name)).digest()));
}
