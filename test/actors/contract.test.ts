/** Every protocol of ours keeps the contract that any author can hold a protocol to. */

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { standard } from '../../bin/standard.ts';
import type { AnyProtocol } from '../../src/core/protocol/protocol.ts';
import { loadScenario } from '../../src/run/scenario/load.ts';
import { holdToContract } from '../../src/testing/index.ts';
import { plugins } from '../support/plugins.ts';
import { refusal } from '../support/refusal.ts';
import { temporaryFiles } from '../support/temporary-files.ts';

const write = temporaryFiles();
const fileOf = ({ name }: AnyProtocol): string =>
  fileURLToPath(new URL(`../../scenarios/swarm/${name}.yaml`, import.meta.url));

test.each(standard.protocols)('$name has a scenario for swarms', (protocol) => {
  expect(existsSync(fileOf(protocol))).toBe(true);
});

describe.each(standard.protocols)('$name', (protocol) => {
  holdToContract(fileOf(protocol), plugins);

  test('refuses points whose squared distances would overflow', () => {
    const file = write('far.csv', `x\n${'1e152\n-1e152\n'.repeat(30)}`);
    const set = [`data=${JSON.stringify({ source: 'csv', file, partition: { by: 'iid' } })}`];
    const { message } = refusal(() => loadScenario(fileOf(protocol), { plugins, set }));
    expect(message).toContain('expected coordinates up to 1e+150, got 1e+152');
  });
});
