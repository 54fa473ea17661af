/** The entry point of a worker thread in a batch. */

export { answer as default } from './job.ts';
