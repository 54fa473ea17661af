/** `cahoots audit`: tests what a protocol promises. */

import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { auditScenario } from '../lab/audit/audit.ts';
import { auditText } from '../lab/audit/text.ts';
import { loadScenario } from '../run/scenario/load.ts';
import type { Action } from './command.ts';
import type { AuditFlags } from './commands/audit.ts';
import { EXIT } from './exit-codes.ts';
import { interruptible } from './interrupt.ts';
import { print, printJson } from './print.ts';

export const auditCommand: Action<AuditFlags> = {
  async run({ files: [file], values, plugins }) {
    const { audit, runs, canaries, confidence = 0.95, minutes, seed, set, threads } = values;
    const scenario = loadScenario(file, { plugins, seed, set });
    return interruptible(async (signal) => {
      const audited = await auditScenario(scenario, {
        plugins,
        threads: threads ?? availableParallelism(),
        origin: { file, folder: dirname(file), foreign: false },
        signal,
        confidence,
        minutes,
        audits: audit,
        runs,
        canaries,
      });
      if (audited === undefined) return EXIT.interrupted;
      if (values.json) printJson(audited);
      else print(auditText(audited, confidence));
      return audited.some(({ status }) => status === 'refuted') ? EXIT.violated : EXIT.done;
    });
  },
};
