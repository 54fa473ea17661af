/** What is refused of a protocol whose author has no compiler. */

import { expect, test } from 'vitest';
import * as c from '../../../src/core/kit/index.ts';
import { z } from '../../../src/core/kit/settings.ts';

const one = c.role({ parties: 'one', *play() {} });
const many = c.role({ parties: 'many', *play() {} });

function declared(roles: object, reports: string): unknown {
  return c.protocol({
    name: 'odd',
    summary: 'a test',
    messages: [],
    tasks: [],
    parameters: z.strictObject({}),
    agree: (settings: object) => settings,
    reports,
    roles,
  } as never);
}

test.each([
  [{ server: one, client: many }, 'judge', 'odd: expected a role that reports: server, client, got judge'],
  [{ server: one }, 'server', 'odd: expected one role of many parties, who hold the data, got '],
  [
    { 'server-1': one, client: many },
    'client',
    'odd: expected roles that are not named like one of many, got server-1',
  ],
])('roles %o, of which %s reports', (roles, reports, reason) => {
  expect(() => declared(roles, reports)).toThrow(reason);
});
