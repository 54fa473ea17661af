/** The entry point of a worker thread in a study. */

export { answer as default } from './job.ts';
