import { z } from 'zod';
import { encodeMessage } from '../../wire/message.ts';
import type { Said } from '../action.ts';
import { HOWS, lie as lieAbout, sameShape } from '../lie.ts';
import { messageFault, type Streams } from '../message-fault.ts';

/** Lies that are drawn, so that every receiver can be told another one. */
const DRAWN: readonly string[] = ['random', 'one-entry'];

export const lie = messageFault({
  name: 'lie',
  summary: 'an actor says wrong values of the right shape',
  example: '{ fault: lie, who: [client-1, client-2], message: points, how: zero, together: true }',
  settings: {
    how: z.enum(HOWS).default('random').meta({
      description:
        'drawn from the range of the true values, all zero, moved by half the range, doubled, one entry drawn, or those of the message of this type before it',
    }),
    together: z.boolean().default(false).meta({ description: 'all of them tell the same lie' }),
    differently: z.boolean().default(false).meta({ description: 'every receiver is told another one' }),
  },
  ends: 'mostly',
  falsifies: true,
  wrong: ({ how, differently }) =>
    differently && !DRAWN.includes(how)
      ? [{ setting: 'differently', expected: `this with how: ${DRAWN.join(' or ')}`, got: how }]
      : [],
  draw({ dice }) {
    const how = dice.pick(HOWS);
    const together = dice.chance(0.3) && { together: true };
    const differently = dice.chance(0.3) && DRAWN.includes(how) && { differently: true };
    return { how, ...together, ...differently };
  },
  twist(settings, streams) {
    const lies = new Lies(settings, streams);
    return (said, draft) => {
      const body = lies.tell(said, draft.body);
      const payload = encodeMessage(said.type, body);
      if (draft.payloads.every((bytes) => Buffer.compare(bytes, payload) === 0)) return draft;
      return { body, payloads: draft.payloads.map(() => payload) };
    };
  },
});

interface Lying {
  readonly how: (typeof HOWS)[number];
  readonly together: boolean;
  readonly differently: boolean;
}

/** All that the liars of one fault say. */
class Lies {
  readonly #settings: Lying;
  readonly #streams: Streams;
  /** What a group of liars agreed on, by receiver and type: their newest lie. */
  readonly #agreed = new Map<string, { readonly nth: number; readonly body: object }>();

  constructor(settings: Lying, streams: Streams) {
    this.#settings = settings;
    this.#streams = streams;
  }

  tell({ from, to, type, nth, before }: Said, body: object): object {
    const { how, together, differently } = this.#settings;
    const key = `${to} ${type.name}`;
    const agreed = together ? this.#agreed.get(key) : undefined;
    if (agreed?.nth === nth && sameShape(body, agreed.body)) return told(body, agreed.body);
    const who = [together ? '' : String(from), ...(differently ? [String(to)] : [])];
    const stream = this.#streams(...who, type.name, String(nth));
    const lied = lieAbout(body, how, stream, before() ?? body);
    if (together && nth > (agreed?.nth ?? -1)) this.#agreed.set(key, { nth, body: lied });
    return lied;
  }
}

/** The vectors of a lie, with the numbers and flags of the liar's own message. */
function told(own: object, agreed: object): object {
  const lies = agreed as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(own).map(([field, value]) => [field, typeof value === 'object' ? lies[field] : value]),
  );
}
