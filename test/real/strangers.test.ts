/** Who comes to a party's door: who isn't who they say, who has other code, and who sends bytes that make no sense. */

import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { connect as connectTls, createServer as createTlsServer } from 'node:tls';
import { expect, test } from 'vitest';
import { certify } from '../../src/real/certificates.ts';
import { type Frame, type FrameKind, frameHead, FrameReader } from '../../src/real/frame.ts';
import { writeHello } from '../../src/real/hello.ts';
import { type Identity, tlsOptions } from '../../src/real/identity.ts';
import { readRecords } from '../../src/real/records.ts';
import { collect, finish, send } from '../../src/core/engine/actors/effects.ts';
import { actor, actors, Note } from '../support/cast.ts';
import {
  BUILD,
  HOST,
  inFolder,
  partsOf,
  playReal,
  readAll,
  runtimeOf,
  SESSION,
  termsOf,
} from '../support/real-casts.ts';

const cast = [
  actor('server', function* () {
    yield* finish((yield* collect(Note, { count: 2 })).map(({ from }) => from).toSorted());
  }),
  actors('client', 2, () => send('server', Note, { value: 1 })),
];

const frame = (kind: FrameKind, payload: Uint8Array, number = 0): Buffer =>
  Buffer.concat([frameHead(kind, number, payload.byteLength), payload]);
const hello = (name: string, said: { build?: string; session?: string } = {}): Buffer =>
  frame('hello', writeHello({ name, build: BUILD, session: SESSION, ...said }));

/** Says something, and returns what the other side says until it closes. */
function call(socket: Socket, said: readonly Uint8Array[]): Promise<readonly string[]> {
  const told: string[] = [];
  const reader = new FrameReader(2 ** 20, ({ kind, payload }: Frame) => {
    if (kind === 'refusal') told.push(Buffer.from(payload ?? []).toString());
  });
  socket.on('data', (bytes: Buffer) => void reader.push(bytes));
  for (const bytes of said) socket.write(bytes);
  return new Promise((resolve) => {
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(told));
  });
}

const secretly = (port: number, identity: Partial<Identity>): Socket => {
  const { authority = '', key, certificate } = identity;
  const options =
    key && certificate ? tlsOptions({ key, certificate, authority }) : { rejectUnauthorized: false };
  return connectTls({ host: HOST, port, ...options });
};

/** What a party says of somebody who came before the others, whom it must not keep it from. */
async function refusedBefore(
  secure: boolean,
  stranger: (port: number, identities: readonly (Identity | undefined)[]) => Promise<unknown>,
): Promise<string[]> {
  const played = await playReal(cast, {
    secure,
    before: async ({ ports, parts }) =>
      void (await stranger(
        ports[0],
        parts.map(({ identity }) => identity),
      )),
  });
  expect(played.results.get('server')).toEqual(['client-1', 'client-2']);
  return played.of('faulted').map(({ what }) => what);
}

test.each([
  ['bytes that are no frame', [Buffer.alloc(100, 0xfe)], 'what a stranger sent: no frame'],
  ['a note that is too long', [frameHead('hello', 0, 2 ** 31)], 'what a stranger sent: too long a note'],
  ['a message before any hello', [frame('message', Buffer.from('x'))], 'refused a connection: no hello'],
  ['a hello that is none', [frame('hello', Buffer.from('x'))], 'refused a connection: no hello'],
  ['a name that nobody has', [hello('client-3')], 'refused a connection: not expected here: client-3'],
  ['the name of the party itself', [hello('server')], 'refused a connection: not expected here: server'],
  [
    'another build',
    [hello('client-1', { build: 'c'.repeat(64) })],
    'refused a connection: another build: cccccccccccc, here bbbbbbbbbbbb',
  ],
  [
    'another agreement',
    [hello('client-1', { session: 'c'.repeat(64) })],
    'refused a connection: another agreement: cccccccccccc, here 555555555555',
  ],
])('who sends %s is refused, and the run goes on', async (_, said, reason) => {
  expect(await refusedBefore(false, (port) => call(connect(port, HOST), said))).toEqual([
    expect.stringContaining(reason.replace('refused a connection: ', '')),
  ]);
});

test('who does not speak TLS where everybody does is refused', async () => {
  const [what] = await refusedBefore(true, (port) =>
    call(connect(port, HOST), [Buffer.from('GET / HTTP/1.1\r\n\r\n')]),
  );
  expect(what).toContain('no TLS');
});

test.each(['by another authority', 'of nobody'])('a certificate %s is refused', async (whose) => {
  const others = whose === 'of nobody' ? undefined : (await certify(['client-1'])).get('client-1');
  let told: readonly string[] = [];
  const [what, ...more] = await refusedBefore(true, async (port, [own]) => {
    const identity = others && own && { ...others, authority: own.authority };
    told = await call(secretly(port, identity ?? {}), [hello('client-1')]);
  });
  expect(what).toContain('a wrong certificate');
  expect(more).toEqual([]);
  expect(told).toEqual([expect.stringContaining('a wrong certificate')]);
});

test("somebody else's name is refused, whoever has a certificate", async () => {
  let told: readonly string[] = [];
  const refused = await refusedBefore(true, async (port, [, , own]) => {
    told = await call(secretly(port, own as Identity), [hello('client-1')]);
  });
  const reason = "somebody else's name: the certificate is of client-2, the name client-1";
  expect(refused).toEqual([`refused a connection: ${reason}`]);
  expect(told).toEqual([reason]);
});

test("who answers at a party's address with somebody else's certificate is no party, and ends nothing of theirs", async () => {
  const parts = await partsOf(cast, { secure: true });
  const impostor = createTlsServer(tlsOptions(parts[2].identity as Identity), (socket) => {
    socket.on('error', () => undefined);
    socket.write(hello('server'));
  });
  await new Promise<void>((resolve) => impostor.listen(0, HOST, resolve));
  const { port } = impostor.address() as AddressInfo;
  await inFolder(async (folder) => {
    const caller = runtimeOf(parts[1], folder);
    await caller.listen({ host: HOST, port: 0 });
    caller.connect(new Map([['server', { host: HOST, port }]]));
    expect(await caller.ended).toEqual({
      refused: "server: somebody else's name: the certificate is of client-2, the name server",
    });
  });
  impostor.close();
});

test('a handshake that is sent again is refused, whatever came after it', async () => {
  const said: Buffer[] = [];
  let replayed = Promise.resolve<readonly string[]>([]);
  const refused = await refusedBefore(true, async (port, [, own]) => {
    // Between a party and the server, somebody who keeps all that the party sends.
    const between = createServer((socket) => {
      const onward = connect(port, HOST);
      socket.on('data', (bytes: Buffer) => void said.push(bytes));
      socket.pipe(onward).pipe(socket);
      for (const one of [socket, onward]) one.on('error', () => undefined);
    });
    await new Promise<void>((resolve) => between.listen(0, HOST, resolve));
    const heard = secretly((between.address() as AddressInfo).port, own as Identity);
    await new Promise((resolve) => heard.once('data', resolve));
    heard.write(hello('client-1', { build: 'c'.repeat(64) }));
    await new Promise((resolve) => heard.once('close', resolve));
    between.close();
    replayed = call(connect(port, HOST), said);
    await replayed;
  });
  expect(said.length).toBeGreaterThan(1);
  expect(await replayed).toEqual([]);
  expect(refused).toEqual([
    expect.stringContaining('another build'),
    expect.stringMatching(/^refused a connection: no TLS: ERR_SSL_/),
  ]);
});

test('a party with another build is told so, and ends', async () => {
  const parts = await partsOf(cast, { secure: true });
  await inFolder(async (folder) => {
    const server = runtimeOf(parts[0], folder);
    const port = await server.listen({ host: HOST, port: 0 });
    const other = runtimeOf(parts[1], folder, { build: 'd'.repeat(64) });
    await other.listen({ host: HOST, port: 0 });
    other.connect(new Map([['server', { host: HOST, port }]]));
    expect((await other.ended).refused).toContain('another build');
    server.leave();
    await server.ended;
  });
});

test('what a party itself sends wrong is refused message by message', async () => {
  const parts = await partsOf(cast);
  await inFolder(async (folder) => {
    const server = runtimeOf(parts[0], folder, { patienceMs: 100 });
    const port = await server.listen({ host: HOST, port: 0 });
    const garbage = [1, 4, 7].map((number, i) => frame('message', Buffer.alloc(50 * i, 0xc1 + i), number));
    const ofOthers = frame('message', Buffer.from('x'), 2);
    const socket = connect(port, HOST);
    socket.on('error', () => undefined);
    socket.write(Buffer.concat([hello('client-1'), ...garbage, ofOthers, hello('client-1')]));
    // The server begins without the others.
    await new Promise((resolve) => setTimeout(resolve, 300));
    server.leave();
    await server.ended;
    socket.destroy();
    const { of } = readAll(folder, cast);
    const reasons = ["refused a message of another's number", 'refused a connection: a second hello'];
    expect(of('faulted').map(({ what }) => what)).toEqual(reasons);
    const [record] = readRecords(folder, termsOf(cast).roles).lives;
    const refused = record.entries.flatMap((entry) => (entry.kind === 'refused' ? [entry.reason] : []));
    expect(refused).toEqual(Array(3).fill('malformed: no MessagePack'));
  });
});
