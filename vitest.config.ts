import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const source = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

const ALL = 'test/**/*.test.ts';

/** Thousands of runs, or as many as RUNS says: part of no other run of the tests. */
const LONG = 'test/long/**/*.test.ts';

/** Files that start many processes, or simulate for many seconds. */
export const SLOW = [
  'test/golden.test.ts',
  'test/actors/contract.test.ts',
  'test/actors/fastlloyd/fastlloyd.test.ts',
  'test/actors/feddp/audit.test.ts',
  'test/actors/feddp/audits.test.ts',
  'test/actors/feddp/faults.test.ts',
  'test/actors/feddp/feddp.test.ts',
  'test/actors/kfed/clients.test.ts',
  'test/actors/kfed/exact.test.ts',
  'test/actors/kfed/faults.test.ts',
  'test/actors/mufc/audits.test.ts',
  'test/actors/mufc/byzantine.test.ts',
  'test/actors/mufc/kept/clustering.test.ts',
  'test/actors/mufc/removals-under-faults.test.ts',
  'test/actors/secfc/attacks/geometry.test.ts',
  'test/actors/secfc/attacks/shares.test.ts',
  'test/actors/secfc/byzantine.test.ts',
  'test/actors/secfc/defences.test.ts',
  'test/actors/secfc/exact-data.test.ts',
  'test/actors/secfc/exact.test.ts',
  'test/actors/secfc/wrong-messages.test.ts',
  'test/bench.test.ts',
  'test/cli/agreement.test.ts',
  'test/cli/attack.test.ts',
  'test/cli/compare.test.ts',
  'test/cli/figures.test.ts',
  'test/cli/files.test.ts',
  'test/cli/hostile-plugins.test.ts',
  'test/cli/init.test.ts',
  'test/cli/interrupt.test.ts',
  'test/cli/made-with.test.ts',
  'test/cli/main.test.ts',
  'test/cli/notes.test.ts',
  'test/cli/plugin-values.test.ts',
  'test/cli/plugins.test.ts',
  'test/cli/replay.test.ts',
  'test/cli/run.test.ts',
  'test/cli/watch.test.ts',
  'test/container.test.ts',
  'test/core/math/dp/one-run-curve.test.ts',
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
  'test/lab/audit/audit.test.ts',
  'test/lab/games/trials.test.ts',
  'test/output/figure/kinds.test.ts',
  'test/output/page/chromium.test.ts',
  'test/real/alignment.test.ts',
  'test/real/contract.test.ts',
  'test/real/machine.test.ts',
  'test/real/protocols.test.ts',
  'test/real/validate.test.ts',
  'test/run/data/fuzz.test.ts',
  'test/run/data/idx.test.ts',
  'test/run/data/real-data.test.ts',
  'test/run/execute/calibrate.test.ts',
  'test/run/plugin/one-file.test.ts',
  'test/run/replay/measured.test.ts',
  'test/run/replay/random-faults.test.ts',
  'test/run/report/stretches.test.ts',
  'test/run/timing/critical-path.test.ts',
  'test/run/timing/replay.test.ts',
  'test/scripts/emulator/mixtures.test.ts',
  'test/scripts/release.test.ts',
  'test/site/**/*.test.ts',
  'test/stranger/**/*.test.ts',
  'test/studies/batch/batch.test.ts',
  'test/studies/batch/compare.test.ts',
  'test/studies/batch/sweep.test.ts',
  'test/studies/executor/connection.test.ts',
  'test/studies/executor/nats.test.ts',
  'test/studies/executor/strangers.test.ts',
  'test/studies/swarm/heal.test.ts',
  'test/studies/swarm/planted.test.ts',
  'test/studies/swarm/swarm.test.ts',
];

const isLongAskedFor = process.argv.slice(2).some((word) => /\blong\b/.test(word));

export default defineConfig({
  resolve: {
    // The doors of the package, from source.
    alias: [
      { find: /^cahoots$/, replacement: source('src/index.ts') },
      { find: /^cahoots\/actors$/, replacement: source('bin/standard.ts') },
      {
        find: /^cahoots\/(attack|cluster|crypto|dp|field|math|settings)$/,
        replacement: `${source('src/core/kit')}/$1.ts`,
      },
    ],
  },
  test: {
    setupFiles: ['test/support/same-cases.ts'],
    // Worker threads and whole runs; what hangs must fail and not hang the suite.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    // Files share a process, and each module is loaded once: half of the time would go into loading.
    isolate: false,
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
