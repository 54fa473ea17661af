import { readFileSync } from 'node:fs';
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

/** Thousands of runs, or as many as RUNS says: part of no other run of the tests. */
const LONG = 'test/long/**/*.test.ts';

/** Files that start many processes, or simulate for many seconds. */
export const SLOW = [
  'test/golden.test.ts',
  'test/actors/blocks/checked-sum/checked-sum.test.ts',
  'test/actors/blocks/lightsecagg/protocols.test.ts',
  'test/actors/blocks/noise/invariants.test.ts',
  'test/actors/blocks/sums/contract.test.ts',
  'test/actors/blocks/sums/protocols.test.ts',
  'test/actors/contract.test.ts',
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
  'test/actors/mufc/removals-under-faults.test.ts',
  'test/actors/mufc/simulators.test.ts',
  'test/actors/secfc/attacks/geometry.test.ts',
  'test/actors/secfc/attacks/shares.test.ts',
  'test/actors/secfc/byzantine.test.ts',
  'test/actors/secfc/defences.test.ts',
  'test/actors/secfc/exact-data.test.ts',
  'test/actors/secfc/exact.test.ts',
  'test/actors/secfc/restart.test.ts',
  'test/actors/secfc/simulators.test.ts',
  'test/actors/secfc/wrong-messages.test.ts',
  'test/actors/start/started-by.test.ts',
  'test/actors/start/subsets.test.ts',
  'test/bench.test.ts',
  'test/cli/agreement.test.ts',
  'test/cli/agreement-of-many.test.ts',
  'test/cli/attack.test.ts',
  'test/cli/compare.test.ts',
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
  'test/cli/sweep.test.ts',
  'test/cli/watch.test.ts',
  'test/cli/worth.test.ts',
  'test/container.test.ts',
  'test/core/engine/wire/malformed.test.ts',
  'test/core/math/cluster/seeding.test.ts',
  'test/core/math/dp/one-run-curve.test.ts',
  'test/core/math/dp/one-run.test.ts',
  'test/core/math/elementary/engines.test.ts',
  'test/core/math/field/scma-vectors.test.ts',
  'test/core/platform/browser.test.ts',
  'test/core/protocol/program/**/*.test.ts',
  'test/docs/brokers.test.ts',
  'test/docs/feddp.test.ts',
  'test/docs/played.test.ts',
  'test/docs/python.test.ts',
  'test/docs/readme.test.ts',
  'test/docs/site.test.ts',
  'test/examples/**/*.test.ts',
  'test/experiments/**/*.test.ts',
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
  'test/lab/audit/game-bounds.test.ts',
  'test/lab/games/trials.test.ts',
  'test/lab/provenance/examine.test.ts',
  'test/lab/provenance/left.test.ts',
  'test/output/export/pack.test.ts',
  'test/output/figure/kinds.test.ts',
  'test/output/page/chromium.test.ts',
  'test/output/page/plugin-page.test.ts',
  'test/real/alignment.test.ts',
  'test/real/contract.test.ts',
  'test/real/machine.test.ts',
  'test/real/protocols.test.ts',
  'test/real/rehearsal.test.ts',
  'test/real/validate.test.ts',
  'test/run/data/fuzz.test.ts',
  'test/run/data/idx.test.ts',
  'test/run/data/real-data.test.ts',
  'test/run/execute/calibrate.test.ts',
  'test/run/execute/guards.test.ts',
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
  'test/run/timing/critical-path.test.ts',
  'test/run/timing/replay.test.ts',
  'test/scripts/emulator/mixtures.test.ts',
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

const isLongAskedFor = process.argv.slice(2).some((word) => /\blong\b/.test(word));

export default defineConfig({
  plugins: [builtThreads()],
  resolve: { alias: doors },
  test: {
    setupFiles: ['test/support/same-cases.ts'],
    // Worker threads and whole runs; what hangs must fail and not hang the suite.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    // Files share a process, and each module is loaded once: half of the time would go into loading.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // The build is run as it is.
    server: { deps: { external: [/\/dist\/(bin|chunks|src)\//] } },
    projects: [
      { extends: true, test: { name: 'fast', include: [ALL], exclude: [LONG, ...SLOW] } },
      { extends: true, test: { name: 'slow', include: SLOW } },
      ...(isLongAskedFor
        ? [
            {
              extends: true as const,
              test: { name: 'long', include: [LONG], testTimeout: 0, hookTimeout: 0 },
            },
          ]
        : []),
    ],
  },
});
