/** `cahoots validate`: compares a prediction with what it predicts. */

import { CahootsError } from '../core/base/errors.ts';
import {
  type Compared,
  isOfHere,
  isWithin,
  LEAST_NS,
  offBy,
  validate,
  type Validation,
} from '../real/validate.ts';
import { readPlaces } from '../real/places.ts';
import { bytes, integer, time } from '../run/report/format.ts';
import { table } from '../run/report/table.ts';
import { calibrate } from '../run/execute/calibrate.ts';
import { loadScenario, type Scenario } from '../run/scenario/load.ts';
import type { Action } from './command.ts';
import type { ValidateFlags } from './commands/validate.ts';
import { EXIT } from './exit-codes.ts';
import { interruptible, sayInterrupted } from './interrupt.ts';
import { print, printJson } from './print.ts';

const RUNS = 3;
const TOLERANCE = 0.1;
const ROUND_TOLERANCE = 0.25;

export const validateCommand: Action<ValidateFlags> = {
  async run({ files: [file], values, plugins }) {
    const { seed, set = [], runs = RUNS, secure, counted, unpaced } = values;
    if (runs === 0) throw new CahootsError('bad-input', 'expected at least 1, got 0', { path: '--runs' });
    const load = (...profile: readonly string[]): Scenario =>
      loadScenario(file, { plugins, seed, set: [...set, ...profile] });
    const written = load();
    const profile =
      counted || written.profileOf !== undefined ? undefined : await calibrate(written, { plugins });
    const scenario = profile === undefined ? written : load(`devices.profile=${JSON.stringify(profile)}`);
    const { servers, clients } = scenario.parties;
    const places =
      values.places === undefined ? undefined : readPlaces(values.places, [...servers, ...clients]);
    return interruptible(async (signal) => {
      const found = await validate(scenario, {
        plugins,
        signal,
        runs,
        plain: !secure,
        // Devices that are this machine need no pace.
        paced: !unpaced && !isOfHere(scenario),
        places,
        tolerance: values.tolerance ?? TOLERANCE,
        roundTolerance: values.roundTolerance ?? ROUND_TOLERANCE,
        onRun: (run, resultNs) => {
          const when = resultNs === undefined ? 'no result' : `the result after ${time(resultNs)}`;
          process.stderr.write(`run ${run} of ${runs}: ${when}\n`);
        },
      });
      if (found === undefined) {
        sayInterrupted('nothing', undefined);
        return EXIT.interrupted;
      }
      if (values.json) printJson(found);
      else print(textOf(found));
      return found.holds ? EXIT.done : EXIT.violated;
    });
  },
};

const SHOWN = { ns: time, bytes, number: integer } as const;
/** A smaller share of time than this says nothing about a run. */
const NOTABLE = 0.05;

function textOf(found: Validation): string {
  const { tasks, computations, network, compared, holds, sameLabels } = found;
  const [total] = compared;
  const rows: readonly (readonly [title: string, rows: readonly Compared[]])[] = [
    ['Computations of all parties', [...tasks, { ...computations, what: 'all together' }]],
    ['The network', [{ ...network, what: 'its part of the time' }]],
    ['The whole', compared],
  ];
  const heads = ['predicted', 'real, median', 'ratio', 'may be off', 'real runs'];
  const shown = table(
    ['', ...heads],
    rows.flatMap(([title, ones]) => [[title, ...heads.map(() => '')], ...ones.map(cellsOf)]),
    [''],
  );
  const lines = [
    `ratio is predicted over real; times within ${time(LEAST_NS)} of each other count as equal`,
    waitText(computations),
    profileText(computations, found.ofHere),
    `the network is ${percent(network.predicted / total.predicted)} of the predicted time; its real part is what remains when each computation takes as long as it did`,
    ...(found.paced
      ? ["parties waited until their devices' time was up: the whole does not test how fast they compute"]
      : []),
    processorText(found),
    `labels ${sameLabels ? 'are those of the simulation in every run' : 'differ from those of the simulation: right only if noise is drawn, since secrets are real'}`,
    holds ? 'the prediction holds' : 'the prediction does NOT hold',
  ];
  return `${shown}\n${lines.join('\n')}\n`;
}

function cellsOf(one: Compared): string[] {
  const { what, unit, predicted, median, ratio, real } = one;
  return [
    `  ${what}`,
    SHOWN[unit](predicted),
    SHOWN[unit](median),
    ratio === undefined ? '-' : `${Number(ratio.toPrecision(3))}`,
    allowedText(one),
    real.map((value) => SHOWN[unit](value)).join(', '),
  ];
}

function waitText(computations: Compared): string {
  const { waited = 0 } = computations;
  const ratio = Number(offBy(computations).toPrecision(3));
  return `computations waited for a processor ${percent(waited)} of their time; without that the ratio of all together is ${ratio}`;
}

/**
 * Waiting from this fraction on, tasks themselves take up to 2.5 times as long as alone: caches are others', and compilers wait, too
 * (docs/truth.md).
 */
const CROWDED = 0.5;

/** What is to be said of a device profile. */
export function profileText(computations: Compared, ofHere: boolean): string {
  const ratio = offBy(computations);
  if (!ofHere)
    return 'devices are not this machine, as far as the scenario says: how long computations take is shown and not judged';
  const { waited = 0, tolerance = 0 } = computations;
  const among =
    waited < CROWDED ? '' : ' for tasks beside others on the same processors; alone they are faster';
  if (isWithin(computations))
    return `the device profile is right within ${percent(tolerance)}, or ${time(LEAST_NS)}${among}`;
  const off = Number((ratio > 1 ? ratio : 1 / ratio).toPrecision(2));
  return `the device profile is ${off} times too ${ratio > 1 ? 'slow' : 'fast'}${among}`;
}

function processorText({ processors }: Validation): string {
  if (processors === undefined) return 'whether processes waited for a processor is not known on this system';
  const { waited, stolen = 0 } = processors;
  const parts = `processes waited for one ${percent(waited)} of the time that they could run, and ${percent(stolen)} of all were the host's other guests'`;
  return `the processors were ${Math.max(waited, stolen) < NOTABLE ? 'not ' : ''}shared: ${parts}`;
}

const percent = (part: number): string => `${(part * 100).toPrecision(2)} %`;

function allowedText(one: Compared): string {
  const { tolerance } = one;
  if (tolerance === undefined) return '-';
  return `${(tolerance * 100).toFixed(0)} %${isWithin(one) ? '' : ', is more'}`;
}
