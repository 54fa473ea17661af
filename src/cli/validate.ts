/** `cahoots validate`: compares a prediction with what it predicts. */

import { CahootsError } from '../core/base/errors.ts';
import { type Compared, isWithin, LEAST_NS, validate, type Validation } from '../real/validate.ts';
import { readPlaces } from '../real/places.ts';
import { bytes, integer, time } from '../run/report/format.ts';
import { table } from '../run/report/table.ts';
import { calibrate } from '../run/execute/calibrate.ts';
import { loadScenario, type Scenario } from '../run/scenario/load.ts';
import type { Action } from './command.ts';
import type { ValidateFlags } from './commands/validate.ts';
import { EXIT } from './exit-codes.ts';
import { interruptible, sayInterrupted } from './interrupt.ts';

const RUNS = 3;
const TOLERANCE_PERCENT = 10;
const ROUND_TOLERANCE_PERCENT = 25;

export const validateCommand: Action<ValidateFlags> = {
  async run({ files: [file], values, plugins }) {
    const { seed, set = [], runs = RUNS, secure, counted } = values;
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
        paced: true,
        places,
        tolerance: (values.tolerance ?? TOLERANCE_PERCENT) / 100,
        roundTolerance: (values.roundTolerance ?? ROUND_TOLERANCE_PERCENT) / 100,
        onRun: (run, resultNs) => {
          const when = resultNs === undefined ? 'no result' : `the result after ${time(resultNs)}`;
          process.stderr.write(`run ${run} of ${runs}: ${when}\n`);
        },
      });
      if (found === undefined) {
        sayInterrupted('nothing', undefined);
        return EXIT.interrupted;
      }
      process.stdout.write(values.json ? `${JSON.stringify(found)}\n` : textOf(found));
      return found.holds ? EXIT.done : EXIT.violated;
    });
  },
};

const SHOWN = { ns: time, bytes, number: integer } as const;

function textOf({ compared, holds, sameLabels, contention }: Validation): string {
  const shown = table(
    ['', 'predicted', 'real, median', 'ratio', 'may be off', 'real runs'],
    compared.map((one) => {
      const { what, unit, predicted, median, ratio, real } = one;
      return [
        what,
        SHOWN[unit](predicted),
        SHOWN[unit](median),
        ratio?.toFixed(3) ?? '-',
        allowedText(one),
        real.map((value) => SHOWN[unit](value)).join(', '),
      ];
    }),
    [''],
  );
  const lines = [
    `ratio is predicted over real; times within ${time(LEAST_NS)} of each other count as equal; computations are those of all parties together`,
    ...(contention === undefined
      ? []
      : [
          `${(contention * 100).toFixed(1)} % of the computation time exceeds what the devices take: the processors were shared`,
        ]),
    `labels ${sameLabels ? 'are those of the simulation in every run' : 'differ from those of the simulation: right only if noise is drawn, since secrets are real'}`,
    holds ? 'the prediction holds' : 'the prediction does NOT hold',
  ];
  return `${shown}\n${lines.join('\n')}\n`;
}

function allowedText(one: Compared): string {
  const { tolerance } = one;
  if (tolerance === undefined) return '-';
  return `${(tolerance * 100).toFixed(0)} %${isWithin(one) ? '' : ', is more'}`;
}
