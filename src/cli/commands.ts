/** The commands, and how each is called: what one does is loaded when it is called, as that reads hundreds of modules. */

import type { Command } from './command.ts';

export interface Listed {
  readonly summary: string;
  readonly usage: string;
  readonly load: () => Promise<Command>;
}

export const COMMANDS = {
  run: {
    summary: 'run a scenario and report what it cost and what came out',
    usage:
      'run FILE [--seed N] [--threads N] [--set path=value] [--out DIR] [--digest crc32|sha256] [--certificate] [--check] [--json] [--log LEVEL]',
    load: async () => (await import('./run.ts')).runCommand,
  },
  compare: {
    summary: 'run scenarios, and the protocols that they compare, over several seeds, side by side',
    usage: 'compare FILE... [--seeds N] [--threads N] [--set path=value] [--out DIR] [--json | --csv]',
    load: async () => (await import('./compare.ts')).compareCommand,
  },
  data: {
    summary: 'what is in a data file (CSV, NPY, IDX, LEAF), or in a scenario: ranges, classes, clients, gaps',
    usage:
      'data FILE [--label COLUMN] [--client COLUMN] [--ignore COLUMN] [--seed N] [--set path=value] [--json]',
    load: async () => (await import('./data.ts')).dataCommand,
  },
  report: {
    summary: 'the tables of a run again, from its trace; one that is cut off is read as far as it goes',
    usage: 'report TRACE [--critical-path] [--json]',
    load: async () => (await import('./report.ts')).reportCommand,
  },
  replay: {
    summary: 'the run of a trace again, the same entry by entry; what happened there, or without a fault',
    usage:
      'replay TRACE [--until TIME] [--round N] [--actor NAME] [--without FAULT] [--data DIR] [--threads N]',
    load: async () => (await import('./replay.ts')).replayCommand,
  },
  diff: {
    summary: 'the first entry at which two runs part, and what every actor was doing',
    usage: 'diff TRACE TRACE',
    load: async () => (await import('./diff.ts')).diffCommand,
  },
  attack: {
    summary: 'what coalitions could compute in a run: of a scenario, or of a trace that was made earlier',
    usage:
      'attack FILE [--members a,b | --any N [--draws N] | --up-to N] [--with-server] [--attack NAME] [--repeats N] [--games RUNS] [--data DIR] [--threads N] [--set path=value] [--json]',
    load: async () => (await import('./attack.ts')).attackCommand,
  },
  swarm: {
    summary: 'run a scenario under random faults, many times, and say what came of each',
    usage: 'swarm FILE --runs N [--heal] [--seed N] [--threads N] [--set path=value] [--out DIR] [--json]',
    load: async () => (await import('./swarm.ts')).swarmCommand,
  },
  shrink: {
    summary: 'the smallest scenario that still breaks what a scenario, or the run of a trace, breaks',
    usage: 'shrink FILE [--seed N] [--set path=value] [--data DIR] [--out FILE]',
    load: async () => (await import('./shrink.ts')).shrinkCommand,
  },
  schema: {
    summary: 'print the JSON Schema of scenario files, for editors',
    usage: 'schema',
    load: async () => (await import('./schema.ts')).schemaCommand,
  },
} as const satisfies Readonly<Record<string, Listed>>;
