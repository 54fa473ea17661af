/** A project of a user's, outside the tree: a folder with Cahoots, as it was built, among its packages. */

import { spawn } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PROGRAM } from './built.ts';
import { ended, type Said } from './program.ts';
import { resident } from './resident-program.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export class Project {
  readonly folder: string;

  /** @param packages of Cahoots' own that it has beside Cahoots itself */
  constructor(folder: string, packages: readonly string[] = []) {
    this.folder = folder;
    mkdirSync(join(folder, 'node_modules'), { recursive: true });
    symlinkSync(ROOT, join(folder, 'node_modules/cahoots'));
    for (const name of packages) {
      symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
    }
    this.write('package.json', '{ "type": "module" }\n');
  }

  write(name: string, text: string): void {
    writeFileSync(join(this.folder, name), text);
  }

  /** What the built program says in this folder. */
  cahoots(...args: readonly string[]): Promise<Said> {
    return this.cahootsIn('.', ...args);
  }

  /** The same in a folder that is named from this one. */
  cahootsIn(folder: string, ...args: readonly string[]): Promise<Said> {
    return this.#node(folder, [PROGRAM, ...args]);
  }

  /** The same in a Node.js that is given options of its own. */
  cahootsWith(options: readonly string[], ...args: readonly string[]): Promise<Said> {
    return this.#node('.', [...options, PROGRAM, ...args]);
  }

  /**
   * What the program says to commands that one process does one after the other: for those that leave nothing behind. A module that
   * differs from command to command needs a folder of its own each time, as a process imports it once.
   * @param commands each with the folder, named from this one, and the arguments
   */
  many(commands: readonly (readonly [folder: string, ...args: string[]])[]): Promise<readonly Said[]> {
    return many(
      join(ROOT, 'dist'),
      commands.map(([folder, ...args]) => ({ folder: join(this.folder, folder), args })),
    );
  }

  #node(folder: string, args: readonly string[]): Promise<Said> {
    const cwd = join(this.folder, folder);
    return ended(spawn(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] }));
  }
}

/**
 * What the program says to commands that one process does one after the other.
 * @param build its folder
 */
export async function many(
  build: string,
  commands: readonly { readonly folder: string; readonly args: readonly string[] }[],
): Promise<readonly Said[]> {
  const program = await resident(build);
  try {
    const said: Said[] = [];
    for (const { folder, args } of commands) said.push(await program.said(folder, ...args));
    return said;
  } finally {
    program.end();
  }
}

/** A protocol in which every client tells how many points it has, and everybody is in one cluster. */
export const COUNTING = `
import * as c from 'cahoots';

const Count = c.message('count', { points: c.integer });

const count = c.defineTask('counting/count', {
  operations: ({ rows }) => rows,
  run: ({ rows }) => ({ points: rows }),
});

function* server(self, { agreed: { clients, points } }) {
  yield* c.collect(Count, { count: clients.length, from: clients, timeoutNs: 1e9 });
  const labels = new Uint16Array(points);
  yield* c.finish({ kind: 'clustered', labels, iterations: 1, converged: true });
}

function* client(self, { shard }) {
  const { points } = yield* c.compute(count, shard);
  yield* c.send('server', Count, { points });
}

const counting = c.protocol({
  name: 'counting',
  summary: 'every client tells how many points it has',
  parameters: c.z.strictObject({ clusters: c.z.literal(1).default(1) }),
  messages: [Count],
  tasks: [count],
  check: () => [],
  agree: (settings, { clients, points }) => ({ clients, points }),
  roles: {
    server: c.role({ parties: 'one', starts: true, play: server }),
    client: c.role({ parties: 'many', play: client }),
  },
  reports: 'server',
});

export default c.plugin(import.meta.url, { name: 'counting', protocols: [counting] });
`;

export const SCENARIO = `
clients: 3
data: { source: gaussian-mixture, points: 30, dimension: 2, components: 2, deviation: 1 }
protocol: { name: counting }
`;
