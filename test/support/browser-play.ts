/** What a page does with Cahoots: the entry point of the bundle that the test of the browser's platform builds. */

import { standard } from '../../bin/standard.ts';
import { joinBytes, utf8 } from '../../src/core/base/bytes.ts';
import { errorText } from '../../src/core/base/errors.ts';
import { Random } from '../../src/core/base/random.ts';
import { memoryFiles } from '../../src/core/platform/browser.ts';
import { program } from '../../src/core/protocol/program/program.ts';
import { attackRun } from '../../src/lab/attack/attack-run.ts';
import { certificateText } from '../../src/lab/attack/text.ts';
import { waits } from '../../src/output/figure/kinds/waits.ts';
import { svgOf } from '../../src/output/figure/svg.ts';
import { subjectOf } from '../../src/output/page/run-page.ts';
import { pageRunOf } from '../../src/output/page/run.ts';
import { run } from '../../src/run/execute/run.ts';
import { everyRun } from '../../src/run/figures/table.ts';
import { taskWorker } from '../../src/run/plugin/task-worker.ts';
import { loadScenario } from '../../src/run/scenario/load.ts';

const FILE = '/scenario.yaml';
const plugins = [standard];

/** What the page's threads do. */
export default taskWorker(plugins);

/** The hash of a scenario's run on some threads. */
export async function hashOf(text: string, threads: number): Promise<string | undefined> {
  memoryFiles.set(FILE, Uint8Array.from(utf8(text)));
  const { hash } = await run(loadScenario(FILE, { plugins }), { plugins, threads, worker: import.meta.url });
  return hash;
}

/** What a page says to a party that is a program. */
export function programRefused(): string {
  const self = { name: 'client-1', index: 0, random: new Random(1) };
  try {
    program('https://example.org/plugin.js', ['python3', 'client.py'], { messages: [] })(self, {
      agreed: {},
    });
    return '';
  } catch (error) {
    return errorText(error);
  }
}

/** Runs a scenario from its text, lets its coalitions attack it, repeats it from its trace, and draws that. */
export async function play(text: string): Promise<Played> {
  memoryFiles.set(FILE, Uint8Array.from(utf8(text)));
  const pieces: Uint8Array[] = [];
  const scenario = loadScenario(FILE, { plugins });
  const { result, certificate } = await attackRun(scenario, {
    plugins,
    trace: (bytes) => void pieces.push(bytes.slice()),
  });
  const options = { plugins, label: 'the run', folder: '/', replay: true };
  const shown = await pageRunOf('run.trace', joinBytes(pieces), options);
  const rows = waits.rows(subjectOf(shown), {}) ?? [];
  return {
    hash: result.hash,
    certificate: certificate && certificateText(certificate),
    picture: svgOf(waits.draw(rows, {}, everyRun)),
  };
}

export interface Played {
  readonly hash: string | undefined;
  readonly certificate: string | undefined;
  readonly picture: string;
}
