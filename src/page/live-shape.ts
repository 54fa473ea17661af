/** What is told of a run while it goes on. */
export interface LiveRound {
  readonly round: number;
  phase: string;
  /** When it began, in virtual nanoseconds. */
  readonly startNs: number;
  messages: number;
  bytes: number;
}

export interface LiveState {
  readonly title: string;
  readonly virtualNs: number;
  readonly messages: number;
  readonly bytes: number;
  readonly lost: number;
  /** Virtual time over time on this machine. */
  readonly speed: number;
  readonly rounds: readonly LiveRound[];
}
