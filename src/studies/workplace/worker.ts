/** A worker thread's part in a study. */

export { answer as default } from './job.ts';
