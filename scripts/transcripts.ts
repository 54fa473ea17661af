/**
 * `npm run docs`: the output of the commands in documents, and the pictures that they draw. A `console` block has
 * commands after `$ `, each followed by its output; a `js` block that begins with `// NAME.js` is a file of that
 * name. The blocks of one document are run in order in one folder that contains only what they need; if they leave a
 * picture there with the name of one beside the document, it replaces that one.
 */

import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: object };

export const COURSE: readonly string[] = readdirSync(join(ROOT, 'docs/course'))
  .filter((file) => file.endsWith('.md'))
  .toSorted()
  .map((file) => join(ROOT, 'docs/course', file));

/** The documents whose commands are run. */
export const PLAYED: readonly string[] = [
  ...COURSE,
  ...['looking', 'sweeps', 'plugins', 'faults'].map((name) => join(ROOT, `docs/${name}.md`)),
];

const PICTURE = /\]\(([^)/]+\.svg)\)/g;
const BLOCK = /```console\n([\s\S]*?)```/g;
const FILE = /```js\n\/\/ (\S+\.js)\n([\s\S]*?)```/g;

/** What a command that takes long says of how far it is: measured times again. */
const PROGRESS = /^\d+ of \d+ \w+, about .* left\n/gm;

export interface Play {
  readonly commands: readonly Played[];
  /** The contents of pictures that the document shows and the commands drew, by name. */
  readonly pictures: ReadonlyMap<string, string>;
}

export interface Played {
  readonly command: string;
  /** The output as written in the document. */
  readonly written: string;
  /** The output as printed now. */
  readonly printed: string;
  /** The exit code; in a pipe, of the first part that failed. */
  readonly status: number | null;
}

/** Runs all commands of a document. */
export function play(page: string): Play {
  const folder = mkdtempSync(join(tmpdir(), 'cahoots-course-'));
  try {
    for (const name of ['scenarios', 'examples', 'experiments'])
      symlinkSync(join(ROOT, name), join(folder, name));
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', scripts }));
    // As npm install would create it, for a user's project below.
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(ROOT, join(folder, 'node_modules/cahoots'));
    symlinkSync(join(ROOT, 'node_modules/tsx'), join(folder, 'node_modules/tsx'));
    for (const [, name = '', text = ''] of page.matchAll(FILE)) writeFileSync(join(folder, name), text);
    mkdirSync(join(folder, '.bin'));
    const program = join(folder, '.bin/cahoots');
    writeFileSync(program, `#!/bin/sh\nexec ${process.execPath} ${join(ROOT, 'dist/bin/cahoots.js')} "$@"\n`);
    chmodSync(program, 0o755);
    const env = {
      ...process.env,
      PATH: `${join(folder, '.bin')}:${process.env['PATH'] ?? ''}`,
      COLUMNS: '100',
      NO_COLOR: '1',
      // Suppresses npm's own output.
      npm_config_loglevel: 'silent',
    };
    const commands = commandsIn(page).map(({ command, written }) => {
      const shell = ['-o', 'pipefail', '-c', command];
      const { stdout, stderr, status } = spawnSync('bash', shell, { cwd: folder, encoding: 'utf8', env });
      return { command, written, printed: (stdout + stderr.replaceAll(PROGRESS, '')).trimEnd(), status };
    });
    const drawn = [...page.matchAll(PICTURE)].map(([, name = '']) => [name, join(folder, name)] as const);
    const pictures = drawn
      .filter(([, path]) => existsSync(path))
      .map(([name, path]) => [name, readFileSync(path, 'utf8')] as const);
    return { commands, pictures: new Map(pictures) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The commands of all console blocks of a document, each with the output written below it. */
export function commandsIn(page: string): { command: string; written: string }[] {
  return [...page.matchAll(BLOCK)].flatMap(([, block = '']) => commandsOf(block));
}

function commandsOf(block: string): { command: string; written: string }[] {
  return block
    .split(/^\$ /m)
    .slice(1)
    .map((part) => {
      const [command = '', ...output] = part.trimEnd().split('\n');
      return { command, written: output.join('\n').trimEnd() };
    });
}

/** Output without measured times, which alone may differ: the last column of a table, or a whole row. */
export function comparable(output: string): string {
  return output
    .split('\n')
    .map((line) =>
      // Columns are as wide as the widest figure, which may be a measured one.
      line.startsWith('measured ')
        ? 'measured'
        : line
            .replace(/ +[\d.]+ (ms|s|min)$/, ' MEASURED')
            .replaceAll(/ {2,}/g, '  ')
            .trimEnd(),
    )
    .join('\n')
    .trim();
}

/** The page with what its commands print now; unchanged if only measured times differ. */
export function withOutputs(page: string): { text: string; pictures: Play['pictures'] } {
  const { commands, pictures } = play(page);
  let at = 0;
  const text = page.replaceAll(BLOCK, (_, block: string) => {
    const parts = commandsOf(block).map(() => {
      const { command, written, printed } = commands[at++];
      const output = comparable(written) === comparable(printed) ? written : printed;
      return `$ ${command}\n${output === '' ? '' : `${output}\n`}`;
    });
    return `\`\`\`console\n${parts.join('')}\`\`\``;
  });
  return { text, pictures };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const file of PLAYED) {
    const { text, pictures } = withOutputs(readFileSync(file, 'utf8'));
    writeFileSync(file, text);
    for (const [name, picture] of pictures) writeFileSync(join(dirname(file), name), picture);
  }
}
