/** The clock of the stage: virtual time, slowed down or sped up so that any run takes a few seconds to watch. */

/** How long a run takes at speed 1. */
const RUN_MS = 10_000;

export const SPEEDS = [0.25, 0.5, 1, 2, 4] as const;

export class Player {
  readonly endNs: number;
  timeNs = 0;
  playing = false;
  speed = 1;
  readonly #moved: () => void;
  #frame = 0;
  #lastMs = 0;

  /** @param moved called whenever time or state has changed */
  constructor(endNs: number, moved: () => void) {
    this.endNs = Math.max(1, endNs);
    this.#moved = moved;
  }

  /** How many times faster than real time it plays. */
  get rate(): number {
    return (this.endNs / 1e6 / RUN_MS) * this.speed;
  }

  play(): void {
    if (this.playing) return;
    if (this.timeNs >= this.endNs) this.timeNs = 0;
    this.playing = true;
    this.#lastMs = performance.now();
    this.#frame = requestAnimationFrame((now) => this.#tick(now));
    this.#moved();
  }

  pause(): void {
    this.playing = false;
    cancelAnimationFrame(this.#frame);
    this.#moved();
  }

  seek(timeNs: number): void {
    this.timeNs = Math.max(0, Math.min(this.endNs, timeNs));
    this.#moved();
  }

  #tick(now: number): void {
    if (!this.playing) return;
    // A page in the background gets no frames: it goes on from where it was.
    const passedMs = Math.min(100, Math.max(0, now - this.#lastMs));
    this.#lastMs = now;
    this.timeNs = Math.min(this.endNs, this.timeNs + passedMs * 1e6 * this.rate);
    if (this.timeNs >= this.endNs) this.playing = false;
    else this.#frame = requestAnimationFrame((next) => this.#tick(next));
    this.#moved();
  }
}
