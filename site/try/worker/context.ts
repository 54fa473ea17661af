import type { Progress } from '../shapes.ts';

/** What a job is given besides its input. */
export interface Context {
  /** Whether it is still wanted. */
  readonly signal: AbortSignal;
  readonly progress: (value: Progress) => void;
}
