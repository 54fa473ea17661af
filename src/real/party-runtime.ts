/** A party with everything that belongs to it: its actor, its connections, its journal and its record, made from its inputs. */

import { join } from 'node:path';
import { CahootsError } from '../core/base/errors.ts';
import { deepFreeze } from '../core/base/freeze.ts';
import type { Executor } from '../core/engine/compute/executor.ts';
import { makeDirectory } from '../run/data/write.ts';
import type { Plugin } from '../run/plugin/plugin.ts';
import { protocolNamed } from '../run/plugin/registry.ts';
import type { Bound } from '../core/engine/clock/bounds.ts';
import { Directory, roleOf } from '../core/engine/messages/directory.ts';
import { type Frame, FRAME_HEAD_BYTES, isMessage } from './frame.ts';
import { type PartyInputs, sessionOf } from './inputs.ts';
import type { Identity } from './identity.ts';
import { Journal } from './journal.ts';
import { type Address, Mesh } from './mesh.ts';
import { paceOf } from './pace.ts';
import { Party, type PartyOptions } from './party.ts';
import { PartyRecord } from './party-record.ts';
import { MEETING, Rendezvous } from './rendezvous.ts';

/** What a party plays, and by which rules. */
export interface Part extends Pick<
  PartyOptions,
  'behaviour' | 'retransmitAfterNs' | 'messages' | 'agreement' | 'pace'
> {
  readonly name: string;
  /** SHA-256 over what all agree on. */
  readonly session: string;
  readonly identity?: Identity | undefined;
}

/**
 * What a party plays: its role with what all agree on, and its own inputs.
 * @throws CahootsError if the inputs do not belong to a party of a known protocol
 */
export function partOf(inputs: PartyInputs, plugins: readonly Plugin[]): Part {
  const { agreement, name, own, identity, device } = inputs;
  const protocol = protocolNamed({ plugins }, agreement.protocol);
  const agreed = deepFreeze(
    protocol.agree(agreement.parameters, agreement.population),
    'what parties agree on',
  );
  const role = protocol.roles[roleOf(name)];
  return {
    name,
    agreement,
    session: sessionOf(agreement),
    behaviour: (self) => role.play(self, { agreed, ...own } as never),
    retransmitAfterNs: role.retransmitAfterNs?.(agreed),
    messages: protocol.messages,
    identity,
    pace: device && paceOf(device),
  };
}

export interface PartyRuntimeOptions {
  readonly part: Part;
  /** The folder of its journal and its record. */
  readonly folder: string;
  readonly executor: Executor;
  /** How long to wait for parties that do not connect. */
  readonly patienceMs: number;
  /** SHA-256 over the code. */
  readonly build: string;
  /** Whether what it saves also survives a failure of the machine. */
  readonly durable?: boolean | undefined;
  /** Called before its actor begins, when it has begun, and at the end of each of its turns. */
  readonly onReady?: (() => void) | undefined;
  readonly onBegin?: (() => void) | undefined;
  readonly onTurn?: (() => void) | undefined;
}

/** How a party ended. */
export interface PartyEnd {
  /** Which limit ended it, if one did. */
  readonly bound?: Bound;
  /** Why the others refused it. */
  readonly refused?: string;
}

export class PartyRuntime {
  /** How it ended, once all is over. */
  readonly ended: Promise<PartyEnd>;
  readonly #name: string;
  readonly #directory: Directory;
  readonly #journal: Journal;
  readonly #record: PartyRecord;
  readonly #rendezvous: Rendezvous;
  readonly #mesh: Mesh;
  readonly #party: Party;
  readonly #mailboxBytes: number;
  /** Messages that arrive before this party has begun, and who is done since: parties that follow the protocol send few. */
  #early: [from: number, frame: Frame][] = [];
  #earlyBytes = 0;
  #resolve: ((end: PartyEnd) => void) | undefined;

  /** @throws CahootsError if there is no such party, or its folder cannot be written */
  constructor(options: PartyRuntimeOptions) {
    const { part, folder, executor, patienceMs, build, durable = false } = options;
    const { agreement, name, session, identity, messages } = part;
    const { roles, messageBytes, mailboxBytes } = agreement;
    const directory = new Directory(roles);
    const id = directory.find(name);
    if (id === undefined)
      throw new CahootsError('bad-input', `expected a party of the protocol, got ${name}`, { path: 'party' });
    makeDirectory(folder);
    this.#name = name;
    this.#directory = directory;
    this.#mailboxBytes = mailboxBytes;
    const file = join(folder, `${name}.journal`);
    this.#journal = new Journal({ file, types: messages, session, durable });
    const { life } = this.#journal;
    this.#record = new PartyRecord({ folder, name, id, life, roles });
    this.#rendezvous = new Rendezvous(
      { id, parties: directory.size, returns: life > 1, patienceMs },
      {
        send: (to, kind, payload = NOTHING) => void this.#mesh.send(to, kind, 0, payload),
        begin: () => this.#begin(options),
        over: () => this.leave(),
        alone: () => this.#party.stall(),
        measured: (note) => this.#record.note(note),
      },
    );
    this.#mesh = new Mesh(
      { directory, id, hello: { name, build, session }, identity, messageBytes },
      {
        take: (from, frame) => this.#take(from, frame),
        up: (other) => this.#rendezvous.up(other),
        down: (other) => this.#rendezvous.down(other),
        refused: (reason) => this.#fault(`refused a connection: ${reason}`),
        refusedBy: (other, reason) => this.#refusedBy(other, reason),
      },
    );
    this.#party = new Party({
      ...part,
      directory,
      id,
      executor,
      journal: this.#journal,
      sender: this.#mesh,
      bus: this.#record.bus,
      record: () => this.#record.flush(),
      turned: options.onTurn,
      ended: (bound) => this.#actorEnded(bound),
    });
    this.ended = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  #begin({ onReady, onBegin }: PartyRuntimeOptions): void {
    onReady?.();
    this.#party.begin();
    // Known once it has begun.
    const { life, epochNs = 0 } = this.#journal;
    this.#record.note({ life, epochNs });
    onBegin?.();
    for (const [from, frame] of this.#early.splice(0)) this.#handle(from, frame);
  }

  #take(from: number, frame: Frame): void {
    const { size } = this.#directory;
    const isOwn = isMessage(frame.kind);
    if (isOwn && frame.number % size !== from) this.#fault(`refused a message of another's number`);
    else if (this.#rendezvous.hasBegun || !(isOwn || frame.kind === 'done')) this.#handle(from, frame);
    else if ((this.#earlyBytes += frame.size + FRAME_HEAD_BYTES) > this.#mailboxBytes)
      this.#fault(
        `refused what ${this.#directory.name(from)} sent before all had begun: the mailbox is full`,
      );
    else this.#early.push([from, frame]);
  }

  #handle(from: number, frame: Frame): void {
    if (isMessage(frame.kind)) this.#party.deliver(from, frame);
    else this.#rendezvous.take(from, frame.kind, frame.payload ?? NOTHING);
  }

  #refusedBy(other: number | undefined, reason: string): void {
    const by = other === undefined ? 'somebody' : this.#directory.name(other);
    this.#fault(`refused by ${by}: ${reason}`);
    // Without that party there is no run.
    if (other === MEETING) this.#leave({ refused: `${by}: ${reason}` });
  }

  #fault(what: string): void {
    this.#record.connectionFault(what, this.#party.nowNs);
  }

  /** @param bound the limit that ended it, if one did */
  #actorEnded(bound: Bound | undefined): void {
    if (bound === undefined) return this.#rendezvous.done();
    this.#rendezvous.farewell();
    this.#leave({ bound });
  }

  #leave(end: PartyEnd): void {
    const resolve = this.#resolve;
    if (resolve === undefined) return;
    this.#resolve = undefined;
    this.#party.stop();
    this.#rendezvous.close();
    this.#mesh.close();
    this.#record.close();
    this.#journal.close();
    resolve(end);
  }

  /**
   * Returns the port on which others can connect.
   * @throws CahootsError if the address cannot be used
   */
  async listen(address: Address): Promise<number> {
    try {
      return await this.#mesh.listen(address);
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      const expected = `expected ${address.host}:${address.port} to listen at`;
      throw new CahootsError('bad-input', `${expected}, got ${UNUSABLE[code] ?? code}`, { path: this.#name });
    }
  }

  /** @param addresses of all parties, by name */
  connect(addresses: ReadonlyMap<string, Address>): void {
    this.#mesh.connect(
      new Map([...addresses].map(([name, address]) => [this.#directory.find(name) ?? -1, address])),
    );
  }

  /** Ends it before all is over. */
  leave(): void {
    this.#leave({});
  }
}

/**
 * The end of the party in a process that does nothing else: an error anywhere in the process, such as a full
 * disk, ends it.
 * @throws that error
 */
export function endIn(host: NodeJS.Process, runtime: PartyRuntime): Promise<PartyEnd> {
  return new Promise((resolve, reject) => {
    host.once('uncaughtException', reject);
    void runtime.ended.then((end) => {
      host.off('uncaughtException', reject);
      resolve(end);
    });
  });
}

/** Why an address cannot be used, by the system's error. */
const UNUSABLE: Readonly<Record<string, string>> = {
  EADDRINUSE: 'a port that is in use',
  EADDRNOTAVAIL: 'an address that is not of this machine',
  ENOTFOUND: 'a name that nobody has',
  EACCES: 'a port that only an administrator may use',
};

const NOTHING = new Uint8Array();
