/** What TCP must know of the paths below it, each one direction between two actors, by its number. */

export interface Paths {
  /** The number of the path from one actor to another. */
  find(from: number, to: number): number;
  /** The latency of what is sent at a time, in nanoseconds, one way. */
  latencyNs(path: number, atNs: number): number;
  /** Whether its latency was measured over time, and is not drawn. */
  isMeasured(path: number): boolean;
  /** Whether it can lose anything. */
  loses(path: number): boolean;
  /** Draws whether the next packet is lost. */
  isLost(path: number): boolean;
}
