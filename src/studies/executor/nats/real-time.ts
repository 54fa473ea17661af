/** Time that passes on this machine. It decides who does a run and when, and does not affect the run's result. */

/** In milliseconds, from an arbitrary beginning. */
export function nowMs(): number {
  // oxlint-disable-next-line no-restricted-globals -- see above
  return performance.now();
}
