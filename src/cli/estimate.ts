/** `cahoots run --estimate`: what a run would take on this machine. */

import { estimate, type Estimate } from '../run/estimate/estimate.ts';
import type { Plugin } from '../run/plugin/plugin.ts';
import { bytes, counted, integer, time } from '../run/report/format.ts';
import { table } from '../run/report/table.ts';
import type { Scenario } from '../run/scenario/load.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { meter } from './meter.ts';
import { print, printJson } from './print.ts';

/** Estimates a scenario, and prints the estimate; a failure if it has no result even when it is run whole. */
export async function printEstimate(
  scenario: Scenario,
  plugins: readonly Plugin[],
  json: boolean,
): Promise<ExitCode> {
  const found = await estimate(scenario, { plugins, meter });
  if (found === undefined) {
    process.stderr.write('no estimate: run whole and without faults, the scenario comes to no result\n');
    return EXIT.violated;
  }
  if (json) printJson(found);
  else print(textOf(found, scenario));
  return EXIT.done;
}

function textOf(
  { cpuNs, peakBytes, messages, wireBytes, basis }: Estimate,
  { population }: Scenario,
): string {
  const rows = [
    ['processor time', time(cpuNs)],
    ['memory', bytes(peakBytes)],
    ['messages', integer(messages)],
    ['bytes sent', bytes(wireBytes)],
  ];
  const [clients, points] = [population.clients.length, population.points];
  const ran = `${integer(basis.clients)} of ${counted(clients, 'client')} and ${integer(basis.points)} of ${counted(points, 'point')}`;
  const from = basis.whole
    ? 'The whole scenario was run, without faults.'
    : `From a run with ${ran}, in ${time(basis.cpuNs)}, and the cost formulas of ${scenarioOf(basis.iterations)}.`;
  return `${table(['estimated', 'here'], rows, ['estimated'])}\n${from}\n`;
}

function scenarioOf(iterations: number): string {
  return `the protocol for ${counted(iterations, 'iteration')}`;
}
