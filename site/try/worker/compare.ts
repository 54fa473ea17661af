/** A scenario under each of the protocols that it compares: the page of `cahoots compare`, with one seed. */

import { joinBytes } from '../../../src/core/base/bytes.ts';
import { pageOfResults } from '../../../src/output/page/results-page.ts';
import { rowOfPage } from '../../../src/output/page/run.ts';
import { runRecordOf } from '../../../src/output/record/run-record.ts';
import { run } from '../../../src/run/execute/run.ts';
import { registryOf } from '../../../src/run/plugin/registry.ts';
import { variantsOf } from '../../../src/run/scenario/load.ts';
import type { Row } from '../../../src/run/tidy/rows.ts';
import type { ComparisonShown, Sources } from '../shapes.ts';
import type { Context } from './context.ts';
import { open, SCENARIO } from './files.ts';
import { loadOpen, plugins } from './run.ts';

/** @throws CahootsError for a scenario that cannot run */
export async function compare(input: Sources, { signal, progress }: Context): Promise<ComparisonShown> {
  open(input);
  const titles = variantsOf(SCENARIO, { plugins });
  const known = registryOf(plugins);
  const rows: Row[] = [];
  for (const [variant, title] of titles.entries()) {
    progress({ text: title, done: variant, of: titles.length });
    const scenario = loadOpen(variant);
    const pieces: Uint8Array[] = [];
    await run(scenario, { plugins, signal, trace: (bytes) => void pieces.push(bytes.slice()) });
    if (signal.aborted) break;
    const record = runRecordOf(title, joinBytes(pieces), known);
    const row = rowOfPage({ record } as Parameters<typeof rowOfPage>[0]);
    rows.push({ title, name: scenario.name, protocol: scenario.protocol, seed: scenario.seed, ...row });
  }
  const figures = known.figures.ofProtocols(rows.map(({ protocol }) => String(protocol)));
  const { top, sections } = pageOfResults('protocols', rows, figures);
  const pictures = sections.find(({ id }) => id === 'pictures');
  return { html: `${top.html}${pictures?.body.html ?? ''}` };
}
