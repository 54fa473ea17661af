/** What the process tells its caller. */
export const EXIT = {
  /** The run is done and every property held. */
  done: 0,
  /** A property was violated, or the protocol failed. */
  violated: 1,
  /** Bad input; nothing ran. */
  badInput: 2,
  /** It ran out of virtual time. */
  undecided: 3,
  /** A trace was not made again by running its scenario again, or two traces that were compared are not the same. */
  notReproducible: 4,
  /** Our own mistake. */
  bug: 70,
  /** Ctrl-C, as shells count it. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
