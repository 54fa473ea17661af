/** Runs of a small scenario, by our protocols or a user's: what came of them, with the scenario and the trace. */

import {
  type AnyProtocol,
  type Behaviour,
  loadScenario,
  run,
  type RunOptions,
  type RunResult,
  type Scenario,
} from '../../src/index.ts';
import type { Plugin } from '../../src/run/plugin/plugin.ts';
import { TraceReader } from '../../src/run/trace/reader.ts';
import { playing } from '../../src/testing/playing.ts';
import { pluginsWith } from './plugins.ts';
import { sides } from './scenario-sides.ts';
import { edited, scenarios, SMALL } from './small-scenario.ts';

export const SIDES = edited(SMALL, [
  'secfc\n  clusters: 2\n  privacy: 2',
  'sides\n  clusters: 2\n  threshold: 0',
]);

export const LLOYD = edited(SMALL, ['secfc\n  clusters: 2\n  privacy: 2', 'lloyd\n  clusters: 2']);

/** Ours and the user's side by side; `changes` make another protocol of the user's. */
export const sidesWith = (changes: Partial<AnyProtocol> = {}): readonly Plugin[] =>
  pluginsWith({ ...sides, ...changes });

/** The protocols with another server of sides. */
export const withServer = (server: () => Behaviour): readonly Plugin[] =>
  sidesWith({ roles: playing(sides, 'server', () => server).roles });

export interface Ran extends RunResult {
  readonly scenario: Scenario;
  readonly trace: Buffer;
}

type Settings = Partial<RunOptions> & { readonly set?: readonly string[] };

export interface SidesRuns {
  /** Writes a file beside the scenarios and returns its path. */
  readonly write: (name: string, content: string | Uint8Array) => string;
  readonly ran: (text: string, settings?: Settings) => Promise<Ran>;
}

/** Runs for the tests of one file, of scenarios in a folder of their own. */
export function sidesRuns(): SidesRuns {
  const { write } = scenarios();
  return {
    write,
    ran: async (text, { set = [], ...options } = {}) => {
      const plugins = options.plugins ?? sidesWith();
      const scenario = loadScenario(write('run.yaml', text), { plugins, set });
      const chunks: Buffer[] = [];
      const result = await run(scenario, {
        plugins,
        trace: (bytes) => chunks.push(Buffer.from(bytes)),
        ...options,
      });
      return { ...result, scenario, trace: Buffer.concat(chunks) };
    },
  };
}

/** The entries of a trace without what was measured, and what reading it came to. */
export function read(trace: Buffer) {
  const reader = new TraceReader('run.trace', trace);
  const entries = [...reader.entries()].map((entry) => ({ ...entry, measuredNs: undefined }));
  return { entries, outcome: reader.outcome };
}
