/** A hospital's table, from `init --csv` to the page: every label belongs to the row that it names. */

import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, test } from 'vitest';
import { cahoots } from '../support/program.ts';

const HOSPITALS = ['Dresden', 'Bonn', 'Essen', 'Aachen', 'Celle'];
/** The middle of each kind of patient, far from each other. */
const KINDS = { a: [30, 60, 60], b: [50, 75, 75], c: [70, 90, 90] };
const ROWS = 240;
/** The rows that lack a value, the first and the last among them. */
const GAPS = new Set([0, 1, 13, 14, 15, 40, 77, 90, 111, 112, 150, 151, 152, 199, 220, 238, 239]);

/** Numbers that look random, and are the same on every machine. */
const drawn = (i: number, below: number): number => ((i * 7919 + 104_729) % 1009) % below;

const TABLE = Array.from({ length: ROWS }, (_, i) => {
  const kind = (['a', 'b', 'c'] as const)[drawn(i, 3)];
  const values = KINDS[kind].map((middle, c) => String(middle + drawn(3 * i + c + 1, 9) - 4));
  if (GAPS.has(i)) values[i % 3] = i % 2 === 0 ? '' : 'NA';
  return { patient: String(1000 + 7 * i), hospital: HOSPITALS[drawn(i + 17, 5)], values, kind };
});

const TEXT = `patient,hospital,age,weight,pulse,diagnosis\n${TABLE.map(
  ({ patient, hospital, values, kind }) => `${[patient, hospital, ...values, kind].join(',')}\n`,
).join('')}`;

interface Label {
  readonly rowFrom0: string;
  readonly cluster: string;
  readonly client: string;
  readonly clientName: string;
}

describe('a table of five hospitals with 17 rows that lack a value', () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'cahoots-own-table-')), 'patients');
  const scenario = join(folder, 'scenario.yaml');
  const out = join(folder, 'out');
  let [made, said] = ['', ''];
  let labels: readonly Label[];

  beforeAll(async () => {
    const table = join(folder, '../hospitals.csv');
    writeFileSync(table, TEXT);
    ({ stdout: made } = await cahoots('init', folder, '--csv', table, '--label', 'diagnosis'));
    const fair = ['--set', 'protocol.start={ subsets: 1, restarts: 5 }'];
    const { stdout } = await cahoots(
      'run',
      scenario,
      '--out',
      out,
      '--set',
      'data.ignore=[patient]',
      ...fair,
    );
    said = stdout;
    labels = parse(readFileSync(join(out, 'labels.csv')), { columns: true });
  });

  test('what tells patients apart is no coordinate, nor is the hospital, which is the client', () => {
    expect(made).toContain(
      '223 points of dimension 3 in 3 clusters, held by 5 clients, as column hospital says\n',
    );
    expect(made).toContain('column patient identifies the rows: left out\n');
    expect(made).toContain('17 rows lack a value: left out\n');
  });

  test('every row has a label, but those that lack a value', () => {
    const complete = [...TABLE.keys()].filter((i) => !GAPS.has(i));
    expect(labels.map(({ rowFrom0 }) => Number(rowFrom0))).toEqual(complete);
  });

  test('every label names the hospital of its row', () => {
    expect(labels.map(({ clientName }) => clientName)).toEqual(
      labels.map(({ rowFrom0 }) => TABLE[Number(rowFrom0)].hospital),
    );
    const pairs = new Set(labels.map(({ client, clientName }) => `${client} ${clientName}`));
    expect(pairs.size).toBe(HOSPITALS.length);
  });

  test('every label is that of its row: all clusters are pure, and none has two kinds of patients', () => {
    const kinds = new Map(labels.map(({ rowFrom0, cluster }) => [cluster, TABLE[Number(rowFrom0)].kind]));
    expect([...kinds.values()].toSorted()).toEqual(['a', 'b', 'c']);
    expect(labels.map(({ cluster }) => kinds.get(cluster))).toEqual(
      labels.map(({ rowFrom0 }) => TABLE[Number(rowFrom0)].kind),
    );
  });

  test('the run counts the rows left out, and names the hospitals', () => {
    expect(said).toMatch(/^left out +17 rows of the data, in which a value is missing$/m);
    expect(said).toMatch(/^rows left out +17$/m);
    const unwrapped = said.replaceAll(/\n {2,}/g, ' ');
    for (const name of HOSPITALS)
      expect(unwrapped).toMatch(new RegExp(`^clients .*client-\\d \\(${name}\\)`, 'm'));
  });

  test('so do its page, its JSON and its row', async () => {
    const page = join(folder, 'page.html');
    await cahoots('report', join(out, 'run.trace'), '--html', page, '--data', folder);
    const html = readFileSync(page, 'utf8');
    expect(html).toContain('17 rows of the data, in which a value is missing');
    for (const name of HOSPITALS)
      expect(html).toMatch(new RegExp(`<b>clients</b>[^<]*client-\\d \\(${name}\\)`));
    const { stdout } = await cahoots('run', scenario, '--json');
    const { run, outcome } = JSON.parse(stdout) as {
      run: Record<string, unknown>;
      outcome: { findings: { clientNames: Record<string, string>; skippedRows: number } };
    };
    expect([run['skippedRows'], outcome.findings.skippedRows]).toEqual([17, 17]);
    expect(Object.values(outcome.findings.clientNames).toSorted()).toEqual(HOSPITALS.toSorted());
    for (const name of HOSPITALS) expect(run['clientNames']).toContain(`(${name})`);
  });

  test('a hospital that is missing is named', async () => {
    const gone = ['--set', 'faults=[{ fault: withhold, who: client-2 }]'];
    const { stdout } = await cahoots(
      'run',
      scenario,
      '--set',
      'protocol={ name: lloyd, clusters: 3 }',
      ...gone,
    );
    const name = labels.find(({ client }) => client === 'client-2')?.clientName;
    expect(stdout).toMatch(new RegExp(`^missing +client-2 \\(${name}\\)$`, 'm'));
    expect(stdout).toMatch(new RegExp(`points are missing, with client-2 \\(${name}\\): `));
  });

  test('points that are held out have no label, and the others keep their rows', async () => {
    const held = join(folder, 'held');
    await cahoots('run', scenario, '--out', held, '--set', 'data.holdOut=40');
    const kept: readonly Label[] = parse(readFileSync(join(held, 'labels.csv')), { columns: true });
    expect(kept).toHaveLength(ROWS - GAPS.size - 40);
    const rows = kept.map(({ rowFrom0 }) => Number(rowFrom0));
    expect(kept.map(({ clientName }) => clientName)).toEqual(rows.map((row) => TABLE[row].hospital));
  });

  test('what each client is called is in the data of the scenario', async () => {
    const { stdout } = await cahoots('data', scenario, '--json');
    const { clients } = JSON.parse(stdout) as {
      clients: { name: string; clientName: string; points: number }[];
    };
    const pairs = labels.map(({ client, clientName }) => [client, clientName]);
    expect(Object.fromEntries(clients.map(({ name, clientName }) => [name, clientName]))).toEqual(
      Object.fromEntries(pairs),
    );
    expect((await cahoots('data', scenario)).stdout).toContain(`client-1 (${clients[0].clientName})`);
  });

  test('another run starts from its labels', async () => {
    const start = `protocol.start={ file: ${join(out, 'labels.csv')} }`;
    const { code, stdout } = await cahoots('run', scenario, '--set', start);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^iterations +1$/m);
  });
});
