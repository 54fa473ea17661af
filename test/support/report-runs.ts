/** Runs to report on: what came of one, live, and its trace as a file holds it. */

import { registryOf } from '../../src/run/plugin/registry.ts';
import { reportOfTrace } from '../../src/run/report/of-trace.ts';
import { report, type Report } from '../../src/run/report/report.ts';
import { run, type RunOptions, type RunResult } from '../../src/run/execute/run.ts';
import { type LoadOptions, loadScenario } from '../../src/run/scenario/load.ts';
import { pluginsWith } from './plugins.ts';
import { edited, SMALL } from './small-scenario.ts';
import { sides } from './scenario-sides.ts';

const SECFC = 'secfc\n  clusters: 2\n  privacy: 2';

export const TEXTS = {
  secfc: SMALL,
  lloyd: edited(SMALL, [SECFC, 'lloyd\n  clusters: 2']),
  revealing: edited(
    SMALL,
    [SECFC, `${SECFC}\n  reveal: true`],
    ['preset: lan', 'preset: mobile\n  paths: star'],
  ),
  lossy: edited(SMALL, ['preset: lan', 'transport: datagram\n  loss: 20%'], ['time: 1h', 'time: 10h']),
  sides: edited(SMALL, [SECFC, 'sides\n  clusters: 2\n  threshold: 0']),
};

export interface Reported {
  readonly result: RunResult;
  /** From the ledger that was kept while it ran. */
  readonly live: Report;
  readonly trace: Buffer;
}

export async function reported(
  file: string,
  { plugins = pluginsWith(sides), ...options }: Partial<RunOptions & LoadOptions> = {},
): Promise<Reported> {
  const scenario = loadScenario(file, { plugins, ...options });
  const chunks: Buffer[] = [];
  const trace = (bytes: Uint8Array): number => chunks.push(Buffer.from(bytes));
  const result = await run(scenario, { plugins, trace, timing: true, ...options });
  return { result, live: report(result.ledger, result, result.causalGraph), trace: Buffer.concat(chunks) };
}

/** As `cahoots report` does it. */
export function reportOf(trace: Buffer): Report {
  return reportOfTrace('run.trace', trace, registryOf([])).report;
}
