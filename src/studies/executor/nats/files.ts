/** The files that jobs read are stored at the broker under their SHA-256, so each is uploaded once, and downloaded once per worker. */

import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { StorageType } from '@nats-io/jetstream';
import { type ObjectStore, Objm } from '@nats-io/obj';
import type { NatsConnection } from '@nats-io/transport-node';
import { CahootsError } from '../../../core/base/errors.ts';
import { makeDirectory } from '../../../run/data/write.ts';
import type { Files } from '../job.ts';
import { FILES, KEPT_MS } from './streams.ts';

const SHA256 = /^[0-9a-f]{64}$/;

function storeOf(nc: NatsConnection): Promise<ObjectStore> {
  return new Objm(nc).create(FILES, { storage: StorageType.File, ttl: KEPT_MS * 1e6 });
}

/** Uploads the files that the broker does not have. */
export class Uploads {
  readonly #nc: NatsConnection;
  readonly #sent = new Map<string, Promise<void>>();

  constructor(nc: NatsConnection) {
    this.#nc = nc;
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
    if ((await store.info(digest)) !== null) return;
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
    await store.putBlob({ name: digest }, bytes);
  }
}

/** Keeps files of jobs in a folder of this machine. */
export class Downloads {
  readonly #nc: NatsConnection;
  readonly #folder: string;
  readonly #got = new Map<string, Promise<string>>();

  constructor(nc: NatsConnection, folder: string) {
    this.#nc = nc;
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
    const bytes = await (await storeOf(this.#nc)).getBlob(digest);
    // It is uploaded again with the job, see `Uploads`.
    if (bytes === null) throw new Error(`the broker has no file ${digest}`);
    if (digestOf(bytes) !== digest) throw new Error(`the broker has another file under ${digest}`);
    // Several workers may share the folder.
    writeFileSync(`${path}.${process.pid}`, bytes);
    renameSync(`${path}.${process.pid}`, path);
    return path;
  }
}

function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
