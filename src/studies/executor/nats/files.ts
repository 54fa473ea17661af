/**
 * The files that jobs read are stored at the broker under their SHA-256, so each is uploaded once, and downloaded once per worker.
 * Anybody may have written there, so nothing is believed but the digest of what is read.
 */

import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type JetStreamManager, StorageType } from '@nats-io/jetstream';
import { type ObjectStore, Objm } from '@nats-io/obj';
import type { NatsConnection } from '@nats-io/transport-node';
import { z } from 'zod';
import { CahootsError } from '../../../core/base/errors.ts';
import { makeDirectory } from '../../../run/data/write.ts';
import type { Files } from '../job.ts';
import { FILES, KEPT_MS, lastMessage } from './streams.ts';

const SHA256 = /^[0-9a-f]{64}$/;

/** The most that a file may have: as much as Node.js reads at once. */
const MOST_BYTES = 2 ** 31;

const STREAM = `OBJ_${FILES}`;
/** The part of what the object store writes about a file that is needed to find it. */
const descriptions = z.object({
  nuid: z.string().regex(/^\w+$/),
  size: z.int().min(0).max(MOST_BYTES),
  deleted: z.boolean().optional(),
});

function storeOf(nc: NatsConnection): Promise<ObjectStore> {
  return new Objm(nc).create(FILES, { storage: StorageType.File, ttl: KEPT_MS * 1e6 });
}

const descriptionSubject = (digest: string): string =>
  `$O.${FILES}.M.${Buffer.from(digest).toString('base64').replaceAll('+', '-').replaceAll('/', '_')}`;

/** Where the broker has a file, according to whoever wrote that last. */
async function describedFile(
  jsm: JetStreamManager,
  digest: string,
): Promise<z.output<typeof descriptions> | undefined> {
  const stored = await lastMessage(jsm, STREAM, descriptionSubject(digest));
  try {
    const described = descriptions.safeParse(JSON.parse(Buffer.from(stored?.data ?? []).toString())).data;
    return described?.deleted === true ? undefined : described;
  } catch {
    return undefined;
  }
}

/** Removes what is said of a file, so that it is uploaded again. */
async function removeFile(jsm: JetStreamManager, digest: string): Promise<void> {
  await jsm.streams.purge(STREAM, { filter: descriptionSubject(digest) });
}

/** Uploads the files that the broker does not have. */
export class Uploads {
  readonly #nc: NatsConnection;
  readonly #jsm: JetStreamManager;
  readonly #sent = new Map<string, Promise<void>>();

  constructor(nc: NatsConnection, jsm: JetStreamManager) {
    this.#nc = nc;
    this.#jsm = jsm;
  }

  /** @throws CahootsError for a file that changed after the job was made */
  async send(files: Files): Promise<void> {
    await Promise.all(
      Object.entries(files).map(([path, digest]) => {
        const sending = this.#sent.get(digest) ?? this.#send(path, digest);
        this.#sent.set(digest, sending);
        // If the broker was unreachable, retried with the next job.
        sending.catch(() => this.#sent.delete(digest));
        return sending;
      }),
    );
  }

  /** Checks again which files the broker has, since it may have lost its disk. */
  forget(): void {
    this.#sent.clear();
  }

  async #send(path: string, digest: string): Promise<void> {
    const store = await storeOf(this.#nc);
    const bytes = readFileSync(path);
    if (digestOf(bytes) !== digest) {
      throw new CahootsError(
        'bad-input',
        'expected a file that does not change during the study, got one that changed',
        {
          file: path,
        },
      );
    }
    const there = await describedFile(this.#jsm, digest);
    if (there?.size === bytes.byteLength) return;
    // The object store reads what is there first, which may be anything.
    await removeFile(this.#jsm, digest);
    await store.putBlob({ name: digest }, bytes);
  }
}

/** Keeps files of jobs in a folder of this machine. */
export class Downloads {
  readonly #jsm: JetStreamManager;
  readonly #folder: string;
  readonly #got = new Map<string, Promise<string>>();

  constructor(jsm: JetStreamManager, folder: string) {
    this.#jsm = jsm;
    this.#folder = folder;
    makeDirectory(folder);
  }

  /** The paths of the files, by their names in the order. */
  async get(files: Files): Promise<Readonly<Record<string, string>>> {
    const entries = Object.entries(files).map(async ([name, digest]) => {
      // Readers look at extensions.
      const file = digest + (/(\.\w{1,8}){0,2}$/.exec(basename(name))?.[0] ?? '');
      const getting = this.#got.get(file) ?? this.#get(digest, file);
      this.#got.set(file, getting);
      getting.catch(() => this.#got.delete(file));
      return [name, await getting] as const;
    });
    return Object.fromEntries(await Promise.all(entries));
  }

  async #get(digest: string, file: string): Promise<string> {
    if (!SHA256.test(digest)) throw new CahootsError('bad-input', `expected a SHA-256, got ${digest}`);
    const path = join(this.#folder, file);
    if (existsSync(path) && digestOf(readFileSync(path)) === digest) return path;
    const described = await describedFile(this.#jsm, digest);
    // It is uploaded again with the job, see `Uploads`.
    if (described === undefined) throw new Error(`the broker has no file ${digest}`);
    const bytes = await this.#read(described);
    if (digestOf(bytes) !== digest) {
      await removeFile(this.#jsm, digest).catch(() => undefined);
      throw new Error(`the broker has another file under ${digest}`);
    }
    // Several workers may share the folder.
    writeFileSync(`${path}.${process.pid}`, bytes);
    renameSync(`${path}.${process.pid}`, path);
    return path;
  }

  /** Its parts one after another; as many as there are if these are fewer. */
  async #read({ nuid, size }: { readonly nuid: string; readonly size: number }): Promise<Uint8Array> {
    const parts: Uint8Array[] = [];
    let left = size;
    for (let seq = 0; left > 0;) {
      const next = { next_by_subj: `$O.${FILES}.C.${nuid}`, seq };
      const part = await this.#jsm.streams.getMessage(STREAM, next);
      if (part === null) break;
      parts.push(part.data);
      left -= part.data.byteLength;
      seq = part.seq + 1;
    }
    return Buffer.concat(parts);
  }
}

function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
