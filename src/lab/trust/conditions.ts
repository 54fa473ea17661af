/** How all parties behave that are in no coalition: in the best case as they should, in the worst case arbitrarily. */

export const CONDITIONS = ['reliable', 'flaky', 'data-Byzantine', 'fully Byzantine'] as const;
export type Condition = (typeof CONDITIONS)[number];

/** What each means for the last client, or the network of all, in words. */
export const MEANING: Readonly<Record<Condition, string>> = {
  reliable: 'as in the scenario',
  flaky: 'the last client is gone from the first millisecond on, and of all packets one in fifty is lost',
  'data-Byzantine':
    'the last client follows the protocol with other points, mirrored in the announced ranges',
  'fully Byzantine': 'the last client sends random values of the right shape in every message',
};
