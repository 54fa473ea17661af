/** A broker of one's own for a test: Debian's, on a free port of the loopback address, which keeps what it has in a folder. */

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

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
  #port = 0;
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
    if (this.#port === 0) this.#port = await freePort();
    const own = ['-js', '-a', '127.0.0.1', '-p', `${this.#port}`, '-sd', join(this.#folder, 'store')];
    this.#child = spawn(PROGRAM as string, [...own, ...this.#arguments], { stdio: 'ignore' });
    while (!(await answers(this.#port))) await pause(20);
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

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'data');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
