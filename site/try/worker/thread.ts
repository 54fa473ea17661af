/** A worker thread of a run. */

import { storePackage } from './package.ts';

storePackage();
const loading = import('./tasks.ts');

export default async (input: never): Promise<unknown> => (await loading).work(input);
