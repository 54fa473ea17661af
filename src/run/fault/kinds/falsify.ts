import { areSameBytes } from '../../../core/base/bytes.ts';
import { z } from 'zod';
import type { Stream } from '../../../core/base/random.ts';
import { Sealed } from '../../../core/engine/compute/sealed.ts';
import { type How, HOWS } from '../../../core/engine/wire/falsify.ts';
import { type AnyMessageType, encodeMessage } from '../../../core/engine/wire/message.ts';
import type { IntendedMessage } from '../intended-message.ts';
import { fieldSetting, messageFault, type Streams, unknownField } from '../message-fault.ts';

/** Falsehoods that are drawn at random, so that every receiver can be sent a different one. */
const DRAWN: readonly How[] = ['random', 'one-entry', 'longer', 'shorter'];

export const falsify = messageFault({
  name: 'falsify',
  formerly: 'lie',
  summary: 'an actor sends wrong values of the right shape',
  example: '{ fault: falsify, who: [client-1, client-2], message: points, how: zero, together: true }',
  settings: {
    how: z.enum(HOWS).default('random').meta({
      description:
        'drawn from the range of the true values, all zero, moved by half the range, doubled, one entry changed, those of the message of this type before it, one entry more, or one fewer',
    }),
    ...fieldSetting('all but numbers and flags that stand alone, such as the round'),
    together: z.boolean().default(false).meta({ description: 'all of them say the same' }),
    differently: z.boolean().default(false).meta({ description: 'every receiver is told a different one' }),
  },
  ends: 'mostly',
  falsifies: true,
  recalls: ({ how }) => (how === 'stale' ? 'last' : 'number'),
  wrong: ({ how, differently, ...about }, types) => [
    ...unknownField(about, types),
    ...(differently && !DRAWN.includes(how)
      ? [{ setting: 'differently', expected: `this with how: ${DRAWN.join(' or ')}`, got: how }]
      : []),
  ],
  draw({ sampler }, type) {
    const how = sampler.pick(HOWS);
    const together = sampler.chance(0.3) && { together: true };
    const differently = sampler.chance(0.3) && DRAWN.includes(how) && { differently: true };
    const fields = type?.fieldNames ?? [];
    const field = fields.length > 0 && sampler.chance(0.3) && { field: sampler.pick(fields) };
    return { how, ...together, ...differently, ...field };
  },
  twist(settings, streams) {
    const falsehoods = new Falsehoods(settings, streams);
    return (said, draft) => {
      const body = falsehoods.tell(said, draft.body);
      const payload = encodeMessage(said.type, body);
      if (draft.payloads.every((bytes) => areSameBytes(bytes, payload))) return draft;
      return { body, payloads: draft.payloads.map(() => payload) };
    };
  },
});

interface Lying {
  readonly how: How;
  readonly field?: string | undefined;
  readonly together: boolean;
  readonly differently: boolean;
}

/** Everything that the Byzantine parties of one fault send. */
class Falsehoods {
  readonly #settings: Lying;
  readonly #streams: Streams;
  /**
   * What a colluding group agreed on, by receiver and type: its latest falsehood, and the shape of the
   * message that it replaces.
   */
  readonly #agreed = new Map<
    string,
    { readonly nth: number; readonly shape: string; readonly body: object }
  >();

  constructor(settings: Lying, streams: Streams) {
    this.#settings = settings;
    this.#streams = streams;
  }

  tell({ sender, receiver, type, nth, before }: IntendedMessage, body: object): object {
    const { how, field, together, differently } = this.#settings;
    const key = `${receiver} ${type.name}`;
    const agreed = together ? this.#agreed.get(key) : undefined;
    const shape = together ? shapeOf(body) : '';
    // Fields such as the round are those of the sender's own message.
    if (agreed?.nth === nth && agreed.shape === shape)
      return withFields(type, body, field, (name) => valueOf(agreed.body, name));
    const who = [together ? '' : String(sender), ...(differently ? [String(receiver)] : [])];
    const stream = this.#streams(...who, type.name, String(nth));
    const lied = falsified(type, body, { how, field, stream, before: before() ?? body });
    if (together && nth > (agreed?.nth ?? -1)) this.#agreed.set(key, { nth, shape, body: lied });
    return lied;
  }
}

/** The body of a message with other values in the selected fields. */
export function falsified(
  type: AnyMessageType,
  body: object,
  told: {
    readonly how: How;
    readonly field?: string | undefined;
    readonly stream: Stream;
    readonly before: object;
  },
): object {
  const { how, stream } = told;
  return withFields(type, body, told.field, (name, value) =>
    type.fields[name].falsify(value, { how, stream, before: valueOf(told.before, name) }),
  );
}

/** @param field the one to replace; undefined: all but those that say what a message belongs to */
function withFields(
  type: AnyMessageType,
  body: object,
  field: string | undefined,
  replace: (name: string, value: unknown) => unknown,
): object {
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      const replaced = field === undefined ? !type.fields[name].context : field === name;
      return [name, replaced ? replace(name, value) : value];
    }),
  );
}

function valueOf(body: object, field: string): unknown {
  return (body as Readonly<Record<string, unknown>>)[field];
}

/** The lengths of all vectors: a common falsehood must fit the messages of each party in the group. */
function shapeOf(body: object): string {
  const shape = (value: unknown): unknown => {
    if (ArrayBuffer.isView(value)) return value.byteLength;
    if (value instanceof Sealed) return [value.planes, value.length];
    if (typeof value !== 'object' || value === null) return undefined;
    return Object.values(value).map(shape);
  };
  return JSON.stringify(shape(body));
}
