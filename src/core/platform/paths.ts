/** Paths as on POSIX systems, with `/` as the working directory. */

import type { Paths } from './platform.ts';

/** Without empty steps and those that lead back. */
export function normalPath(path: string): string {
  const root = path.startsWith('/') ? '/' : '';
  const steps: string[] = [];
  for (const step of path.split('/')) {
    if (step === '' || step === '.') continue;
    if (step === '..' && steps.length > 0 && steps.at(-1) !== '..') steps.pop();
    else if (step !== '..' || root === '') steps.push(step);
  }
  return root + steps.join('/') || '.';
}

const resolve = (...paths: string[]): string =>
  normalPath(paths.reduce((from, path) => (path.startsWith('/') ? path : `${from}/${path}`), '/'));

function basename(path: string): string {
  return normalPath(path).split('/').at(-1) ?? '';
}

export const paths: Paths = {
  sep: '/',
  basename,
  dirname: (path) => normalPath(path).replace(/\/?[^/]*$/, '') || (path.startsWith('/') ? '/' : '.'),
  extname: (path) => /[^.]\.[^.]*$/.exec(basename(path))?.[0].slice(1) ?? '',
  isAbsolute: (path) => path.startsWith('/'),
  join: (...parts) => normalPath(parts.filter((part) => part !== '').join('/')),
  relative(from, to) {
    const [start, end] = [from, to].map((path) =>
      resolve(path)
        .split('/')
        .filter((step) => step !== ''),
    );
    const parting = start.findIndex((step, i) => step !== end[i]);
    const shared = parting === -1 ? start.length : parting;
    return [...start.slice(shared).map(() => '..'), ...end.slice(shared)].join('/');
  },
  resolve,
};
