import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { builtThreads } from './test/support/built-threads.ts';
import { LongestFirst } from './test/support/longest-first.ts';

const source = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

/** What the package exports, by door. */
const { exports: exported } = JSON.parse(readFileSync(source('package.json'), 'utf8')) as {
  readonly exports: Readonly<Record<string, string | { readonly 'cahoots-source': string }>>;
};

/** All doors, from source: through one from the build, a class would be there twice, and no instance of one is of the other. */
const doors = Object.entries(exported).flatMap(([door, to]) =>
  typeof to === 'string'
    ? []
    : [{ find: new RegExp(`^cahoots${door.slice(1)}$`), replacement: source(to['cahoots-source']) }],
);

const ALL = 'test/**/*.test.ts';

/** Thousands of runs, or as many as RUNS says, and minutes of building and measuring: part of no other run of the tests. */
const LONG = 'test/long/**/*.test.ts';

/** What tries clusters and workers of others, mixtures on a network, and gigabytes: as long. */
const LARGE = [
  'test/cli/bombs.test.ts',
  'test/examples/clusters.test.ts',
  'test/examples/workers.test.ts',
  'test/scripts/emulator/mixtures.test.ts',
];

/** Files of which a part is tried on every change, and all in the long run: those that say which part, or import what says it. */
function thorough(): string[] {
  const files = readdirSync(source('test'), { recursive: true, encoding: 'utf8' })
    .map((file) => `test/${file.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.ts'));
  const texts = new Map(files.map((file) => [file, readFileSync(source(file), 'utf8')]));
  const says = (file: string): boolean => texts.get(file)?.includes('thoroughly(') === true;
  const cases = files.filter((file) => file.startsWith('test/support/') && says(file));
  const imports = (file: string): boolean =>
    cases.some((one) => texts.get(file)?.includes(one.replace('test', '')) === true);
  return files.filter((file) => file.endsWith('.test.ts') && (says(file) || imports(file)));
}

/** Files that start many processes, or simulate for many seconds. */
export const SLOW = [
  ...LARGE,
  'test/golden.test.ts',
  'test/actors/blocks/alignment/alignment.test.ts',
  'test/actors/blocks/checked-sum/checked-sum.test.ts',
  'test/actors/blocks/flamingo/flamingo.test.ts',
  'test/actors/blocks/lightsecagg/protocols.test.ts',
  'test/actors/blocks/noise/invariants.test.ts',
  'test/actors/blocks/noise/noise.test.ts',
  'test/actors/blocks/scma/code.test.ts',
  'test/actors/blocks/secagg/curve25519.test.ts',
  'test/actors/blocks/secagg/vectors.test.ts',
  'test/actors/blocks/sums/bytes.test.ts',
  'test/actors/blocks/sums/contract.test.ts',
  'test/actors/blocks/sums/protocols.test.ts',
  'test/actors/contract.test.ts',
  'test/actors/fastlloyd/audit.test.ts',
  'test/actors/fastlloyd/fastlloyd.test.ts',
  'test/actors/fastlloyd/simulators.test.ts',
  'test/actors/feddp/adversaries.test.ts',
  'test/actors/feddp/audit.test.ts',
  'test/actors/feddp/audits.test.ts',
  'test/actors/feddp/faults.test.ts',
  'test/actors/feddp/feddp.test.ts',
  'test/actors/feddp/proven.test.ts',
  'test/actors/feddp/simulators.test.ts',
  'test/actors/kfed/clients.test.ts',
  'test/actors/kfed/exact.test.ts',
  'test/actors/kfed/faults.test.ts',
  'test/actors/mufc/attacks.test.ts',
  'test/actors/mufc/audits.test.ts',
  'test/actors/mufc/byzantine.test.ts',
  'test/actors/mufc/kept/clustering.test.ts',
  'test/actors/mufc/mufc.test.ts',
  'test/actors/mufc/proven.test.ts',
  'test/actors/mufc/removals-under-faults.test.ts',
  'test/actors/mufc/requests.test.ts',
  'test/actors/mufc/simulators.test.ts',
  'test/actors/neighbours.test.ts',
  'test/actors/secfc/attacks/geometry.test.ts',
  'test/actors/secfc/attacks/shares.test.ts',
  'test/actors/secfc/byzantine.test.ts',
  'test/actors/secfc/dealing.test.ts',
  'test/actors/secfc/defences.test.ts',
  'test/actors/secfc/exact-data.test.ts',
  'test/actors/secfc/exact.test.ts',
  'test/actors/secfc/faults.test.ts',
  'test/actors/secfc/restart.test.ts',
  'test/actors/secfc/simulators.test.ts',
  'test/actors/secfc/wrong-messages.test.ts',
  'test/actors/start/started-by.test.ts',
  'test/actors/start/subsets.test.ts',
  'test/actors/wide.test.ts',
  'test/bench.test.ts',
  'test/cli/agreement-of-many.test.ts',
  'test/cli/agreement.test.ts',
  'test/cli/attack.test.ts',
  'test/cli/audit.test.ts',
  'test/cli/compare.test.ts',
  'test/cli/digests.test.ts',
  'test/cli/faster.test.ts',
  'test/cli/figures.test.ts',
  'test/cli/files.test.ts',
  'test/cli/hostile-plugins.test.ts',
  'test/cli/init.test.ts',
  'test/cli/interrupt.test.ts',
  'test/cli/made-with.test.ts',
  'test/cli/main.test.ts',
  'test/cli/notes.test.ts',
  'test/cli/own-table.test.ts',
  'test/cli/plugin-values.test.ts',
  'test/cli/plugins.test.ts',
  'test/cli/printed.test.ts',
  'test/cli/real.test.ts',
  'test/cli/replay.test.ts',
  'test/cli/run.test.ts',
  'test/cli/start.test.ts',
  'test/cli/swarm.test.ts',
  'test/cli/sweep.test.ts',
  'test/cli/watch.test.ts',
  'test/cli/worth.test.ts',
  'test/container.test.ts',
  'test/core/engine/actors/retransmission.test.ts',
  'test/core/engine/compute/executor.test.ts',
  'test/core/engine/compute/sealed.test.ts',
  'test/core/engine/tcp/tcp.test.ts',
  'test/core/engine/wire/codec.test.ts',
  'test/core/engine/wire/falsify.test.ts',
  'test/core/engine/wire/malformed.test.ts',
  'test/core/math/cluster/seeding.test.ts',
  'test/core/math/dp/accountant.test.ts',
  'test/core/math/dp/one-run-curve.test.ts',
  'test/core/math/dp/one-run.test.ts',
  'test/core/math/dp/samplers.test.ts',
  'test/core/math/dp/shares.test.ts',
  'test/core/math/elementary/engines.test.ts',
  'test/core/math/field/kernel.test.ts',
  'test/core/math/field/modular-vectors.test.ts',
  'test/core/math/field/power-sums.test.ts',
  'test/core/math/field/scma-vectors.test.ts',
  'test/core/platform/browser.test.ts',
  'test/core/platform/gunzip.test.ts',
  'test/core/protocol/program/**/*.test.ts',
  'test/docs/brokers.test.ts',
  'test/docs/feddp.test.ts',
  'test/docs/package.test.ts',
  'test/docs/played.test.ts',
  'test/docs/python.test.ts',
  'test/docs/readme.test.ts',
  'test/examples/**/*.test.ts',
  'test/experiments/**/*.test.ts',
  'test/fuzz/fuzz.test.ts',
  'test/lab/attack/exposed.test.ts',
  'test/lab/attack/fault-scenarios.test.ts',
  'test/lab/attack/fresh-leaks.test.ts',
  'test/lab/attack/game.test.ts',
  'test/lab/attack/games.test.ts',
  'test/lab/attack/scenarios.test.ts',
  'test/lab/attack/simulate/provoked.test.ts',
  'test/lab/attack/two-servers.test.ts',
  'test/lab/attack/verdicts.test.ts',
  'test/lab/audit/audit.test.ts',
  'test/lab/audit/bounds.test.ts',
  'test/lab/audit/game-bounds.test.ts',
  'test/lab/games/trials.test.ts',
  'test/lab/provenance/examine.test.ts',
  'test/lab/provenance/left.test.ts',
  'test/output/export/pack.test.ts',
  'test/output/figure/kinds.test.ts',
  'test/output/figure/vega-lite.test.ts',
  'test/output/page/chromium.test.ts',
  'test/output/page/plugin-page.test.ts',
  'test/real/alignment.test.ts',
  'test/real/alone.test.ts',
  'test/real/contract.test.ts',
  'test/real/machine.test.ts',
  'test/real/protocols.test.ts',
  'test/real/rehearsal.test.ts',
  'test/real/strangers.test.ts',
  'test/real/validate.test.ts',
  'test/run/data/assignment.test.ts',
  'test/run/data/csv-table.test.ts',
  'test/run/data/csv.test.ts',
  'test/run/data/foreign-tables.test.ts',
  'test/run/data/fuzz.test.ts',
  'test/run/data/idx.test.ts',
  'test/run/data/real-data.test.ts',
  'test/run/estimate/estimate.test.ts',
  'test/run/execute/calibrate.test.ts',
  'test/run/execute/guards.test.ts',
  'test/run/execute/late.test.ts',
  'test/run/execute/run.test.ts',
  'test/run/execute/slow.test.ts',
  'test/run/middleware.test.ts',
  'test/run/plugin/one-file.test.ts',
  'test/run/replay/change.test.ts',
  'test/run/replay/faster.test.ts',
  'test/run/replay/measured.test.ts',
  'test/run/replay/random-faults.test.ts',
  'test/run/replay/reproduce.test.ts',
  'test/run/report/stretches.test.ts',
  'test/run/scenario/data.test.ts',
  'test/run/scenario/fuzz.test.ts',
  'test/run/tidy/verify.test.ts',
  'test/run/timing/critical-path.test.ts',
  'test/run/timing/replay.test.ts',
  'test/scripts/release.test.ts',
  'test/site/**/*.test.ts',
  'test/stranger/**/*.test.ts',
  'test/studies/batch/batch.test.ts',
  'test/studies/batch/compare.test.ts',
  'test/studies/batch/sweep-plan.test.ts',
  'test/studies/batch/sweep.test.ts',
  'test/studies/executor/connection.test.ts',
  'test/studies/executor/files.test.ts',
  'test/studies/executor/nats.test.ts',
  'test/studies/executor/repeats.test.ts',
  'test/studies/executor/strangers.test.ts',
  'test/studies/swarm/heal.test.ts',
  'test/studies/swarm/planted.test.ts',
  'test/studies/swarm/schedule.test.ts',
  'test/studies/swarm/swarm.test.ts',
];

/** Whether a project is asked for by name, or by a file of its own. */
const asks = (words: RegExp): boolean => process.argv.slice(2).some((word) => words.test(word));

export default defineConfig({
  plugins: [builtThreads()],
  resolve: { alias: doors },
  test: {
    setupFiles: ['test/support/same-cases.ts'],
    globalSetup: ['test/support/shared-folder.ts'],
    // Worker threads and whole runs; what hangs must fail and not hang the suite.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // One more than processors that CI has: a tenth of the time, tests wait for processes and browsers.
    maxWorkers: 3,
    // Files share a process, and each module is loaded once: half of the time would go into loading.
    isolate: false,
    // The modules of hundreds of files are many: collecting what is young too early takes a twentieth of the time.
    execArgv: ['--min-semi-space-size=16', '--max-semi-space-size=64'],
    sequence: { sequencer: LongestFirst },
    // The build is run as it is.
    server: { deps: { external: [/\/dist\/(bin|bundle|src)\//] } },
    projects: [
      // One for all, as each translates all modules and loads them into processes of its own.
      asks(/^(--project=)?fast$/)
        ? { extends: true as const, test: { name: 'fast', include: [ALL], exclude: [LONG, ...SLOW] } }
        : { extends: true as const, test: { name: 'whole', include: [ALL], exclude: [LONG, ...LARGE] } },
      ...(asks(/\blong\b/)
        ? [
            {
              extends: true as const,
              test: {
                name: 'long',
                include: [LONG, ...LARGE, ...thorough()],
                env: { THOROUGH: '1' },
                testTimeout: 0,
                hookTimeout: 0,
              },
            },
          ]
        : []),
    ],
  },
});
