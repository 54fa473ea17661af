/** Who sends what to a broker: whatever it is, and wherever, a study ends with the rows that it has without a broker. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { headers, type Msg, type MsgHdrs } from '@nats-io/transport-node';
import { sample } from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { runBatch } from '../../../src/studies/batch/batch.ts';
import { authenticationOf } from '../../../src/studies/executor/nats/authentication.ts';
import { signedHeaders } from '../../../src/studies/executor/nats/message-reader.ts';
import { digestOf, type PortableRequest } from '../../../src/studies/executor/nats/portable.ts';
import { ABOUT } from '../../../src/studies/executor/nats/streams.ts';
import { work } from '../../../src/studies/executor/nats/worker.ts';
import { anyBody, Stranger } from '../../support/broker-stranger.ts';
import { square } from '../../support/executor-jobs.ts';
import { hasServer, NatsServer } from '../../support/nats-server.ts';
import { temporaryFiles } from '../../support/temporary-files.ts';
import { thoroughly } from '../../support/long.ts';

const write = temporaryFiles();
const KEY = write('study.key', 'the key that a study and its workers share');
const OTHER = write('other.key', 'the key that another study has, and its own');

describe.skipIf(!hasServer)('strangers at a broker', () => {
  const server = new NatsServer();
  const cache = mkdtempSync(join(tmpdir(), 'cahoots-worker-'));
  let stop = new AbortController();
  let working: Promise<void>[] = [];
  let news: string[] = [];
  const strangers: Stranger[] = [];
  beforeAll(() => server.start());
  afterAll(async () => {
    await server.remove();
    rmSync(cache, { recursive: true, force: true });
  });
  afterEach(async () => {
    stop.abort();
    await Promise.all(working);
    await Promise.all(strangers.splice(0).map((one) => one.close()));
    [stop, working, news] = [new AbortController(), [], []];
  });

  const hire = (key: string | undefined): void => {
    const options = { plugins: [], threads: 1, cache, limitMs: 60_000, versions: 'a test', key };
    const onNews = (line: string): void => void news.push(line);
    working.push(work(`${server.address}?ack=1s`, { ...options, onNews, signal: stop.signal }));
  };
  const stranger = async (onMessage?: (message: Msg, own: Stranger) => void): Promise<Stranger> => {
    const one = await Stranger.at(server.address.slice('nats://'.length), onMessage);
    strangers.push(one);
    return one;
  };
  let studies = 0;
  /** Ten squares, as a study of its own. */
  const tenSquares = async (key: string | undefined, ms = 5): Promise<readonly unknown[]> => {
    const [from, inputs] = [studies++ * 100, [...Array(10).keys()].map((of) => ({ of, ms }))];
    const keys = inputs.map(({ of }) => `${from + of}`.padStart(64, '0'));
    const onNews = (line: string): void => void news.push(line);
    return runBatch(square, inputs, { threads: 0, on: server.address, key, keys, onNews });
  };
  const SQUARES = [...Array(10).keys()].map((of) => ({ square: of * of }));
  /** The last part of a subject, and the one before. */
  const partsOf = ({ subject }: { readonly subject: string }): string[] => subject.split('.').slice(-2);
  const isOrder = ({ subject }: { readonly subject: string }): boolean =>
    subject.startsWith('cahoots.orders.');

  const isResult = ({ subject }: { readonly subject: string }): boolean =>
    subject.startsWith('cahoots.results.');

  /** Says the same wherever it hears of a job, before the worker has done it. */
  const wherever =
    (bodyOf: (order: Msg) => readonly [body: Uint8Array | string, signed?: MsgHdrs | undefined]) =>
    (message: Msg, own: Stranger): void => {
      if (message.subject === 'cahoots.who' && message.reply !== undefined) own.say(message.reply, 'x');
      if (!isOrder(message)) return;
      const [study, job] = partsOf(message);
      const [body, signed] = bodyOf(message);
      const subjects = [`cahoots.results.${study}.${job}`, `cahoots.direct.${study}`, `cahoots.tries.${job}`];
      for (const subject of [...subjects, message.subject, 'cahoots.who']) own.say(subject, body, signed);
    };

  const answer = (order: Msg, worker = 'stranger'): string => {
    const { study, key } = order.json<PortableRequest>();
    return JSON.stringify({ key, study, order: digestOf(order.data), worker, output: { square: -1 } });
  };
  const unsigned = headers();

  const KEYS = [
    ['with a key', KEY],
    ['without', undefined],
  ] as const;
  describe.each(KEYS.slice(0, thoroughly(1, 2)))('%s', (_, key) => {
    test.each([
      ['no JSON', () => ['{"half'], 'no JSON'],
      ['as large as the broker takes it', () => [Buffer.alloc(1_000_000, ' ')], 'no JSON'],
      ['other JSON', () => ['{"key": 7}'], 'another kind of message'],
      ['a result of nobody', (order) => [answer(order), unsigned], 'not signed'],
      [
        'a result under the name of another message',
        (order) => [answer(order), order.headers],
        'not signed by who may send it',
      ],
      [
        'a result of another job',
        (order) => [answer(order).replace(/"key":"0/, '"key":"f'), order.headers],
        'of another study or job',
      ],
    ] satisfies [string, Parameters<typeof wherever>[0], string][])(
      'what is %s is dropped and reported',
      async (_kind, bodyOf, reason) => {
        await stranger(wherever(bodyOf));
        hire(key);
        expect(await tenSquares(key)).toEqual(SQUARES);
        const lines = news.filter((line) => line.startsWith('dropped a message on cahoots.results.'));
        expect(lines.some((line) => line.includes(`: ${reason}`))).toBe(true);
        expect(
          news.some((line) => /^dropped \d+ messages? of strangers: .*on cahoots\.results/.test(line)),
        ).toBe(true);
      },
    );

    test('what is larger than the broker takes ends the connection of who sends it', async () => {
      const own = await stranger();
      hire(key);
      const study = tenSquares(key);
      own.nc.publish('cahoots.who', 'x');
      expect(() => own.say('cahoots.results.x.y', Buffer.alloc(2 ** 21))).toThrow('max_payload');
      expect(await study).toEqual(SQUARES);
    });

    test('results of another study are dropped, and those of the same are taken once', async () => {
      const own = await stranger((message, self) => {
        if (!isOrder(message)) return;
        const [study, job] = partsOf(message);
        for (const { subject, data, headers: signed } of self.heard.filter(isResult)) {
          self.say(subject, data, signed);
          self.say(`cahoots.results.${study}.${job}`, data, signed);
          self.say(`cahoots.direct.${study}`, data, signed);
        }
      });
      hire(key);
      expect(await tenSquares(key)).toEqual(SQUARES);
      const before = own.heard.length;
      expect(await tenSquares(key)).toEqual(SQUARES);
      expect(own.heard.length).toBeGreaterThan(before);
      expect(
        news.some((line) =>
          /^dropped a message on cahoots.(results|direct).*: of another study or job/.test(line),
        ),
      ).toBe(true);
    });

    test('hundreds of bodies on every subject change no row', { timeout: 60_000 }, async () => {
      const own = await stranger();
      hire(key);
      // One study to hear what is said, and one to disturb.
      await tenSquares(key);
      const study = tenSquares(key, 200);
      for (let round = 0; round < 10; round++) {
        const subjects = [...new Set(own.heard.map(({ subject }) => subject))];
        for (const subject of subjects) {
          const alike = own.heard.filter((one) => one.subject === subject).map(({ data }) => data);
          for (const body of sample(anyBody(alike.filter(({ length }) => length > 0)), {
            numRuns: 10,
            seed: round,
          }))
            own.say(subject, body, own.heard.at(-1)?.headers);
        }
        await own.nc.flush();
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      expect(await study).toEqual(SQUARES);
    });
  });

  test('orders and results of who has another key are dropped', async () => {
    const other = authenticationOf(OTHER);
    await stranger(
      wherever((order) => {
        const body = answer(order);
        return [body, signedHeaders(other, ABOUT.result, body)];
      }),
    );
    hire(KEY);
    hire(OTHER);
    expect(await tenSquares(KEY)).toEqual(SQUARES);
    expect(
      news.some((line) =>
        /^dropped a message on cahoots.results.*: not signed by who may send it/.test(line),
      ),
    ).toBe(true);
  });

  test("without a key, a forger with a worker's name is found out, and none of its results counts", async () => {
    const forger = authenticationOf(undefined);
    await stranger((order, own) => {
      if (!isOrder(order)) return;
      const [study, job] = partsOf(order);
      const body = answer(order, 'worker-of-somebody');
      own.say(`cahoots.results.${study}.${job}`, body, signedHeaders(forger, ABOUT.result, body));
    });
    hire(undefined);
    expect(await tenSquares(undefined)).toEqual(SQUARES);
    const found =
      /^worker worker-of-somebody gave {"square":-1}, and this machine gets {"square":\d+} \(key .*\): all that it gives is done again here$/;
    expect(news.filter((line) => found.test(line)).length).toBe(1);
  });

  test('without a key, a failure counts if it happens on this machine too', async () => {
    const forger = authenticationOf(undefined);
    await stranger((order, own) => {
      if (!isOrder(order)) return;
      const [study, job] = partsOf(order);
      const { output: _, ...head } = JSON.parse(answer(order)) as Record<string, unknown>;
      const body = JSON.stringify({
        ...head,
        ...(Number(job) % 2 === 0 ? { refused: 'no' } : { deaths: 5 }),
      });
      own.say(`cahoots.results.${study}.${job}`, body, signedHeaders(forger, ABOUT.result, body));
    });
    expect(await tenSquares(undefined)).toEqual(SQUARES);
  });
});

test('a key is a text of at least 32 characters', () => {
  expect(() => authenticationOf(write('short.key', 'short\n'))).toThrow(
    'short.key: expected a key of at least 32 characters, such as one of openssl rand -hex 32, got 5',
  );
  expect(() => authenticationOf('none.key')).toThrow(
    'none.key: expected the key of a study, got no such file',
  );
  const [one, other] = [KEY, OTHER].map(authenticationOf);
  const signature = one.sign('result', 'body');
  expect(one.senderOf('result', Buffer.from('body'), signature)).toBe('the key');
  expect(one.senderOf('order', Buffer.from('body'), signature)).toBe(undefined);
  expect(one.senderOf('result', Buffer.from('bodi'), signature)).toBe(undefined);
  expect(other.senderOf('result', Buffer.from('body'), signature)).toBe(undefined);
  // A line that an editor adds does not make it another key.
  expect(authenticationOf(write('again.key', 'the key that a study and its workers share\n')).keyId).toBe(
    one.keyId,
  );
});
