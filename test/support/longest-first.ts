/** The order of test files: those that take a minute begin first, or one process would still be busy with them when the other has no more. */

import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The longest first, as CI measures them. */
const LONGEST = [
  'test/docs/played.test.ts',
  'test/site/page.test.ts',
  'test/cli/hostile-plugins.test.ts',
  'test/golden.test.ts',
  'test/cli/plugins.test.ts',
  'test/real/machine.test.ts',
  'test/actors/mufc/simulators.test.ts',
  'test/studies/executor/nats.test.ts',
  'test/actors/blocks/sums/contract.test.ts',
  'test/examples/python.test.ts',
  'test/cli/agreement.test.ts',
  'test/cli/printed.test.ts',
  'test/cli/compare.test.ts',
  'test/actors/feddp/audits.test.ts',
  'test/actors/blocks/sums/protocols.test.ts',
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const at = LONGEST.indexOf(relative(this.ctx.config.root, moduleId));
      return at < 0 ? LONGEST.length : at;
    };
    // oxlint-disable-next-line unicorn/no-array-sort -- it is vitest's, which returns a new list
    const sorted = await super.sort(files);
    // Projects run one after the other.
    return sorted.toSorted((a, b) =>
      a.project.name === b.project.name ? place(a) - place(b) : a.project.name < b.project.name ? -1 : 1,
    );
  }
}
