/** Whether programs in Python can run here. */

import { spawnSync } from 'node:child_process';

export const hasNumpy = spawnSync('python3', ['-c', 'import numpy']).status === 0;
/** Added to the titles of tests that need it. */
export const NUMPY = 'skipped without python3 and numpy';
