import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { standard } from '../bin/standard.ts';
import { LISTS, unlisted } from '../scripts/unlisted.ts';
import { everyRun } from '../src/run/figures/table.ts';
import { SLOW } from '../vitest.config.ts';

const read = (file: string): string => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');

const files = ['src', 'actors', 'bin'].flatMap((top) =>
  readdirSync(new URL(`../${top}`, import.meta.url), { recursive: true, encoding: 'utf8' })
    .map((name) => `${top}/${name}`)
    .filter((file) => file.endsWith('.ts')),
);

test('no file is over 300 lines: it would be two things', () => {
  expect(files.filter((file) => read(file).trimEnd().split('\n').length > 300)).toEqual([]);
});

test('nothing in src asks for a party by the name of its role, which a protocol gives', () => {
  const asked = /(?:[!=]==|includes\(|startsWith\(|case)\s*'(?:server|client-\d*)'/;
  expect(files.filter((file) => file.startsWith('src/') && asked.test(read(file)))).toEqual([]);
});

test('nothing in src names a protocol of ours, as any may be passed in', () => {
  const named = /'(?:dckmeans|fastlloyd|feddp|kfed|mufc|secfc)'/;
  expect(files.filter((file) => file.startsWith('src/') && named.test(read(file)))).toEqual([]);
});

test('nothing is sorted or written as is customary where the program runs', () => {
  const local = /localeCompare\([^,()]*\)|\.toLocale\w*\(\)|Intl\.\w+\((?!')/;
  expect(files.filter((file) => local.test(read(file)))).toEqual([]);
});

/** Names that mean something else as well: parts of an outcome, columns of tables of rounds and of times. */
const SHARED = new Set(
  [
    'clustered converged iterations clusters rounds messages bytes toServer fromServer betweenClients betweenServers',
    'operationsClients operationsServer retransmittedBytes resultNs knownNs endNs measuredNs epsilon delta unlearning',
  ].flatMap((names) => names.split(' ')),
);
/** Where figures get their values, and what is decided by findings: notes, outcomes of swarms, exit codes. */
const SOURCES: Readonly<Record<string, readonly string[]>> = {
  'src/run/report/figure-cells.ts': [
    'equalsLloyd',
    'accuracy',
    'loss',
    'emptyClusters',
    'occupiedClusters',
    'skippedRows',
  ],
  'src/run/tidy/run-row.ts':
    'equalsLloyd accuracy loss lossOfAll lostMessages refusedMessages serverCarried serverForwarded waitedMostShare'.split(
      ' ',
    ),
  'src/run/tidy/numbers.ts': ['equalsLloyd'],
  'src/output/record/iterations.ts': ['accuracy', 'loss'],
  'src/run/report/notes.ts': ['equalsLloyd', 'skippedRows'],
  'src/studies/swarm/outcome.ts': ['equalsLloyd'],
  'src/cli/run-result.ts': ['equalsLloyd'],
  // The schema of findings.
  'src/cli/printed/shapes.ts': ['accuracy', 'equalsLloyd', 'loss', 'skippedRows'],
  // The reason why bytes are sent again.
  'src/output/record/run-recorder.ts': ['loss'],
};

test('no view names figures by heart, as they are read from their table', () => {
  const own = standard.protocols.flatMap(({ figures = [] }) => figures.map(({ name }) => name));
  const names = [...[...everyRun].map(({ name }) => name), ...own].filter((name) => !SHARED.has(name));
  expect(names).toEqual(expect.arrayContaining(['accuracy', 'loss', 'waitedIdleNs', 'nicv']));
  const views = files.filter((file) => /^src\/(?:output|cli|studies|run\/(?:report|tidy))\//.test(file));
  const found = views.flatMap((file) => {
    const named = namesIn(read(file)).filter((name) => names.includes(name));
    return named.length === 0 ? [] : [[file, [...new Set(named)].toSorted()] as const];
  });
  const sources = Object.entries(SOURCES).map(([file, used]) => [file, used.toSorted()] as const);
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(sources));
  // Where it stands as a key, as a property, and in a pattern; but not in prose.
  const text =
    "const { nicv } = row; // loss\n row.accuracy + row['lossOfAll'] + 'the loss'; `${emptyClusters} loss`";
  expect(namesIn(text).filter((name) => names.includes(name))).toEqual([
    'nicv',
    'accuracy',
    'lossOfAll',
    'emptyClusters',
  ]);
});

/** Identifiers in code, and in strings that are nothing else. */
function namesIn(text: string): string[] {
  const code = text
    .replaceAll(/\/\*[^]*?\*\/|\/\/.*$/gm, '')
    .replaceAll(/'(?:[^'\\\n]|\\.)*'/g, (quoted) =>
      /^'\w+'$/.test(quoted) ? ` ${quoted.slice(1, -1)} ` : '',
    )
    .replaceAll(/`[^`]*`/g, (template) =>
      [...template.matchAll(/\$\{([^}]*)\}/g)].map(([, inner]) => inner).join(' '),
    );
  return code.match(/\b[a-z]\w*/gi) ?? [];
}

test('no files import each other, not even types and by others', () => {
  const imports = new Map(
    files.map((file) => [
      file,
      [...read(file).matchAll(/(?:from|import\()\s*'(\.[^']*)'/g)].map(([, path]) =>
        posix.join(posix.dirname(file), path),
      ),
    ]),
  );
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (file: string, above: readonly string[]): void => {
    if (above.includes(file)) circles.push([...above.slice(above.indexOf(file)), file].join(' -> '));
    if (above.includes(file) || done.has(file)) return;
    for (const target of imports.get(file) ?? []) visit(target, [...above, file]);
    done.add(file);
  };
  for (const file of files) visit(file, []);
  expect(circles).toEqual([]);
});

test('an option that is undefined is one that is left out, so that callers pass on what they have', () => {
  const strict = (source: string): string[] =>
    [...source.matchAll(/^export interface (\w+Options)\b[^{]*\{\n(.*?)^\}/gms)].flatMap(([, name, body]) =>
      [...body.matchAll(/^ {2}readonly (\w+)\?:(.*?);$/gms)].flatMap(([, option, type]) =>
        type.endsWith('| undefined') ? [] : [`${name}.${option}`],
      ),
    );
  const options =
    'export interface OneOptions {\n  readonly a?: number | undefined;\n  readonly b?: number;\n}\n';
  expect(strict(options)).toEqual(['OneOptions.b']);
  expect(files.flatMap((file) => strict(read(file)))).toEqual([]);
});

test('a file that the list of its folder lacks is named', () => {
  const inFolder = (folder: string): string[] =>
    readdirSync(new URL(`../${folder}`, import.meta.url)).map((file) => `${folder}/${file}`);
  expect(unlisted(inFolder, read)).toEqual([]);
  expect(unlisted((folder) => [...inFolder(folder), `${folder}/nap.ts`], read)).toEqual(
    Object.entries(LISTS).map(
      ([folder, list]) => `${folder}/nap.ts: expected a line for nap in ${list}, got none`,
    ),
  );
});

test('there are at most fifteen scripts to run', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: object };
  expect(Object.keys(scripts).length).toBeLessThanOrEqual(15);
});

test('what is slow is there', () => {
  expect(
    SLOW.filter((path) => !existsSync(new URL(`../${path.replace('/**/*.test.ts', '')}`, import.meta.url))),
  ).toEqual([]);
});

test('importing a module of support makes no files, which would be gone after the first test file of a process', () => {
  const support = readdirSync(new URL('support', import.meta.url)).map((name) => `test/support/${name}`);
  const makes = /^(?:export )?const [^=]+ = (?:temporaryFiles|scenarios|scenarioFiles|sidesRuns)\(/m;
  expect(makes.test('const { write } = scenarios();')).toBe(true);
  expect(support.filter((file) => makes.test(read(file)))).toEqual([]);
});
