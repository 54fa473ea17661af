/**
 * `npm run docs`: the output of the commands in documents, and the pictures that they draw. A `console` block has
 * commands after `$ `, each followed by its output; a `js` block that begins with `// NAME.js` is a file of that
 * name. The blocks of one document are run in order in a folder like a reader's; if they leave a picture there with
 * the name of one beside the document, it replaces that one. Names of documents, as arguments, restrict it to these.
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

const page = (name: string): string => join(ROOT, name);

/** The documents whose commands are run, in groups that share a folder. */
export const PLAYED: readonly (readonly string[])[] = [
  [page('README.md')],
  COURSE,
  [page('docs/first-run.md'), page('docs/reading-a-report.md')],
  ...['looking', 'sweeps', 'plugins', 'faults'].map((name) => [page(`docs/${name}.md`)]),
];

/** The document whose commands need Python with NumPy. */
export const OF_PYTHON = page('docs/python.md');

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

/** A reader's folder, empty but for Cahoots. */
export interface Workspace {
  /** Runs all commands of a document. */
  play(document: string): Play;
  remove(): void;
}

/** What commands of documents see of the environment. */
export const SEEN: NodeJS.ProcessEnv = {
  ...process.env,
  COLUMNS: '100',
  NO_COLOR: '1',
  // Suppresses npm's own output.
  npm_config_loglevel: 'silent',
};

/**
 * @param installed the folder of the package that is installed there
 * @param script what `cahoots` starts there
 */
export function workspace(
  installed: string = ROOT,
  script: string = `#!/bin/sh\nexec ${process.execPath} ${join(installed, 'dist/bin/cahoots.js')} "$@"\n`,
): Workspace {
  const folder = mkdtempSync(join(tmpdir(), 'cahoots-course-'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', scripts }));
  symlinkSync(join(ROOT, 'experiments'), join(folder, 'experiments'));
  // As npm install would create it.
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(installed, join(folder, 'node_modules/cahoots'));
  symlinkSync(join(ROOT, 'node_modules/tsx'), join(folder, 'node_modules/tsx'));
  mkdirSync(join(folder, '.bin'));
  const program = join(folder, '.bin/cahoots');
  writeFileSync(program, script);
  chmodSync(program, 0o755);
  const env = { ...SEEN, PATH: `${join(folder, '.bin')}:${process.env['PATH'] ?? ''}` };
  const shell = (command: string) =>
    spawnSync('bash', ['-o', 'pipefail', '-c', command], { cwd: folder, encoding: 'utf8', env });
  return {
    play(document) {
      for (const [, name = '', text = ''] of document.matchAll(FILE)) writeFileSync(join(folder, name), text);
      const commands = commandsIn(document).map(({ command, written }) => {
        const { stdout, stderr, status } = shell(command);
        return { command, written, printed: (stdout + stderr.replaceAll(PROGRESS, '')).trimEnd(), status };
      });
      const drawn = [...document.matchAll(PICTURE)].map(
        ([, name = '']) => [name, join(folder, name)] as const,
      );
      const pictures = drawn
        .filter(([, path]) => existsSync(path))
        .map(([name, path]) => [name, readFileSync(path, 'utf8')] as const);
      return { commands, pictures: new Map(pictures) };
    },
    remove() {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The commands of all console blocks of a document, each with the output written below it. */
export function commandsIn(document: string): { command: string; written: string }[] {
  return [...document.matchAll(BLOCK)].flatMap(([, block = '']) => commandsOf(block));
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

/** A document with what its commands print now; unchanged if only measured times differ. */
function withOutputs(document: string, { commands }: Play): string {
  let at = 0;
  return document.replaceAll(BLOCK, (_, block: string) => {
    const parts = commandsOf(block).map(() => {
      const { command, written, printed } = commands[at++];
      const output = comparable(written) === comparable(printed) ? written : printed;
      return `$ ${command}\n${output === '' ? '' : `${output}\n`}`;
    });
    return `\`\`\`console\n${parts.join('')}\`\`\``;
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const hasNumpy = spawnSync('python3', ['-c', 'import numpy']).status === 0;
  const wanted = process.argv.slice(2).map((file) => join(process.cwd(), file));
  const groups = hasNumpy ? [...PLAYED, [OF_PYTHON]] : PLAYED;
  for (const group of groups.filter(
    (one) => wanted.length === 0 || one.some((file) => wanted.includes(file)),
  )) {
    const place = workspace();
    for (const file of group) {
      const document = readFileSync(file, 'utf8');
      const played = place.play(document);
      writeFileSync(file, withOutputs(document, played));
      for (const [name, picture] of played.pictures) writeFileSync(join(dirname(file), name), picture);
    }
    place.remove();
  }
}
