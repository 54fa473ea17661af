/** Web Workers that run the default export of a module. */

import { STARTED_IN_THREAD, type ThreadPool } from '../platform.ts';

/** What this uses of a browser's workers, whose types are not among those of Node.js. */
interface WebWorker {
  addEventListener(type: 'message', listener: (event: { readonly data: Answer }) => void): void;
  addEventListener(type: 'error', listener: (event: { readonly message?: string }) => void): void;
  postMessage(order: { readonly id: number; readonly input: unknown }, transfer: readonly []): void;
  terminate(): void;
}

type Answer = { readonly id: number } & ({ readonly output: unknown } | { readonly error: unknown });

interface BrowserScope {
  readonly Worker: new (
    url: string,
    options: { readonly type: 'module'; readonly name: string },
  ) => WebWorker;
  /** Of a worker, or of a window. */
  readonly name?: string;
}

const scope = globalThis as unknown as BrowserScope;

/** The name of our workers, by which a module that they import can be told that it runs in one. */
const NAME = 'cahoots thread';

/** The program of a worker, in a blob, as a worker cannot be started with a module of another origin. */
const programOf = (entry: string): string => `
const imported = import(${JSON.stringify(entry)});
onmessage = async ({ data: { id, input } }) => {
  try {
    const { default: work } = await imported;
    postMessage({ id, output: await work(input) });
  } catch (error) {
    postMessage({ id, error });
  }
};`;

interface Waiting {
  readonly resolve: (output: unknown) => void;
  readonly reject: (error: unknown) => void;
}

class Thread {
  readonly waiting = new Map<number, Waiting>();
  readonly #worker: WebWorker;

  constructor(program: string) {
    this.#worker = new scope.Worker(program, { type: 'module', name: NAME });
    this.#worker.addEventListener('message', ({ data }) => {
      const order = this.waiting.get(data.id);
      this.waiting.delete(data.id);
      if ('output' in data) order?.resolve(data.output);
      else order?.reject(data.error);
    });
    this.#worker.addEventListener('error', ({ message = 'a worker that cannot be started' }) =>
      this.#fail(new Error(message)),
    );
  }

  run(id: number, input: unknown): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#worker.postMessage({ id, input }, []);
      this.waiting.set(id, { resolve, reject });
    });
  }

  end(): void {
    this.#worker.terminate();
    this.#fail(new Error('Terminating worker thread'));
  }

  #fail(error: Error): void {
    for (const { reject } of this.waiting.values()) reject(error);
    this.waiting.clear();
  }
}

/**
 * Threads that run the default export of a module.
 * @param entry the module's URL
 */
export function workerThreads(entry: string, count: number): ThreadPool {
  if (scope.name === NAME) throw new Error(STARTED_IN_THREAD);
  const program = URL.createObjectURL(new Blob([programOf(entry)], { type: 'text/javascript' }));
  const threads = Array.from({ length: count }, () => new Thread(program));
  let orders = 0;
  return {
    run(input) {
      const idlest = threads.reduce((least, one) => (one.waiting.size < least.waiting.size ? one : least));
      return idlest.run(orders++, input);
    },
    destroy() {
      for (const thread of threads) thread.end();
      URL.revokeObjectURL(program);
      return Promise.resolve();
    },
  };
}
