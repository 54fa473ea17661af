/**
 * A connection to every other party. Of two parties the one with the higher number calls the other,
 * repeatedly until it answers, and again whenever the connection is lost. A caller must say who it is, and
 * with certificates prove it, before anything else is accepted from it.
 */

import { type AddressInfo, connect as connectTcp, createServer, type Server, type Socket } from 'node:net';
import { connect as connectTls, createServer as createTlsServer, type TLSSocket } from 'node:tls';
import { visible } from '../core/base/visible.ts';
import type { Directory } from '../core/engine/messages/directory.ts';
import { Connection } from './connection.ts';
import { type Frame, type FrameKind, NOTE_BYTES } from './frame.ts';
import { type Hello, readHello, refusalOf, writeHello } from './hello.ts';
import { certifiedName, type Identity, tlsOptions } from './identity.ts';

export interface Address {
  readonly host: string;
  readonly port: number;
}

export interface MeshHost {
  /** A frame from a known party. */
  readonly take: (from: number, frame: Frame) => void;
  readonly up: (party: number) => void;
  readonly down: (party: number) => void;
  /** A connection was refused, or its bytes were invalid. */
  readonly refused: (reason: string) => void;
  /** Another party refuses this one, or is incompatible. */
  readonly refusedBy: (party: number | undefined, reason: string) => void;
}

export interface MeshOptions {
  readonly directory: Directory;
  /** The number of this party. */
  readonly id: number;
  readonly hello: Hello;
  /** Absent: in the clear, and names are trusted. */
  readonly identity?: Identity | undefined;
  readonly messageBytes: number;
}

const FIRST_RETRY_MS = 50;
const MOST_RETRY_MS = 1000;
const HELLO_MS = 10_000;
/** How many unidentified connections there may be, per party. */
const STRANGERS = 4;

export class Mesh {
  readonly #options: MeshOptions;
  readonly #host: MeshHost;
  readonly #server: Server;
  readonly #expected: ReadonlySet<string>;
  /** By party: its open connection. */
  readonly #up = new Map<number, Connection>();
  readonly #strangers = new Set<Connection>();
  readonly #retries = new Map<number, NodeJS.Timeout>();
  #isClosed = false;

  constructor(options: MeshOptions, host: MeshHost) {
    const { directory, id, identity } = options;
    this.#options = options;
    this.#host = host;
    const others = Array.from({ length: directory.size }, (_, party) => party).filter(
      (party) => party !== id,
    );
    this.#expected = new Set(others.map((party) => directory.name(party)));
    this.#server = identity
      ? createTlsServer({ ...tlsOptions(identity), handshakeTimeout: HELLO_MS }, (socket) =>
          this.#meet(socket),
        )
      : createServer((socket) => this.#meet(socket));
    this.#server.maxConnections = (STRANGERS + 1) * directory.size;
    this.#server.on('tlsClientError', (error: Error) => this.#host.refused(`no TLS: ${reasonOf(error)}`));
    this.#server.on('error', () => undefined);
  }

  /** Returns the port. */
  listen({ host, port }: Address): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen({ host, port }, () => {
        this.#server.off('error', reject);
        resolve((this.#server.address() as AddressInfo).port);
      });
    });
  }

  /** Calls the parties that this one is to call. */
  connect(addresses: ReadonlyMap<number, Address>): void {
    for (const [party, address] of addresses)
      if (party < this.#options.id) this.#call(party, address, FIRST_RETRY_MS);
  }

  /**
   * Returns false if the party cannot be reached now: the frame is lost. @param left called when it no longer
   * waits in this process
   */
  send(to: number, kind: FrameKind, number: number, payload: Uint8Array, left?: () => void): boolean {
    const connection = this.#up.get(to);
    connection?.send(kind, number, payload, left);
    return connection !== undefined;
  }

  /** Closes everything once what was sent has left. */
  close(): void {
    this.#isClosed = true;
    for (const retry of this.#retries.values()) clearTimeout(retry);
    this.#server.close();
    for (const connection of [...this.#strangers, ...this.#up.values()]) connection.end();
  }

  #call(party: number, address: Address, retryMs: number): void {
    if (this.#isClosed || this.#up.has(party)) return;
    const { identity } = this.#options;
    const socket: Socket = identity
      ? connectTls({ ...address, ...tlsOptions(identity) })
      : connectTcp({ ...address });
    let connection: Connection | undefined;
    const broken = (): void => void socket.destroy();
    socket.once('error', broken);
    socket.once(identity ? 'secureConnect' : 'connect', () => {
      socket.off('error', broken);
      connection = this.#meet(socket, party);
    });
    socket.once('close', () => {
      if (this.#isClosed) return;
      // After a working connection, the delay starts over.
      const soonMs = connection?.party === undefined ? retryMs : FIRST_RETRY_MS;
      const again = (): void => this.#call(party, address, Math.min(MOST_RETRY_MS, soonMs * 2));
      clearTimeout(this.#retries.get(party));
      this.#retries.set(party, setTimeout(again, soonMs));
    });
  }

  /** @param called the party that this one called; absent if the other side called */
  #meet(socket: Socket, called?: number): Connection {
    const { directory, hello, identity, messageBytes } = this.#options;
    const welcome = (frame: Frame): void => {
      if (frame.kind === 'refusal') return this.#refusedBy(called, frame);
      const theirs =
        frame.kind === 'hello' && frame.size <= NOTE_BYTES
          ? readHello(frame.payload ?? Buffer.alloc(0))
          : undefined;
      if (theirs === undefined) return this.#refuse(connection, 'no hello');
      const certified = identity && (certifiedName(socket as TLSSocket) ?? 'nobody');
      const reason =
        called !== undefined && theirs.name !== directory.name(called)
          ? `somebody else: ${directory.name(called)} was called, ${theirs.name} answered`
          : refusalOf(theirs, hello, this.#expected, certified);
      if (reason !== undefined) {
        if (called !== undefined) this.#host.refusedBy(called, reason);
        return this.#refuse(connection, reason);
      }
      return this.#welcome(connection, directory.find(theirs.name) as number);
    };
    const connection: Connection = new Connection(socket, {
      messageBytes,
      take: (frame) => (connection.party === undefined ? welcome(frame) : this.#take(connection, frame)),
      closed: (_, why) => this.#lost(connection, why),
    });
    this.#strangers.add(connection);
    const problem = identity && whatIsWrong(socket as TLSSocket);
    if (problem !== undefined) {
      this.#refuse(connection, problem);
      return connection;
    }
    const late = setTimeout(() => {
      if (connection.party === undefined) this.#refuse(connection, 'no hello in time');
    }, HELLO_MS);
    socket.once('close', () => clearTimeout(late));
    connection.send('hello', 0, writeHello(hello));
    return connection;
  }

  /** A party that connects again has lost its previous connection. */
  #welcome(connection: Connection, party: number): void {
    this.#strangers.delete(connection);
    const before = this.#up.get(party);
    connection.party = party;
    this.#up.set(party, connection);
    if (before !== undefined) {
      before.destroy();
      this.#host.down(party);
    }
    this.#host.up(party);
  }

  #take(connection: Connection, frame: Frame): void {
    const party = connection.party as number;
    if (frame.kind === 'refusal') this.#refusedBy(party, frame);
    else if (frame.kind === 'hello') this.#refuse(connection, 'a second hello');
    else this.#host.take(party, frame);
  }

  #refuse(connection: Connection, reason: string): void {
    this.#host.refused(reason);
    connection.refuse(reason);
  }

  #refusedBy(party: number | undefined, { payload }: Frame): void {
    this.#host.refusedBy(party, visible(Buffer.from(payload ?? []).toString()));
  }

  #lost(connection: Connection, why?: string): void {
    this.#strangers.delete(connection);
    const { party } = connection;
    if (why !== undefined) {
      const who = party === undefined ? 'a stranger' : this.#options.directory.name(party);
      this.#host.refused(`what ${who} sent: ${why}`);
    }
    if (party === undefined || this.#up.get(party) !== connection) return;
    this.#up.delete(party);
    this.#host.down(party);
  }
}

function whatIsWrong(socket: TLSSocket): string | undefined {
  // In fact an Error, or a string.
  const error: unknown = socket.authorizationError;
  return socket.authorized
    ? undefined
    : `a wrong certificate: ${error instanceof Error ? reasonOf(error) : String(error)}`;
}

function reasonOf(error: Error): string {
  return (error as NodeJS.ErrnoException).code ?? error.message;
}
