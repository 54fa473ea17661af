/** What the page can ask its worker to do. What the first run does not need is loaded when it is asked for. */

import type { Jobs } from '../shapes.ts';
import type { Context } from './context.ts';
import { open } from './files.ts';
import { loadOpen, partyList, runScenario } from './run.ts';

type Work = {
  readonly [J in keyof Jobs]: (
    input: Jobs[J]['input'],
    context: Context,
  ) => Jobs[J]['output'] | Promise<Jobs[J]['output']>;
};

export const jobs: Work = {
  run: runScenario,
  check(input) {
    open(input);
    return partyList(loadOpen());
  },
  stage: async () => (await import('./stage.ts')).stage(),
  report: async (_, context) => (await import('./report.ts')).report(context),
  exposed: async (members) => (await import('./exposed.ts')).exposed(members),
  contents: async (id) => (await import('./contents.ts')).contents(id),
  table: async (input) => (await import('./table.ts')).table(input),
  compare: async (input, context) => (await import('./compare.ts')).compare(input, context),
};
