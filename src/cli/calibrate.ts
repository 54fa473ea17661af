/** `cahoots calibrate`: a device profile of this machine. */

import { existsSync } from 'node:fs';
import { stringify } from 'yaml';
import { CahootsError } from '../core/base/errors.ts';
import { rehearsed } from '../real/rehearsal.ts';
import { calibrate } from '../run/execute/calibrate.ts';
import { writeWhole } from '../run/data/write.ts';
import { loadScenario } from '../run/scenario/load.ts';
import type { Action } from './command.ts';
import type { CalibrateFlags } from './commands/calibrate.ts';
import { EXIT } from './exit-codes.ts';
import { print, printJson } from './print.ts';

export const calibrateCommand: Action<CalibrateFlags> = {
  async run({ files: [file], values, plugins }) {
    const { seed, set, out, parties, json } = values;
    if (out !== undefined && existsSync(out))
      throw new CahootsError('bad-input', 'expected a new file, got an existing one', { file: out });
    const scenario = loadScenario(file, { plugins, seed, set });
    const onShape = (done: number, all: number, what: string): void => {
      if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${done + 1} of ${all}: ${what}`);
    };
    const alone = await calibrate(scenario, { plugins, onShape });
    const profile = parties ? await rehearsed(scenario, alone, { plugins }) : alone;
    if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
    const written = stringify(profile, { flowCollectionPadding: true, lineWidth: 0 });
    if (out !== undefined) writeWhole(out, written);
    if (json) printJson(profile);
    else if (out === undefined) print(written);
    return EXIT.done;
  },
};
