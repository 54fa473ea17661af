/** What the process tells its caller. */

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

/** In the words of the reference. */
export const MEANINGS: Readonly<Record<keyof typeof EXIT, string>> = {
  done: 'the run is done and every property held',
  violated: 'a property was violated, a claim refuted, or the protocol failed',
  badInput: 'bad input; nothing ran',
  undecided: 'it ran out of virtual time, or reached another bound of `limits`',
  notReproducible:
    'a trace was not made again by running its scenario again, or two traces that were compared are not the same',
  bug: 'a mistake of Cahoots itself',
  interrupted: 'Ctrl-C, as shells count it; what was written so far stays readable',
};
