/** Expectations of what roles send each other: at most so much between a pair, of a type of message, or both. */

import { z } from 'zod';
import { section } from '../../../core/base/section.ts';
import { volume } from '../../../core/base/units.ts';
import type { AnyProtocol } from '../../../core/protocol/protocol.ts';
import type { Which } from '../../../core/protocol/sent.ts';
import { expectation, unmet, type Violation } from './expectation.ts';

const exchange = section({
  from: z.string().optional().meta({ description: 'the role that sends it; absent: any', example: 'server' }),
  to: z.string().optional().meta({ description: 'the role that it is for; absent: any', example: 'clients' }),
  message: z
    .string()
    .optional()
    .meta({ description: 'the type of message; absent: any', example: 'centres' }),
  bytes: volume()
    .optional()
    .meta({ description: 'at most this much is sent, including framing', example: '20KB' }),
  messages: z
    .int()
    .min(0)
    .optional()
    .meta({ description: 'at most so many messages are sent', example: 100 }),
}).refine(({ bytes, messages }) => bytes !== undefined || messages !== undefined, {
  error: 'expected bytes or messages, at most so many of which are sent, got neither',
});

type Exchange = z.output<typeof exchange>;

export const traffic = expectation({
  schema: z
    .array(exchange)
    .min(1)
    .optional()
    .meta({
      description: 'at most so much between two roles, of a type of message, or both',
      example: [{ from: 'server', to: 'clients', bytes: '10KB' }],
    }),
  problems: (wanted, { protocol }) =>
    wanted.flatMap((one, i) =>
      namesIn(one, protocol).flatMap(({ key, kind, name, known }) =>
        known.includes(name)
          ? []
          : [{ path: `expect.traffic.${i}.${key}`, expected: `a ${kind}: ${known.join(', ')}`, got: name }],
      ),
    ),
  askable(written, protocol) {
    const all = (written as readonly Exchange[]).map((one, i) => ({
      one,
      name: `traffic.${i}`,
      isKnown: namesIn(one, protocol).every(({ name, known }) => known.includes(name)),
    }));
    const part = all.flatMap(({ one, isKnown }) => (isKnown ? [one] : []));
    const unasked = all.flatMap(({ name, isKnown }) => (isKnown ? [] : [name]));
    return part.length === 0 ? { unasked } : { part, unasked };
  },
  violations: (wanted, { protocol, sent }) =>
    wanted.flatMap((one, i) => {
      const found = sent.of(whichOf(one, protocol));
      const words = [
        ...(one.message === undefined ? [] : [`of ${one.message}`]),
        ...(one.from === undefined ? [] : [`from ${one.from}`]),
        ...(one.to === undefined ? [] : [`to ${one.to}`]),
      ].join(' ');
      const over = (most: number | undefined, got: number, unit: string): readonly Violation[] =>
        most === undefined || got <= most
          ? []
          : unmet(`traffic.${i}`, `at most ${most} ${unit} ${words}`.trim(), `${got} ${unit}`);
      return [...over(one.bytes, found.bytes, 'B'), ...over(one.messages, found.messages, 'messages')];
    }),
});

/** The names in an expectation, and those that the protocol has. */
function namesIn({ from, to, message }: Exchange, { roles, messages }: AnyProtocol) {
  const role = { kind: 'role', known: [...Object.keys(roles), CLIENTS] };
  const type = { kind: 'type of message', known: messages.map(({ name }) => name) };
  return [
    { key: 'from', name: from, ...role },
    { key: 'to', name: to, ...role },
    { key: 'message', name: message, ...type },
  ].flatMap(({ name, ...rest }) => (name === undefined ? [] : [{ name, ...rest }]));
}

/** The role of those who hold the data, whatever the protocol calls it. */
const CLIENTS = 'clients';

function whichOf({ from, to, message }: Exchange, { holders, messages }: AnyProtocol): Which {
  const roleOf = (name: string | undefined): string | undefined => (name === CLIENTS ? holders : name);
  return { from: roleOf(from), to: roleOf(to), type: messages.find(({ name }) => name === message) };
}
