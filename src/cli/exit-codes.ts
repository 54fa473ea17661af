/** The exit codes of the process. */

export const EXIT = {
  done: 0,
  violated: 1,
  badInput: 2,
  undecided: 3,
  notReproducible: 4,
  bug: 70,
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** As described in the reference. */
export const MEANINGS: Readonly<Record<keyof typeof EXIT, string>> = {
  done: 'the run is done and every property held',
  violated: 'a property was violated, a claim refuted, or the protocol failed',
  badInput: 'bad input; nothing ran',
  undecided: 'it ran out of virtual time, or reached another bound of `limits`',
  notReproducible:
    'running the scenario of a trace again did not reproduce the trace, or two compared traces differ',
  bug: 'a bug in Cahoots itself',
  interrupted: 'interrupted by Ctrl-C; what was written so far stays readable',
};
