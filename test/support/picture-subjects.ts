/** What every kind of picture can be drawn of: runs with faults and with removals, and a table of runs. */

import type { Subject } from '../../src/output/figure/picture.ts';
import { pageRunOf } from '../../src/output/page/run.ts';
import { subjectOf } from '../../src/output/page/run-page.ts';
import { registryOf } from '../../src/run/plugin/registry.ts';
import type { Row } from '../../src/run/tidy/rows.ts';
import { plugins } from './plugins.ts';
import { traced } from './traced-runs.ts';

const run = (protocol: string, seed: number, more: Row): Row => ({
  protocol,
  seed,
  clustered: true,
  accuracy: 0.9 + seed / 100,
  bytes: 1000 * seed,
  resultNs: 1e9 * seed,
  waitedLatencyNs: 1e9 * seed,
  ...more,
});
export const TABLE: Row[] = [1, 2, 3].flatMap((seed) =>
  [1, 2, 4].flatMap((privacy) => [
    run('secfc', seed, {
      'protocol.privacy': privacy,
      epsilon: privacy,
      lossAtCentres: 10 / privacy,
      missing: privacy,
      wrong: seed,
      outcome: 'exact',
    }),
    run('kfed', seed, { 'protocol.privacy': privacy, epsilon: privacy, lossAtCentres: 20 / privacy }),
  ]),
);

export async function pictureSubjects(): Promise<readonly Subject[]> {
  const faulty = await traced('scenarios/faults/partition.yaml');
  const forgetful = await traced('scenarios/mufc.yaml', ['data.points=200']);
  const options = { plugins, label: 'the run', folder: '.', replay: true };
  const again = await pageRunOf('run.trace', faulty.bytes, options);
  const { figures } = registryOf(plugins);
  return [
    subjectOf(again),
    { title: 'mufc', record: forgetful.record },
    { title: 'table', rows: TABLE, figures },
  ];
}
