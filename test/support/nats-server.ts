/** A broker of one's own for a test: Debian's, on a port of the loopback address that it picks, which keeps what it has in a folder. */

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PROGRAM = ['nats-server', '/usr/sbin/nats-server'].find(
  (program) => spawnSync(program, ['--version']).status === 0,
);

/** Says why where tests that need a broker are left out. */
export const hasServer = PROGRAM !== undefined;
if (!hasServer) {
  process.stderr.write(
    'skipped: tests with a broker, as there is no nats-server (apt-get install nats-server)\n',
  );
}

export class NatsServer {
  readonly #folder = mkdtempSync(join(tmpdir(), 'cahoots-nats-'));
  readonly #arguments: readonly string[];
  /** As nats-server has it: -1 is any that is free. */
  #port = -1;
  #child: ChildProcess | undefined;

  /** @param others arguments of nats-server */
  constructor(others: readonly string[] = []) {
    this.#arguments = others;
  }

  get address(): string {
    return `nats://127.0.0.1:${this.#port}`;
  }

  get folder(): string {
    return this.#folder;
  }

  /** Again after it was killed too: on the same port, with what it had. */
  async start(): Promise<void> {
    const own = ['-js', '-a', '127.0.0.1', '-p', `${this.#port}`, '-sd', join(this.#folder, 'store')];
    this.#child = spawn(PROGRAM as string, [...own, ...this.#arguments]);
    this.#port = await portOf(this.#child);
  }

  /** As `kill -9` does. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
  }

  async remove(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** The port at which a nats-server listens, as soon as it is ready. */
export async function portOf(server: ChildProcess): Promise<number> {
  const [, port] = await said(server, /client connections on \S+:(\d+)[^]*Server is ready/);
  return Number(port);
}

/**
 * What matches among the words of a process, as soon as it has said them.
 *
 * @throws with all that it said, if it ends before
 */
export async function said(child: ChildProcess, words: RegExp): Promise<RegExpExecArray> {
  let all = '';
  return new Promise((resolve, reject) => {
    const hear = (text: Buffer): void => {
      all += String(text);
      const match = words.exec(all);
      if (match !== null) resolve(match);
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    child.once('exit', () => reject(new Error(`${child.spawnargs.join(' ')} ended: ${all}`)));
  });
}
