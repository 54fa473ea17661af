import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { standard } from '../../../bin/standard.ts';
import { type LoadOptions, loadScenario } from '../../../src/run/scenario/load.ts';
import { refusal } from '../../support/refusal.ts';

const folder = mkdtempSync(join(tmpdir(), 'cahoots-files-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, content: string): string {
  const file = join(folder, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  return file;
}

write('hospitals/Bonn.csv', 'age,bmi,sex\n61,22,f\n58,27,m\n');
write('hospitals/Aachen.csv', 'bmi,age,sex\n30,44,m\n?,51,d\n');
write('hospitals/notes.txt', 'none of the tables');
write('hospitals/.hidden.csv', 'age,bmi,sex\n1,2,f\n');
write('others/Bonn.csv', 'age,bmi,sex\n1,2,f\n');
write('lines/Bonn.jsonl', '{"age":61,"bmi":22}\n');
write('lines/Köln.ndjson', '{"bmi":30,"age":44}\n');

const load = (data: string, options: Partial<LoadOptions> = {}) =>
  loadScenario(
    write(
      's.yaml',
      `clients: 2\ndata: { ${data}, partition: { by: client } }\nprotocol: { name: lloyd, clusters: 2 }\n`,
    ),
    { plugins: [standard], ...options },
  );

test.each([
  'files: hospitals/*.csv',
  'files: hospitals/*n.c*v',
  'files: [hospitals/Aachen.csv, hospitals/Bonn.csv]',
])('%s: every file is a client, who is called as it is', (files) => {
  const scenario = load(`source: csv, ${files}, missing: skip, categories: [sex]`);
  expect(scenario.clientNames).toEqual({ 'client-1': 'Aachen', 'client-2': 'Bonn' });
  // Columns are found by their names, in the order of the first file; words are those of all.
  expect(scenario.data).toMatchObject({ columns: ['bmi', 'age', 'sex=m', 'sex=f'], skipped: 1 });
  expect([...scenario.data.points.values]).toEqual([30, 44, 1, 0, 22, 61, 0, 1, 27, 58, 1, 0]);
  expect(scenario.data.sourceRows).toEqual(Uint32Array.of(0, 2, 3));
  expect(scenario.files.named).toEqual(['hospitals/Aachen.csv', 'hospitals/Bonn.csv']);
});

test('a folder is all files that the source reads, without hidden ones', () => {
  const data = 'source: csv, files: hospitals, missing: skip, categories: [sex]';
  expect(load(data).files.named).toEqual(['hospitals/Aachen.csv', 'hospitals/Bonn.csv']);
  expect(load('source: jsonl, files: lines').clientNames).toEqual({ 'client-1': 'Bonn', 'client-2': 'Köln' });
});

test.each([
  ['source: csv', 'expected a file, or files with one for each client, got neither'],
  ['source: csv, file: others/Bonn.csv, files: hospitals', 'expected either file or files, got both'],
  [
    'source: csv, files: hospitals, client: sex',
    "expected no column of clients where each file is a client's",
  ],
  ['source: csv, files: hospitals/*.tsv', 'expected files hospitals/*.tsv, got none'],
  ['source: jsonl, files: hospitals', 'expected files *.jsonl or *.ndjson in hospitals, got none'],
  ['source: csv, files: "*/Bonn.csv"', 'expected * only in the name of files, got "*/Bonn.csv"'],
  ['source: csv, files: nowhere/*.csv', 'nowhere: expected a folder, got no such file'],
  [
    'source: csv, files: [hospitals/Bonn.csv, others/Bonn.csv]',
    'expected files of different names, got "hospitals/Bonn.csv" and "others/Bonn.csv"',
  ],
  [
    'source: jsonl, files: [lines/Bonn.jsonl, hospitals/Aachen.csv]',
    'Aachen.csv:1:1: expected JSON, got an error',
  ],
])('%s is refused', (data, message) => {
  expect(refusal(() => load(data)).message).toContain(message);
});

test('a file with other columns is refused with the one that it should be like', () => {
  write('mixed/a.csv', 'x,y\n1,2\n');
  write('mixed/b.csv', 'x,z\n1,2\n');
  expect(refusal(() => load('source: csv, files: mixed')).message).toMatch(
    /b\.csv:1: expected the columns of .*a\.csv, got none named "y"$/,
  );
  write('mixed/b.csv', 'x,y,z\n1,2,3\n');
  expect(refusal(() => load('source: csv, files: mixed')).message).toMatch(/got another, "z"$/);
});

test("somebody else's scenario finds files below its folder only", () => {
  const foreign = (files: string) =>
    load(`source: csv, files: ${files}`, { foreign: true, set: ['clients=1', 'protocol.clusters=1'] });
  expect(foreign('mixed/a*').files.named).toEqual(['mixed/a.csv']);
  // Steps above the folder stay in it.
  expect(foreign('../../mixed/a.csv*').data.points.values).toEqual(Float64Array.of(1, 2));
  expect(refusal(() => foreign('/etc/*')).message).toContain('expected a data file below');
  symlinkSync(tmpdir(), join(folder, 'away'));
  expect(refusal(() => foreign('away/*')).message).toContain('expected a data file below');
});
