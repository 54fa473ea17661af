/** `cahoots real`: a scenario over real sockets. */

import { join } from 'node:path';
import { defined } from '../core/base/defined.ts';
import { CahootsError } from '../core/base/errors.ts';
import { readBytes } from '../run/data/file.ts';
import { writeWhole } from '../run/data/write.ts';
import type { Plugin } from '../run/plugin/plugin.ts';
import { playAlone } from '../real/alone.ts';
import { collect, type RealResult } from '../real/collect.ts';
import { hasRecords } from '../real/records.ts';
import { writeParts } from '../real/inputs.ts';
import { partsOf, playHere } from '../real/machine.ts';
import { peersText, readPeers } from '../real/peers.ts';
import { bytes as bytesText, counted, time } from '../run/report/format.ts';
import { report } from '../run/report/report.ts';
import { outcomeLine, reportText } from '../run/report/text.ts';
import { figuresOfRuns } from '../run/tidy/figure-rows.ts';
import { runRow } from '../run/tidy/run-row.ts';
import { thisPlace } from '../run/tidy/provenance.ts';
import { loadScenario, type Scenario } from '../run/scenario/load.ts';
import type { Action } from './command.ts';
import type { RealFlags } from './commands/real.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import type { FlagValues } from './flag.ts';
import { interruptible, sayInterrupted } from './interrupt.ts';
import { OutDirectory } from './out.ts';
import { exitCode, subjectOf, tablesOf } from './run-result.ts';
import { print, printJson } from './print.ts';

type Values = FlagValues<RealFlags>;

/** The port of the first party in the file of addresses written by `--split`. */
const FIRST_PORT = 7100;

export const realCommand: Action<RealFlags> = {
  async run({ files: [file], values, plugins }) {
    refuseTogether(values);
    if (values.party !== undefined) return runParty(file, values.party, values, plugins);
    const { seed, set } = values;
    const scenario = loadScenario(file, { plugins, seed, set });
    if (values.split !== undefined) return split(scenario, values.split, values, plugins);
    if (values.collect !== undefined && !hasRecords(values.collect, scenario.parties.roles)) {
      const message =
        'expected a folder with the records of parties, as --records kept them, got none of them';
      throw new CahootsError('bad-input', message, { file: values.collect });
    }
    const out = values.out === undefined ? undefined : new OutDirectory(values.out);
    const subject = out || values.json ? subjectOf(scenario, file, values, plugins) : undefined;
    const made = subject && { ...subject.made, ...thisPlace() };
    return interruptible(async (signal) => {
      try {
        const options = { plugins, trace: out?.sink, made };
        const { plain, paced, restarts } = values;
        const result =
          values.collect === undefined
            ? await playHere(scenario, { ...options, signal, plain, paced, durable: true, restarts })
            : collect(scenario, values.collect, options);
        const row = subject && runRow(subject.under(scenario.seed), result);
        const found = defined({
          run: row,
          figures: row && figuresOfRuns([row], plugins),
          ...report(result.ledger, result),
          clock: 'wall' as const,
        });
        out?.finish(found, tablesOf(scenario, result));
        if (values.json) printJson({ ...found, clocks: result.clocks });
        else print(`${titleOf(scenario, file)}\n\n${reportText(found)}${realText(result)}`);
        if (result.ending === 'aborted') sayInterrupted('the trace', out?.trace);
        return exitCode(scenario, result);
      } finally {
        out?.close();
      }
    });
  },
};

/** Rejects flags that do not go together. */
function refuseTogether({
  party,
  peers,
  records,
  split: to,
  collect: from,
  out,
  plain,
  paced,
  json,
  restarts,
  seed,
  set,
}: Values): void {
  const wrong = (path: string, message: string): never => {
    throw new CahootsError('bad-input', message, { path });
  };
  const alone = { '--peers': peers, '--records': records };
  const others = {
    '--split': to,
    '--collect': from,
    '--out': out,
    '--seed': seed,
    '--set': set,
    '--restarts': restarts,
  };
  const switches = { '--plain': plain, '--paced': paced, '--json': json };
  if (party === undefined)
    for (const [path, value] of Object.entries(alone))
      if (value !== undefined) wrong(path, 'expected --party as well, got none');
  if (party !== undefined) {
    for (const [path, value] of Object.entries(alone))
      if (value === undefined) wrong(path, 'expected one with --party, got none');
    for (const [path, value] of [...Object.entries(others), ...Object.entries(switches)])
      if (value !== undefined && value !== false) wrong(path, 'expected no other flag of a run with --party');
  }
  if (to !== undefined && from !== undefined) wrong('--collect', 'expected it without --split, got both');
}

async function runParty(
  file: string,
  name: string,
  { peers = '', records = '' }: Values,
  plugins: readonly Plugin[],
): Promise<ExitCode> {
  return interruptible(async (signal) => {
    const options = { peers: readPeers(peers), records, plugins, signal };
    const say = (line: string): void => void process.stderr.write(`${name}: ${line}\n`);
    const { bound, refused } = await playAlone(readBytes(file, 'the inputs of a party'), {
      file,
      name,
      ...options,
      print: say,
    });
    if (refused !== undefined)
      throw new CahootsError('bad-input', `expected to be accepted, got refused by ${refused}`, {
        path: name,
      });
    if (signal.aborted) return EXIT.interrupted;
    return bound === undefined ? EXIT.done : EXIT.undecided;
  });
}

async function split(
  scenario: Scenario,
  folder: string,
  { plain, paced }: Values,
  plugins: readonly Plugin[],
): Promise<ExitCode> {
  const parts = await partsOf(scenario, { plugins, plain, paced });
  writeParts(folder, parts);
  const names = parts.map((part) => part.name);
  writeWhole(join(folder, 'peers.yaml'), peersText(names, FIRST_PORT));
  print(
    `${parts.length} parties: a folder each in ${folder}, and their addresses in ${join(folder, 'peers.yaml')}\n`,
  );
  return EXIT.done;
}

function titleOf({ name, protocol, population, seed }: Scenario, file: string): string {
  return `${name || file}: ${protocol}, ${counted(population.clients.length, 'client')}, ${population.points} points of dimension ${population.dimension}, seed ${seed}, over real sockets`;
}

/** The additional lines of a real run. */
function realText({ ledger, clocks }: RealResult): string {
  const payload = ledger.traffic().reduce((sum, { payloadBytes }) => sum + payloadBytes, 0);
  const lines = [
    outcomeLine(
      'payload',
      `${bytesText(payload)} of ${bytesText(ledger.balance.sent.wireBytes)} including frame headers`,
    ),
    outcomeLine(
      'clocks',
      clocks.errorNs === undefined
        ? 'of some parties could not be compared'
        : `of the parties agree to ${time(clocks.errorNs)} or better, and no message arrived before it was sent`,
    ),
  ];
  return lines.join('');
}
