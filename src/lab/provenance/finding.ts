import type { Coalition } from '../games/coalition.ts';

/** What is wrong, or not known, about where secrets come from. */
export interface ProvenanceFinding {
  /** `open`: where something comes from is not known. */
  readonly status: 'flagged' | 'open';
  /** To whom it matters: a coalition, or everybody if there is none. */
  readonly members?: Coalition;
  /** Such as `masked.values from client-3`. */
  readonly where: string;
  readonly because: string;
}
