/** The worker in which everything is computed: it does the jobs that the page asks for, one after another. */

import type { Answer, Asked, Jobs, Progress } from '../shapes.ts';
import type { Context } from './context.ts';
import { storePackage } from './package.ts';
import { problemsOf } from './problems.ts';

/** What this uses of a worker's scope, whose types are not among those of Node.js. */
interface WorkerScope {
  addEventListener(type: 'message', listener: (event: { readonly data: Asked | 'stop' }) => void): void;
  postMessage(answer: Answer, transfer: readonly []): void;
}

const scope = globalThis as unknown as WorkerScope;

storePackage();
const loading = import('./jobs.ts');

const send = (told: Answer): void => scope.postMessage(told, []);

let stop = new AbortController();
let before: Promise<unknown> = Promise.resolve();

async function answer({ id, job, input }: Asked): Promise<void> {
  try {
    const { jobs } = await loading;
    stop = new AbortController();
    const work = jobs[job] as (given: unknown, context: Context) => Promise<Jobs[typeof job]['output']>;
    const progress = (value: Progress): void => send({ id, progress: value });
    send({ id, value: await work(input, { signal: stop.signal, progress }) });
  } catch (error) {
    send({ id, problems: problemsOf(error) });
  }
}

scope.addEventListener('message', ({ data }) => {
  if (data === 'stop') stop.abort();
  else before = before.then(() => answer(data));
});
