/** `cahoots init`: a folder to start from, made from the package's templates or for a CSV file. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CahootsError } from '../core/base/errors.ts';
import { dependency, packageFile } from '../core/base/package.ts';
import { readBytes } from '../run/data/file.ts';
import { makeDirectory, writeWhole } from '../run/data/write.ts';
import { shellCommand } from '../run/report/shell.ts';
import { scenarioOfCsv } from '../run/scenario/of-csv.ts';
import type { Action } from './command.ts';
import type { InitFlags } from './commands/init.ts';
import { EXIT } from './exit-codes.ts';
import { print, printJson } from './print.ts';

export const initCommand: Action<InitFlags> = {
  run({ files: [folder], values: { csv, label, client, protocol, examples, json }, plugins }) {
    refuseTogether({ csv: csv !== undefined, protocol, examples });
    const columns = { label, client };
    const [stray] = Object.entries(columns).find(([, column]) => column !== undefined) ?? [];
    if (csv === undefined && stray !== undefined) {
      throw new CahootsError('bad-input', 'expected it with --csv, got it without', { path: `--${stray}` });
    }
    if (examples) {
      const all = ['scenarios', 'examples'].map((name) => ({
        path: join(folder, name),
        isNew: writeAll(folder, copiesOf(name)).size > 0,
      }));
      tell({ all, notes: [], next: [] }, json);
      return Promise.resolve(EXIT.done);
    }
    const name = basename(resolve(folder));
    if (!/^[a-z][a-z0-9-]*$/.test(name)) {
      throw new CahootsError(
        'bad-input',
        `expected a folder named in small letters, digits and hyphens, as the ${protocol ? 'protocol' : 'scenario'} is, got ${name}`,
      );
    }
    const ofTable = csv === undefined ? undefined : scenarioOfCsv(csv, name, columns, plugins);
    const files =
      csv === undefined || ofTable === undefined
        ? fromTemplate(protocol ? 'protocol' : 'scenario', name)
        : new Map<string, string | Uint8Array>([
            ['scenario.yaml', ofTable.text],
            // Next to its scenario, since traces read no data from outside their folder.
            [basename(csv), readBytes(csv)],
          ]);
    const scenario = files.get('scenario.yaml');
    files.set('scenario.yaml', `${schemaLine(folder)}${String(scenario)}`);
    const written = writeAll(folder, files);
    const all = [...files.keys()].map((file) => ({ path: join(folder, file), isNew: written.has(file) }));
    tell({ all, notes: ofTable?.notes ?? [], next: nextSteps(folder, protocol) }, json);
    return Promise.resolve(EXIT.done);
  },
};

/** What was done, and what to do next. */
interface Done {
  readonly all: readonly { readonly path: string; readonly isNew: boolean }[];
  readonly notes: readonly string[];
  readonly next: readonly string[];
}

function tell({ all, notes, next }: Done, json: boolean): void {
  if (json) {
    const paths = (isNew: boolean): string[] =>
      all.filter((one) => one.isNew === isNew).map(({ path }) => path);
    return printJson({ wrote: paths(true), kept: paths(false), notes, next });
  }
  for (const { path, isNew } of all) print(`${isNew ? 'wrote' : 'kept'} ${path}\n`);
  if (notes.length > 0) print(`\n${notes.join('\n')}\n`);
  if (next.length > 0) print(`\nnext:\n${next.map((line) => `  ${line}\n`).join('')}`);
}

/** @throws CahootsError for two flags that each ask for another folder */
function refuseTogether(asked: Readonly<Record<string, boolean>>): void {
  const flags = Object.keys(asked).flatMap((name) => (asked[name] ? [`--${name}`] : []));
  if (flags.length > 1)
    throw new CahootsError('bad-input', `expected one of ${flags.join(' and ')}, got both`, {
      path: flags[0],
    });
}

type Files = ReadonlyMap<string, string | Uint8Array>;

/**
 * Writes the files that are not there yet.
 * @returns those
 * @throws CahootsError before anything is written, if one is there with other contents
 */
function writeAll(folder: string, files: Files): ReadonlySet<string> {
  const isThere = ([file, contents]: readonly [string, string | Uint8Array]): boolean => {
    const path = join(folder, file);
    if (!existsSync(path)) return false;
    if (readFileSync(path).equals(Buffer.from(contents as Uint8Array))) return true;
    throw new CahootsError(
      'bad-input',
      `expected a folder without ${file}, got one that has another: ${path}`,
    );
  };
  const missing = [...files].filter((file) => !isThere(file));
  for (const [file, contents] of missing) {
    makeDirectory(dirname(join(folder, file)));
    writeWhole(join(folder, file), contents);
  }
  return new Set(missing.map(([file]) => file));
}

/** The files below a folder of the package, by their paths from the package. */
function copiesOf(name: string): Map<string, Uint8Array> {
  const folder = packageFolder(`${name}/`);
  const found = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = found.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
  return new Map(
    paths.map((path) => [join(name, relative(fileURLToPath(folder), path)), readFileSync(path)] as const),
  );
}

/** @throws CahootsError if the package has no such folder */
function packageFolder(path: string): URL {
  const folder = packageFile(path);
  if (folder !== undefined) return folder;
  throw new CahootsError('bad-input', `expected ${path} of the package, got none`);
}

/** The text of each file, by its name. */
function fromTemplate(template: 'scenario' | 'protocol', name: string): Map<string, string | Uint8Array> {
  const folder = packageFolder(`templates/${template}/`);
  const values: Readonly<Record<string, string>> = { name, dependency: dependency() };
  return new Map(
    readdirSync(folder).map((file) => [
      file,
      readFileSync(new URL(file, folder), 'utf8').replaceAll(/__(\w+?)__/g, (_, key: string) => values[key]),
    ]),
  );
}

/** Tells editors where the schema of scenarios is, if it is available. */
function schemaLine(folder: string): string {
  const schema = packageFile('dist/scenario.schema.json');
  return schema === undefined
    ? ''
    : `# yaml-language-server: $schema=${relative(resolve(folder), fileURLToPath(schema))}\n`;
}

function nextSteps(folder: string, protocol: boolean): readonly string[] {
  if (protocol) return [`cd ${shellCommand(folder)}`, 'npm install', 'npx --no cahoots run scenario.yaml'];
  const file = shellCommand(join(folder, 'scenario.yaml'));
  const results = shellCommand(join(folder, 'results'));
  return [`cahoots run ${file}`, `cahoots compare ${file} --seeds 10 --out ${results} --watch`];
}
