/**
 * Compares predictions with reality, and exits with 1 where one is off by more than is published: the emulator itself,
 * mixtures of flows, lone flows, and real runs. Creates and removes network namespaces; nothing leaves the machine.
 *
 *   npm run predict -- [checks | mixtures | flows | runs] [WORD...]     cases whose names have all of the words
 *   npm run predict -- mixtures flows --recorded     against what Linux was measured to do before: needs no root
 *   npm run predict -- --record                      keeps that, and writes the tables into the documentation
 */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, release, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Case, CASES } from './cases.ts';
import { checks, isRight } from './check.ts';
import {
  type FlowsRow,
  flowsTable,
  foreseen,
  HEAD,
  readRecord,
  RECORD,
  type Recorded,
  recordedNow,
  recordText,
  type Row,
  rowOf,
} from './flows.ts';
import { MIXTURES } from './mixtures.ts';
import { nameOf, PREDICTIONS } from './predictions.ts';
import { predicted, priority, RUN_HEAD, runsTable } from './runs.ts';
import { headOf, markdown, type Table, writeTable } from './tables.ts';
import { problemHere } from './world.ts';

const PARTS = ['checks', 'mixtures', 'flows', 'runs'] as const;

const words = process.argv.slice(2);
const isRecorded = words.includes('--recorded');
const records = words.includes('--record');
const named = words.filter((word) => !word.startsWith('--') && !PARTS.some((part) => part === word));
const isAsked = (part: (typeof PARTS)[number]): boolean =>
  words.includes(part) || !PARTS.some((other) => words.includes(other));
const isChosen = (name: string): boolean => named.every((word) => name.includes(word));

const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function checked(): Promise<boolean> {
  let all = true;
  say(`\n${headOf(['check', 'asked', 'found', 'may differ by'])}`);
  for await (const check of checks()) {
    const { what, asked, found, unit, most } = check;
    const number = (value: number): string => `${Number(value.toPrecision(4))} ${unit}`.trim();
    say(markdown([what, number(asked), `${number(found)}${isRight(check) ? '' : '!'}`, number(most)]));
    all &&= isRight(check);
  }
  return all;
}

/** Says rows as they come, and the sentence on all of them. */
async function told<One, R extends Row>(
  cases: readonly One[],
  head: readonly string[],
  row: (one: One) => Promise<R>,
  table: (rows: readonly R[]) => Table,
): Promise<{ readonly table: Table; readonly holds: boolean }> {
  const rows: R[] = [];
  say(`\n${headOf(head)}`);
  for (const one of cases) {
    rows.push(await row(one));
    say(markdown(rows[rows.length - 1].cells));
  }
  const made = table(rows);
  say(`\n${made.summary}`);
  return { table: made, holds: rows.every(({ isWithin }) => isWithin) };
}

async function flows(name: 'mixtures' | 'flows', cases: readonly Case[]): Promise<boolean> {
  const record: Record<string, Recorded> = { ...readRecord() };
  let onTime = true;
  const row = async (one: Case): Promise<FlowsRow> => {
    const now = isRecorded ? undefined : await recordedNow(one);
    if (now !== undefined) {
      record[one.name] = now;
      // What has been measured is kept if a later case fails.
      if (records) writeFileSync(RECORD, recordText(record));
    } else if (!isRecorded) {
      onTime = false;
      say(`${one.name}: the emulator was late in every run; what was measured before follows`);
    }
    const real = record[one.name];
    if (real === undefined) throw new Error(`${one.name} was never measured`);
    return rowOf(one, await foreseen(one, real), real);
  };
  const chosen = cases.filter((one) => isChosen(one.name));
  const { table, holds } = await told(chosen, HEAD, row, flowsTable);
  if (records && chosen.length === cases.length) writeTable(name, table);
  return holds && onTime;
}

async function runs(): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'cahoots-predict-'));
  try {
    const chosen = PREDICTIONS.filter((one) => isChosen(nameOf(one)));
    const first = await priority();
    say(
      `\nparties have ${first.length === 0 ? 'no priority' : 'real-time priority, before others on this machine'}`,
    );
    const { table, holds } = await told(
      chosen,
      RUN_HEAD,
      (one) => predicted(one, { folder, first }),
      runsTable,
    );
    if (records && chosen.length === PREDICTIONS.length) writeTable('runs', table);
    return holds;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const problem = isRecorded ? undefined : problemHere();
if (problem !== undefined) {
  process.stderr.write(`the emulator ${problem}\n`);
  process.exit(2);
}
say(`Linux ${release()}, load of the machine ${loadavg()[0].toFixed(1)}`);
let holds = true;
if (isAsked('checks') && !isRecorded) holds = await checked();
if (isAsked('mixtures')) holds = (await flows('mixtures', MIXTURES)) && holds;
if (isAsked('flows')) holds = (await flows('flows', CASES)) && holds;
if (isAsked('runs') && !isRecorded) holds = (await runs()) && holds;
process.exitCode = holds ? 0 : 1;
