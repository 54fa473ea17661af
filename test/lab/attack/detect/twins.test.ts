import { describe, expect, test } from 'vitest';
import {
  commonStart,
  compareTwins,
  linkName,
  type Watched,
} from '../../../../src/lab/attack/detect/twins.ts';

type Sent = Watched['sent'];

/** By a client or, with a digest of the content, by the server; a microsecond after the other. */
function traffic(...messages: readonly (readonly [from: string, bytes: number, content?: string])[]): Sent {
  return messages.map(([from, bytes, content], i) => ({
    timeNs: 1000 * i,
    from,
    to: from === 'server' ? 'client-1' : 'server',
    type: 'share',
    bytes,
    ...(content !== undefined && { content }),
  }));
}

const labels = [Uint16Array.of(0, 1, 1)];
const compare = (one: Sent, other: Sent, histories = [labels, labels]) =>
  compareTwins(
    [
      [
        { sent: one, history: histories[0] },
        { sent: other, history: histories[1] },
      ],
    ],
    ['server'],
  );

const sent = traffic(['client-1', 50], ['client-2', 60]);

describe('two runs differ', () => {
  test('in nothing', () => {
    expect(compare(sent, sent)).toEqual({ compared: 1, parted: 0, clients: new Map(), server: new Map() });
  });

  test.each<[string, Sent, string]>([
    [
      'number',
      traffic(['client-1', 50]),
      'share from client-2 to server, 60 bytes at 1000 ns; on the image, nothing',
    ],
    ['number', traffic(['client-1', 50], ['client-3', 60]), 'on the image, share from client-3 to server'],
    ['order', traffic(['client-2', 60], ['client-1', 50]), 'on the image, share from client-2 to server'],
    [
      'size',
      traffic(['client-1', 50], ['client-2', 61]),
      'on the image, share from client-2 to server, 61 bytes',
    ],
    ['time', [sent[0], { ...sent[1], timeNs: 1001 }], 'share from client-2 to server, 60 bytes at 1001 ns'],
  ])('in %s', (kind, other, example) => {
    const { clients, server, example: found } = compare(sent, other);
    expect([...clients]).toEqual([[kind, 1]]);
    expect(server.size).toBe(0);
    expect(found).toContain(example);
  });

  test('by what the server does first', () => {
    const { clients, server } = compare(
      traffic(['server', 40, 'a'], ['client-1', 50]),
      traffic(['server', 41, 'b'], ['client-1', 51]),
    );
    expect([[...clients], [...server]]).toEqual([[], [['size', 1]]]);
  });
});

test('where labels differ, what follows the first difference of a server is left out', () => {
  const [one, other] = [
    traffic(['client-1', 50], ['server', 40, 'a'], ['client-1', 50]),
    traffic(['client-1', 50], ['server', 40, 'b'], ['client-1', 99]),
  ];
  const found = compare(one, other, [labels, [Uint16Array.of(1, 0, 0)]]);
  expect(found).toMatchObject({ parted: 1, clients: new Map(), server: new Map() });
  expect(compare(one, other).clients).toEqual(new Map([['size', 1]]));
  const start = commonStart([{ sent: one }, { sent: other }]);
  expect([...start]).toEqual([[linkName('client-1', 'server'), 1]]);
});
