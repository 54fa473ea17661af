/**
 * A process in a namespace: it receives whatever arrives, and sends what it is told to. Times are from the machine's
 * monotonic clock, which all processes share.
 *
 *   node end.ts HOST
 */

import { createSocket } from 'node:dgram';
import { connect, createServer, type Socket } from 'node:net';

/** Commands to the process. */
export type Told =
  /** A message over TCP, on a new connection unless one of that name is open. */
  | {
      readonly kind: 'send';
      readonly to: string;
      readonly connection: string;
      readonly bytes: number;
      readonly message: number;
    }
  /** Datagrams, with a gap in milliseconds between them. */
  | {
      readonly kind: 'probe';
      readonly to: string;
      readonly count: number;
      readonly bytes: number;
      readonly everyMs: number;
    };

/** Reports of the process: when a message was sent, or its last byte arrived. */
export type Says =
  | { readonly kind: 'listens' }
  | { readonly kind: 'sent' | 'came'; readonly message: number; readonly atNs: number }
  | { readonly kind: 'probed'; readonly sentNs: number; readonly cameNs: number };

const PORT = 4100;
/** Length and number. */
const HEAD_BYTES = 8;

const now = (): number => Number(process.hrtime.bigint());
const say = (what: Says): void => void process.send?.(what);
const connections = new Map<string, Socket>();

function take(socket: Socket): void {
  let left = 0;
  let message = 0;
  let head = Buffer.alloc(0);
  socket.setNoDelay(true);
  socket.on('error', () => undefined);
  socket.on('data', (bytes: Buffer) => {
    const atNs = now();
    for (let at = 0; at < bytes.byteLength;) {
      if (left === 0) {
        const part = bytes.subarray(at, at + HEAD_BYTES - head.byteLength);
        head = Buffer.concat([head, part]);
        at += part.byteLength;
        if (head.byteLength < HEAD_BYTES) return;
        left = head.readUInt32LE(0) - HEAD_BYTES;
        message = head.readUInt32LE(4);
        head = Buffer.alloc(0);
      }
      const taken = Math.min(left, bytes.byteLength - at);
      at += taken;
      left -= taken;
      if (left === 0) say({ kind: 'came', message, atNs });
    }
  });
}

function send({ to, connection, bytes, message }: Extract<Told, { kind: 'send' }>): void {
  const payload = Buffer.alloc(Math.max(bytes, HEAD_BYTES));
  payload.writeUInt32LE(payload.byteLength, 0);
  payload.writeUInt32LE(message, 4);
  say({ kind: 'sent', message, atNs: now() });
  let socket = connections.get(connection);
  if (socket === undefined) {
    connections.set(connection, (socket = connect({ host: to, port: PORT })));
    socket.setNoDelay(true);
    socket.on('error', () => undefined);
  }
  socket.write(payload);
}

function probe({ to, count, bytes, everyMs }: Extract<Told, { kind: 'probe' }>): void {
  const socket = createSocket('udp4');
  const one = (number: number): void => {
    if (number === count) return void setTimeout(() => socket.close(), 100);
    const payload = Buffer.alloc(bytes);
    payload.writeBigUInt64LE(process.hrtime.bigint(), 0);
    socket.send(payload, PORT, to, () =>
      everyMs === 0 ? one(number + 1) : setTimeout(one, everyMs, number + 1),
    );
  };
  one(0);
}

const [host] = process.argv.slice(2);
const taker = createSocket({ type: 'udp4', recvBufferSize: 2 ** 22 });
taker.on('message', (bytes) =>
  say({ kind: 'probed', sentNs: Number(bytes.readBigUInt64LE(0)), cameNs: now() }),
);
taker.bind(PORT, host);
createServer(take).listen(PORT, host, () => say({ kind: 'listens' }));
process.on('message', (told: Told) => (told.kind === 'send' ? send(told) : probe(told)));
process.on('disconnect', () => process.exit());
