/** `cahoots init --csv` on tables as people keep them: what is found is said, and what it comes to runs. */

import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cahoots } from '../support/program.ts';

const ROWS = 120;

/** What `init` says of a table, the scenario that it writes, and what a run of that prints. */
async function tried(name: string, header: string, row: (i: number) => readonly unknown[], delimiter = ',') {
  const folder = mkdtempSync(join(tmpdir(), 'cahoots-messy-'));
  const table = join(folder, `${name}.csv`);
  const lines = Array.from({ length: ROWS }, (_, i) => row(i).join(delimiter));
  writeFileSync(table, `${header}\n${lines.join('\n')}\n`);
  const { code, stdout, stderr } = await cahoots('init', join(folder, name), '--csv', table);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const file = join(folder, name, 'scenario.yaml');
  const scenario = readFileSync(file, 'utf8');
  // What is said on the terminal stands in the scenario.
  for (const line of stdout.split('\n\n')[1].split('\n')) expect(scenario).toContain(`# ${line}.`);
  const run = await cahoots('run', file);
  expect(run.code).toBe(0);
  return { said: stdout, scenario, ran: run.stdout };
}

test('a German export: IDs, k.A., decimal commas, dates and hospitals by name', async () => {
  const { said, scenario, ran } = await tried(
    'klinik',
    'Fall-Nr;Aufnahme;Klinik;Größe;Gewicht;Station',
    (i) => [
      4000 + i,
      `${String(1 + (i % 28)).padStart(2, '0')}.03.2024`,
      ['Bonn', 'Köln', 'Aachen'][i % 3],
      `${150 + ((i * 7) % 40)},${i % 10}`,
      i % 40 === 5 ? 'k.A.' : `${50 + ((i * 13) % 50)},5`,
      'innere',
    ],
    ';',
  );
  expect(said).toContain('column Fall-Nr identifies the rows: left out');
  expect(said).toContain('column Aufnahme has dates, which are no coordinates: left out');
  expect(said).toContain('column Station is "innere" in every row: left out');
  expect(said).toContain(
    'column Gewicht has "k.A." in 3 rows, taken for a missing value: data.missing.words',
  );
  expect(said).toContain('3 rows lack a value: left out');
  expect(scenario).toMatch(
    /missing:\s+words: \[ k\.A\. \]|missing: \{ words: \[ ?k\.A\. ?\] \}|missing:\n +words:\n +- k\.A\./,
  );
  expect(said).toContain('held by 3 clients, as column Klinik says');
  expect(ran).toMatch(/3 clients, 117 points of dimension 2/);
  expect(ran).toMatch(/^clients +client-1 \(Bonn\), client-2 \(Köln\), client-3 \(Aachen\)$/m);
});

test('a study in two units with -999, thousands separators and a column twice', async () => {
  const { said, ran } = await tried('study', 'row,height,income,pulse,pulse_again,hospital', (i) => {
    const pulse = i % 30 === 7 ? -999 : 60 + ((i * 11) % 37);
    return [
      i + 1,
      i % 12 === 0 ? (1.5 + (i % 40) / 100).toFixed(2) : (150 + ((i * 7) % 40) + 0.5).toFixed(1),
      `"${20 + (i % 60)},${String((i * 37) % 1000).padStart(3, '0')}"`,
      pulse,
      pulse,
      `site ${i % 4}`,
    ];
  });
  expect(said).toContain('column row identifies the rows: left out');
  expect(said).toMatch(
    /column height has numbers of two sizes, such as 1\.\d+ and 1\d\d\.5: perhaps two units/,
  );
  expect(said).toContain('column income has "," between thousands: data.thousands');
  expect(said).toContain('column pulse_again repeats column pulse: left out');
  expect(said).toContain('column pulse has "-999" in 4 rows, taken for a missing value: data.missing.words');
  expect(said).toContain('held by 4 clients, as column hospital says');
  expect(ran).toMatch(/4 clients, 116 points of dimension 3/);
  expect(ran).toMatch(/^clients +client-1 \(site 0\)/m);
});

test('a survey: classes that look like numbers, words of no answer, and names of people', async () => {
  const { said, ran } = await tried('survey', 'name,grade,age,hours,country', (i) => [
    `person ${i}`,
    1 + (i % 4),
    i % 50 === 3 ? 'unknown' : 20 + ((i * 7) % 50),
    i % 60 === 9 ? 99_999 : (i * 3) % 41,
    ['de', 'fr'][i % 2],
  ]);
  expect(said).toContain('column name identifies the rows: left out');
  expect(said).toMatch(
    /column grade has only 1, 2, 3, 4: a coordinate; if these are names of kinds, data\.categories/,
  );
  expect(said).toContain('column age has "unknown" in 3 rows, taken for a missing value: data.missing.words');
  expect(said).toContain('column hours has "99999" in 2 rows, taken for a missing value: data.missing.words');
  expect(ran).toMatch(/115 points of dimension 5/);
});

test('a spreadsheet: numbers with units, a column that nobody filled, and a sum below', async () => {
  const { said, ran } = await tried(
    'bestand',
    'Artikel;Gewicht;Rabatt;Menge;Preis;Bemerkung',
    (i) =>
      i === ROWS - 1
        ? ['Summe', '', '', '6903', '21420,5', '']
        : [
            `A-${1000 + i}`,
            `${20 + i} kg`,
            `${(i * 7) % 50},5 %`,
            (i * 13) % 97,
            `${100 + ((i * 11) % 90)},5`,
            '',
          ],
    ';',
  );
  expect(said).toContain(
    'column Gewicht has numbers with a unit, such as "20 kg", and without it would be a coordinate: left out',
  );
  expect(said).toContain('column Rabatt has numbers with a unit, such as "0,5 %"');
  expect(said).toContain('column Bemerkung is empty in every row: left out');
  expect(said).toContain(
    'the last row has "Summe", and would be a point like the others: take it out of the table',
  );
  expect(said).toContain('column Artikel identifies the rows: left out');
  expect(ran).toMatch(/5 clients, 120 points of dimension 2/);
});

test('an export of R: row names without a name, NA, powers of ten, and one word spelt twice', async () => {
  const { said, ran } = await tried('messung', '"","dose","response","sex","treated"', (i) => [
    `"${i + 1}"`,
    `${((i * 7) % 20) + 1}e-0${1 + (i % 3)}`,
    i % 40 === 9 ? 'NA' : (i * 13) % 71,
    ['"Male"', '"female"', '"male"'][i % 3],
    i % 2 === 0 ? 'TRUE' : 'FALSE',
  ]);
  expect(said).toContain('column unnamed column identifies the rows: left out');
  expect(said).toContain(
    'column sex has "Male" and "male", which are two kinds: spell them alike to make one of them',
  );
  expect(said).toContain('3 rows lack a value: left out');
  expect(ran).toMatch(/5 clients, 117 points of dimension 7/);
});

test('a log of sensors: tabs, times, -9999, infinity, and constant columns', async () => {
  const { said, ran } = await tried(
    'log',
    'time\tdevice\ttemperature\thumidity\tgain\tstatus',
    (i) => [
      `2024-03-${String(1 + (i % 28)).padStart(2, '0')}T0${i % 10}:15:00Z`,
      'A7',
      i % 30 === 4 ? -9999 : (18 + ((i * 7) % 90) / 10).toFixed(1),
      (30 + ((i * 11) % 400) / 10).toFixed(1),
      i % 50 === 2 ? 'inf' : (1 + ((i * 3) % 17) / 10).toFixed(1),
      0,
    ],
    '\t',
  );
  expect(said).toContain('column time has dates, which are no coordinates: left out');
  expect(said).toContain('column device is "A7" in every row: left out');
  expect(said).toContain('column status is "0" in every row: left out');
  expect(said).toContain('column temperature has "-9999" in 4 rows, taken for a missing value');
  expect(said).toMatch(/column gain has (?:words among its numbers, such as "inf"|"inf" in 3 rows)/);
  expect(ran).toMatch(/116 points of dimension [23]/);
});

test('numbers of one unit, of counts and of few kinds are not taken for what they are not', async () => {
  const { said } = await tried('plain', 'a,b,c', (i) => [(i * 7) % 101, ((i * 13) % 97) / 10, i % 2]);
  expect(said).not.toMatch(/left out|two sizes|missing|thousands|kinds/);
});
