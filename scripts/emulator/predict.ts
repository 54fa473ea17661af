/**
 * Compares predictions with reality: calibrates in a separate process, simulates, runs for real three times through
 * the emulator, and writes a row for each case. Creates and removes network namespaces; nothing leaves the machine.
 * All cases take about eight minutes.
 *
 *   npm run build
 *   node --import tsx scripts/emulator/predict.ts [--open | --held-back] [WORD...]      cases whose names have all of the words
 */

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { standard } from '../../bin/standard.ts';
import { isWithin, type Validation } from '../../src/real/validate.ts';
import { run } from '../../src/run/execute/run.ts';
import { loadScenario, type Scenario } from '../../src/run/scenario/load.ts';
import type { Profile } from '../../src/run/scenario/profile.ts';
import { segmentsIn } from './capture.ts';
import { NETS, nameOf, type Prediction, PREDICTIONS, settingsOf } from './predictions.ts';
import { sharesOf } from './shares.ts';
import { hostOf, problemHere, World } from './world.ts';

const TOP = fileURLToPath(new URL('../..', import.meta.url));
const CAHOOTS = join(TOP, 'dist', 'bin', 'cahoots.js');
const RUNS = 3;
/**
 * How many times slower than this machine devices are: the smallest factor with which a run takes at least this long,
 * so that many parties can share the machine as if each had a processor.
 */
const SLOWER = [30, 100, 300, 1000];
const LEAST_RUN_NS = 4e9;

function slower(profile: Profile, times: number): Profile {
  const tasks = Object.fromEntries(
    Object.entries(profile.tasks).map(([name, shapes]) => [
      name,
      shapes.map(({ operations, coldNs, warmNs }) => ({
        operations,
        coldNs: coldNs.map((ns) => ns * times),
        warmNs: warmNs * times,
      })),
    ]),
  );
  return { ...profile, tasks };
}

interface Foreseen {
  readonly times: number;
  readonly scenario: Scenario;
  readonly wireBytes: number;
}

/** The scenario on devices that are slow enough, with the profile from the file. */
async function foreseen(
  file: string,
  set: readonly string[],
  profile: Profile,
  to: string,
): Promise<Foreseen> {
  const plugins = [standard];
  for (const times of SLOWER) {
    writeFileSync(to, JSON.stringify(slower(profile, times)));
    const scenario = loadScenario(file, { plugins, set: [...set, deviceIn(to)] });
    const { ledger, endNs } = await run(scenario, { plugins });
    if (endNs >= LEAST_RUN_NS || times === SLOWER.at(-1))
      return { times, scenario, wireBytes: ledger.balance.sent.wireBytes };
  }
  throw new Error('no device is slow enough');
}

const deviceIn = (file: string): string => `devices.profile=${JSON.stringify(file)}`;

/** The cells of a prediction's row. */
async function predicted(one: Prediction, folder: string): Promise<readonly string[]> {
  const file = join(TOP, 'scenarios', 'swarm', `${one.protocol}.yaml`);
  const set = Object.entries(settingsOf(one)).map(([path, value]) => `${path}=${JSON.stringify(value)}`);
  const flags = set.flatMap((setting) => ['--set', setting]);
  const profileFile = join(folder, 'profile.json');
  const calibrated = join(folder, 'calibrated.yaml');
  execFileSync(process.execPath, [CAHOOTS, 'calibrate', file, ...flags, '--out', calibrated], {
    stdio: 'ignore',
  });
  const profile = parse(readFileSync(calibrated, 'utf8')) as Profile;
  rmSync(calibrated);
  const { times, scenario, wireBytes } = await foreseen(file, set, profile, profileFile);
  const { servers, clients } = scenario.parties;
  const parties = [...servers, ...clients];
  const net = NETS[one.net];
  const capture = join(folder, 'packets.pcap');
  const rates = [...servers.map(() => net.server), ...clients.map(() => net.clients)];
  const world = await World.make({ rates, delayMs: net.delayMs, capture });
  let done: Awaited<ReturnType<World['close']>>;
  let said = '';
  try {
    const places = parties.map((name, i) => [name, { host: hostOf(i), inside: world.inside(i) }]);
    const placesFile = join(folder, 'places.json');
    writeFileSync(placesFile, JSON.stringify(Object.fromEntries(places)));
    const words = [
      ...flags,
      '--set',
      deviceIn(profileFile),
      '--places',
      placesFile,
      '--runs',
      `${RUNS}`,
      '--json',
    ];
    const validate = spawn(process.execPath, [CAHOOTS, 'validate', file, ...words], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    validate.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
    await once(validate, 'close');
  } finally {
    done = await world.close();
  }
  const { compared, contention = 0, sameLabels } = JSON.parse(said) as Validation;
  const [total] = compared;
  const rounds = compared.filter(({ what }) => what.startsWith('round'));
  const payload = compared.find(({ what }) => what === 'payload');
  const { messageBytes, ackBytes, besideBytes } = sharesOf(segmentsIn(capture));
  const counted = (messageBytes + ackBytes) / RUNS;
  const shown = (ns: number): string => (ns / 1e9).toFixed(2);
  return [
    nameOf(one) + (one.heldBack ? ' (held back)' : ''),
    `${times}`,
    `${shown(total.predicted)} s`,
    `${total.real.map(shown).join(', ')}`,
    `${total.ratio?.toFixed(3)}${isWithin(total) ? '' : ' (missed)'}`,
    rounds.map((round) => `${round.ratio?.toFixed(2)}${isWithin(round) ? '' : '!'}`).join(' '),
    payload?.predicted === payload?.median ? 'equal' : 'DIFFERENT',
    `${wireBytes}`,
    `${Math.round(counted)}`,
    (wireBytes / counted).toFixed(3),
    `${Math.round(besideBytes / RUNS)}`,
    `${(contention * 100).toFixed(1)} %`,
    sameLabels ? 'same' : 'other',
    `${((done?.meanLateNs ?? 0) / 1e3).toFixed(0)} us, ${((done?.worstLateNs ?? 0) / 1e6).toFixed(1)} ms`,
    loadavg()[0].toFixed(1),
  ];
}

const problem = problemHere();
if (problem !== undefined) {
  process.stderr.write(`the emulator ${problem}\n`);
  process.exit(2);
}
const words = process.argv.slice(2);
const open = words.includes('--open');
const heldBack = words.includes('--held-back');
const named = words.filter((word) => !word.startsWith('--'));
const chosen = PREDICTIONS.filter(
  (one) =>
    (open ? one.heldBack !== true : true) &&
    (heldBack ? one.heldBack === true : true) &&
    named.every((word) => nameOf(one).split(' ').includes(word)),
);
const HEAD =
  'case | times slower | predicted | real | ratio | rounds, from 0 (! beyond 25 % and 5 ms) | payload | IP bytes, predicted | real, mean of the runs | ratio | beside the protocol | beyond the pace | labels | emulator late, mean and worst | load';
process.stdout.write(`| ${HEAD} |\n|${HEAD.replaceAll(/[^|]+/g, '---')}|\n`);
const folder = mkdtempSync(join(tmpdir(), 'cahoots-predict-'));
try {
  for (const one of chosen) process.stdout.write(`| ${(await predicted(one, folder)).join(' | ')} |\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
