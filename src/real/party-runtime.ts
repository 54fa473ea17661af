/**
 * A party with everything that belongs to it: its actor, its connections, its journal and its record, made
 * from its inputs. Its record is a trace of its own, with only what it did and what it received; times are
 * those of its own clock.
 */

import { appendFileSync, closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { CahootsError } from '../core/base/errors.ts';
import { deepFreeze } from '../core/base/freeze.ts';
import type { Executor } from '../core/engine/compute/executor.ts';
import { makeDirectory, writing } from '../run/data/write.ts';
import { writeAll } from '../core/platform/node/write-all.ts';
import type { Plugin } from '../run/plugin/plugin.ts';
import { protocolNamed } from '../run/plugin/registry.ts';
import type { Bound } from '../core/engine/clock/bounds.ts';
import { Bus, NO_MESSAGE } from '../core/engine/messages/bus.ts';
import { Directory, roleOf } from '../core/engine/messages/directory.ts';
import { TraceWriter } from '../run/trace/writer.ts';
import { FRAME_HEAD_BYTES, isMessage } from './frame.ts';
import { type PartyInputs, sessionOf } from './inputs.ts';
import type { Identity } from './identity.ts';
import { Journal } from './journal.ts';
import { type Address, Mesh } from './mesh.ts';
import { paceOf } from './pace.ts';
import { Party, type PartyOptions } from './party.ts';
import { type ClockNote, clockName, recordName } from './records.ts';
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
  /** Called when its actor begins. */
  readonly onBegin?: (() => void) | undefined;
}

/** How a party ended. */
export interface PartyEnd {
  /** Which limit ended it, if one did. */
  readonly bound?: Bound;
  /** Why the others refused it. */
  readonly refused?: string;
}

/** How many refused connections are recorded. */
const MOST_REFUSALS = 100;

export class PartyRuntime {
  /** How it ended, once all is over. */
  readonly ended: Promise<PartyEnd>;
  readonly #mesh: Mesh;
  readonly #directory: Directory;
  readonly #leave: (end: PartyEnd) => void;

  // oxlint-disable-next-line max-lines-per-function -- connects parts that call each other
  constructor({ part, folder, executor, patienceMs, build, durable = false, onBegin }: PartyRuntimeOptions) {
    const { agreement, name, session, identity, messages } = part;
    const directory = new Directory(agreement.roles);
    const id = directory.find(name);
    if (id === undefined)
      throw new CahootsError('bad-input', `expected a party of the protocol, got ${name}`, { path: 'party' });
    makeDirectory(folder);
    const journal = new Journal({
      file: join(folder, `${name}.journal`),
      types: messages,
      session,
      durable,
    });
    const { life } = journal;

    const bus = new Bus();
    const recordFile = join(folder, recordName(name, life));
    const record = writing(recordFile, () => openSync(recordFile, 'w'));
    const header = { roles: agreement.roles, scenario: null, clock: 'wall' } as const;
    const writer = new TraceWriter(header, (bytes) => writing(recordFile, () => writeAll(record, bytes)));
    writer.attach(bus);

    const clockFile = join(folder, clockName(name));
    const note = (what: ClockNote): void =>
      writing(clockFile, () => appendFileSync(clockFile, `${JSON.stringify(what)}\n`));
    let refusals = 0;
    let isOver = false;
    const fault = (what: string): void => {
      if (isOver || refusals++ >= MOST_REFUSALS) return;
      bus.emit('faulted', { timeNs: party.nowNs, fault: 'connection', actor: id, what, message: NO_MESSAGE });
      writer.flush();
    };
    const rendezvous = new Rendezvous(
      { id, parties: directory.size, returns: life > 1, patienceMs },
      {
        send: (to, kind, payload = NOTHING) => void mesh.send(to, kind, 0, payload),
        begin: () => {
          party.begin();
          note({ life, epochNs: journal.epochNs ?? 0 });
          onBegin?.();
          for (const [from, frame] of early.splice(0)) party.deliver(from, frame);
        },
        over: () => leave({}),
        alone: () => party.stall(),
        measured: note,
      },
    );
    /** Bytes that arrive before everybody has begun: parties that follow the protocol send few. */
    let earlyBytes = 0;
    const early: [number, Parameters<Party['deliver']>[1]][] = [];
    const hello = { name, build, session };
    const { messageBytes } = agreement;
    const mesh = new Mesh(
      { directory, id, hello, identity, messageBytes },
      {
        take: (from, frame) => {
          if (!isMessage(frame.kind)) rendezvous.take(from, frame.kind, frame.payload ?? NOTHING);
          else if (frame.number % directory.size !== from) fault(`refused a message of another's number`);
          else if (rendezvous.hasBegun) party.deliver(from, frame);
          else if ((earlyBytes += frame.size + FRAME_HEAD_BYTES) > agreement.mailboxBytes)
            fault(`refused what ${directory.name(from)} sent before all had begun: the mailbox is full`);
          else early.push([from, frame]);
        },
        up: (other) => rendezvous.up(other),
        down: (other) => rendezvous.down(other),
        refused: (reason) => fault(`refused a connection: ${reason}`),
        refusedBy: (other, reason) => {
          const by = other === undefined ? 'somebody' : directory.name(other);
          fault(`refused by ${by}: ${reason}`);
          // Without that party there is no run.
          if (other === MEETING) leave({ refused: `${by}: ${reason}` });
        },
      },
    );
    const party = new Party({
      ...part,
      directory,
      id,
      executor,
      journal,
      sender: mesh,
      bus,
      record: () => writer.flush(),
      ended: (bound) => {
        if (bound === undefined) return rendezvous.done();
        rendezvous.farewell();
        return leave({ bound });
      },
    });
    let leave: (end: PartyEnd) => void = () => undefined;
    this.ended = new Promise((resolve) => {
      leave = (end) => {
        isOver = true;
        party.stop();
        rendezvous.close();
        mesh.close();
        writer.flush();
        closeSync(record);
        journal.close();
        resolve(end);
        leave = () => undefined;
      };
    });
    this.#leave = (end) => leave(end);
    this.#mesh = mesh;
    this.#directory = directory;
  }

  /** Returns the port on which others can connect. */
  listen(address: Address): Promise<number> {
    return this.#mesh.listen(address);
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

const NOTHING = new Uint8Array();
