/** A lock for shared and exclusive work: exclusive work waits until all other work is done. */

export class SharedExclusiveLock {
  #sharing = 0;
  #line: Promise<unknown> = Promise.resolve();
  #idle: (() => void) | undefined;

  async shared<T>(work: () => Promise<T>): Promise<T> {
    // Waits behind exclusive work that came earlier.
    for (let line; line !== this.#line;) {
      line = this.#line;
      await line;
    }
    this.#sharing++;
    try {
      return await work();
    } finally {
      if (--this.#sharing === 0) this.#idle?.();
    }
  }

  exclusive<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#line.then(async () => {
      if (this.#sharing > 0) await new Promise<void>((resolve) => (this.#idle = resolve));
      this.#idle = undefined;
      return work();
    });
    this.#line = turn.catch(() => undefined);
    return turn;
  }
}
