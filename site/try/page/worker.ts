/** The page's side of its worker. */

import { startWorker } from 'made:worker';
import type { Answer, Asked, Jobs, Problem, Progress } from '../shapes.ts';

/** How long a job that is no longer wanted may take to notice. */
const PATIENCE_MS = 600;

/** A job that could not be done. */
export class Refused extends Error {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(problems.map(({ message }) => message).join('\n'));
    this.problems = problems;
  }
}

/** A job that is no longer wanted. */
export class Stopped extends Error {}

interface Waiting {
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
  readonly progress: ((value: Progress) => void) | undefined;
}

export class Workshop {
  #worker: Worker | undefined;
  #last = 0;
  readonly #waiting = new Map<number, Waiting>();

  constructor() {
    this.#start();
  }

  /** @throws Refused, Stopped */
  do<J extends keyof Jobs>(
    job: J,
    input: Jobs[J]['input'],
    progress?: (value: Progress) => void,
  ): Promise<Jobs[J]['output']> {
    const worker = this.#start();
    return new Promise((resolve, reject) => {
      const id = ++this.#last;
      this.#waiting.set(id, { resolve, reject, progress });
      const asked: Asked = { id, job, input };
      worker.postMessage(asked, []);
    });
  }

  /** Ends whatever is being done: in an orderly way, or with the worker if that takes long. */
  async stop(): Promise<void> {
    if (this.#waiting.size === 0) return;
    this.#worker?.postMessage('stop');
    const since = this.#last;
    const isBusy = (): boolean => [...this.#waiting.keys()].some((id) => id <= since);
    const until = performance.now() + PATIENCE_MS;
    while (isBusy() && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 10));
    if (isBusy()) this.#end(new Stopped());
  }

  #start(): Worker {
    if (this.#worker !== undefined) return this.#worker;
    const worker = startWorker();
    worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => this.#take(data));
    worker.addEventListener('error', ({ message }) =>
      this.#end(
        new Refused([
          {
            kind: 'ours',
            message: message || 'The browser ended the simulation, probably for want of memory.',
          },
        ]),
      ),
    );
    return (this.#worker = worker);
  }

  #take(answer: Answer): void {
    const waiting = this.#waiting.get(answer.id);
    if (waiting === undefined) return;
    if ('progress' in answer) return waiting.progress?.(answer.progress);
    this.#waiting.delete(answer.id);
    if ('problems' in answer) waiting.reject(new Refused(answer.problems));
    else waiting.resolve(answer.value as never);
  }

  #end(error: Error): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}
