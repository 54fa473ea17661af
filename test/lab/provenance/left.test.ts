/** What is left of a run, or shown of it, holds no secret; what is kept through a crash holds nobody else's. */

import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { mufc, secfc } from '../../../bin/standard.ts';
import { changed } from '../../../experiments/mutants/broken.ts';
import { scenarioOf } from '../../../experiments/mutants/examine.ts';
import { COMMON, type SettingName, SETTINGS } from '../../../experiments/mutants/settings.ts';
import { utf8 } from '../../../src/core/base/bytes.ts';
import { Random } from '../../../src/core/base/random.ts';
import { toHex } from '../../../src/core/kit/crypto.ts';
import { everyone } from '../../../src/core/protocol/parties.ts';
import type { AnyProtocol } from '../../../src/core/protocol/protocol.ts';
import { leftFindings } from '../../../src/lab/provenance/left.ts';
import { type RecordedRun, recordedRun } from '../../../src/lab/provenance/recorded-run.ts';
import { pageOfRun } from '../../../src/output/page/run-page.ts';
import { pageRunOf } from '../../../src/output/page/run.ts';
import { pageText } from '../../../src/output/page/page.ts';
import { loadScenario } from '../../../src/run/scenario/load.ts';
import { thoroughly } from '../../support/long.ts';
import { plugins } from '../../support/plugins.ts';
import { cahoots, ended, start } from '../../support/program.ts';
import { temporaryFiles } from '../../support/temporary-files.ts';

const write = temporaryFiles();
const scenarioFile = (setting: SettingName): string =>
  write(`${setting}.yaml`, stringify({ version: 2, seed: 3, ...COMMON, ...SETTINGS[setting] }));

const texts = (recorded: RecordedRun): string[] =>
  leftFindings(recorded).map(({ where, because }) => `${where}: ${because}`);

/** Everything in a folder, by name. */
const filesIn = (folder: string): (readonly [string, Uint8Array])[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [[entry.name, readFileSync(join(entry.parentPath, entry.name))] as const] : [],
  );

const KEPT: readonly SettingName[] = ['secfc revealing', 'mufc', 'fastlloyd', 'feddp proven'];
describe.each<SettingName>([...KEPT, ...thoroughly<SettingName[]>([], ['mufc coded', 'feddp'])])(
  'of %s',
  (setting) => {
    test('neither files, nor pages, nor logs hold a secret', { timeout: 120_000 }, async () => {
      const file = scenarioFile(setting);
      const scenario = loadScenario(file, { plugins });
      const recorded = await recordedRun(scenario, { plugins }, everyone(scenario.parties));
      expect([...recorded.told.secrets.all].length).toBeGreaterThan(scenario.parties.clients.length);

      const folder = `${file}.run`;
      const { code, stdout, stderr } = await ended(
        start('run', file, '--out', folder, '--certificate', '--log', 'trace'),
      );
      expect(code).toBe(0);
      expect(stderr).toContain('delivered');
      const trace = join(folder, 'run.trace');
      const said = await cahoots('report', trace);
      mkdirSync(join(folder, 'shown'));
      for (const args of [
        ['report', trace, '--html', join(folder, 'shown', 'page.html')],
        ['export', trace, '--to', 'jsonl', '--out', join(folder, 'shown', 'tables')],
        ['export', trace, '--to', 'perfetto', '--out', join(folder, 'shown', 'timeline')],
      ])
        expect(await cahoots(...args)).toMatchObject({ code: 0 });
      const left = new Map<string, Uint8Array>([
        ...filesIn(folder),
        ['stdout', utf8(stdout + said.stdout)],
        ['the log', utf8(stderr)],
      ]);
      expect(left.size).toBeGreaterThan(6);
      expect(texts({ ...recorded, left: new Map([...recorded.left, ...left]) })).toEqual([]);
    });
  },
);

/** A protocol whose clients announce a key as the name of a phase. */
const telling = (protocol: AnyProtocol): AnyProtocol =>
  changed(protocol, (effect, self) =>
    effect.kind === 'label'
      ? [{ ...effect, phase: toHex(self.random.again().secretKey('leaked')) }]
      : [effect],
  );

test('a key in a page is found', async () => {
  const { scenario, plugins: own } = scenarioOf({ name: '', what: '', protocol: telling(mufc) }, 3);
  const recorded = await recordedRun(scenario, { plugins: own }, []);
  const trace = recorded.left.get('the trace') ?? new Uint8Array();
  const options = { plugins: own, label: '', folder: '.', replay: false };
  const page = utf8(pageText(pageOfRun(await pageRunOf('trace', trace, options))));
  expect(texts({ ...recorded, left: new Map([['the page', page]]) }).join('\n')).toMatch(
    /the page: it contains 'leaked' of client-/,
  );
});

describe('what a party saves', () => {
  const saving = async (protocol: AnyProtocol): Promise<string[]> => {
    const { scenario, plugins: own } = scenarioOf({ name: '', what: '', protocol }, 3);
    const recorded = await recordedRun(scenario, { plugins: own }, everyone(scenario.parties));
    expect(recorded.told.kept.size).toBeGreaterThan(0);
    return texts(recorded);
  };

  test.each([secfc, mufc])('may hold its own secrets: $name', async (protocol) => {
    expect(await saving(protocol)).toEqual([]);
  });

  test('and no key of another', async () => {
    // As if all clients of one process shared one random generator.
    const others = new Random(3).scope('actors', 'client-1');
    const keeping = changed(secfc, (effect, self) => {
      if (effect.kind !== 'save' || self.name === 'client-1') return [effect];
      const key = others.again().secretKey('kept by others');
      return [{ ...effect, value: { ...(effect.value as object), key } }];
    });
    expect((await saving(keeping)).join('\n')).toMatch(
      /what client-2 saved: it contains 'kept by others' of client-1/,
    );
  });
});
