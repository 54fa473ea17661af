/** `cahoots init`: a folder to start from, made from the package's templates or for a CSV file. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { unlessEmpty } from '../core/base/defined.ts';
import { CahootsError } from '../core/base/errors.ts';
import { packageFile, version } from '../core/base/package.ts';
import type { CsvColumnNames } from '../run/data/csv-columns.ts';
import { guessColumns } from '../run/data/csv-guess.ts';
import { readBytes } from '../run/data/file.ts';
import { makeDirectory, writeWhole } from '../run/data/write.ts';
import type { Plugin } from '../run/plugin/plugin.ts';
import { shellCommand } from '../run/report/shell.ts';
import { scenarioOfTable, type TableScenario } from '../run/scenario/of-table.ts';
import type { Action } from './command.ts';
import type { InitFlags } from './commands/init.ts';
import { summaryOfFile } from './data.ts';
import { EXIT } from './exit-codes.ts';

export const initCommand: Action<InitFlags> = {
  run({ files: [folder], values: { csv, label, client, protocol }, plugins }) {
    const name = basename(resolve(folder));
    if (!/^[a-z][a-z0-9-]*$/.test(name)) {
      throw new CahootsError(
        'bad-input',
        `expected a folder named in small letters, digits and hyphens, as the ${protocol ? 'protocol' : 'scenario'} is, got ${name}`,
      );
    }
    if (csv !== undefined && protocol) {
      throw new CahootsError('bad-input', 'expected one of --csv and --protocol, got both', {
        path: '--csv',
      });
    }
    const columns = { label, client };
    const [stray] = Object.entries(columns).find(([, column]) => column !== undefined) ?? [];
    if (csv === undefined && stray !== undefined) {
      throw new CahootsError('bad-input', 'expected it with --csv, got it without', { path: `--${stray}` });
    }
    const ofTable = csv === undefined ? undefined : scenarioOfCsv(csv, name, columns, plugins);
    const written =
      csv === undefined || ofTable === undefined
        ? fromTemplate(protocol ? 'protocol' : 'scenario', name)
        : new Map<string, string | Uint8Array>([
            ['scenario.yaml', ofTable.text],
            // Next to its scenario, since traces read no data from outside their folder.
            [basename(csv), readBytes(csv)],
          ]);
    for (const file of written.keys()) {
      const path = join(folder, file);
      if (existsSync(path)) {
        throw new CahootsError(
          'bad-input',
          `expected a folder without ${file}, got one that has it: ${path}`,
        );
      }
    }
    makeDirectory(folder);
    for (const [file, text] of written) {
      const whole = file === 'scenario.yaml' ? `${schemaLine(folder)}${String(text)}` : text;
      writeWhole(join(folder, file), whole);
      process.stdout.write(`wrote ${join(folder, file)}\n`);
    }
    if (ofTable) process.stdout.write(`\n${ofTable.notes.join('\n')}\n`);
    process.stdout.write(`\nnext:\n${nextSteps(folder, protocol)}`);
    return Promise.resolve(EXIT.done);
  },
};

/** Columns of words, and rows that lack a value, are handled according to the table's contents. */
function scenarioOfCsv(
  csv: string,
  name: string,
  columns: Pick<CsvColumnNames, 'label' | 'client'>,
  plugins: readonly Plugin[],
): TableScenario {
  const { categories, ignore: leftOut, lacks } = guessColumns(csv, columns);
  const settings = {
    ...columns,
    categories: unlessEmpty(categories),
    missing: lacks ? ('skip' as const) : undefined,
  };
  const ignore = unlessEmpty(leftOut.map(({ column }) => column));
  const summary = summaryOfFile(csv, { ...settings, ignore }, plugins);
  const suggest = plugins.findLast((plugin) => plugin.suggest !== undefined)?.suggest;
  if (suggest === undefined)
    throw new CahootsError('bad-input', 'expected a plugin that suggests protocols for a table, got none');
  return scenarioOfTable(summary, { name, file: basename(csv), leftOut, ...settings }, suggest);
}

/** The text of each file, by its name. */
function fromTemplate(template: 'scenario' | 'protocol', name: string): Map<string, string | Uint8Array> {
  const folder = packageFile(`templates/${template}/`);
  if (folder === undefined)
    throw new CahootsError('bad-input', 'expected the templates of the package, got none');
  const values: Readonly<Record<string, string>> = { name, version: version() };
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

function nextSteps(folder: string, protocol: boolean): string {
  if (protocol) return `  cd ${shellCommand(folder)}\n  npm install\n  npx cahoots run scenario.yaml\n`;
  const file = shellCommand(join(folder, 'scenario.yaml'));
  const results = shellCommand(join(folder, 'results'));
  return `  cahoots run ${file}\n  cahoots compare ${file} --seeds 10 --out ${results} --watch\n`;
}
