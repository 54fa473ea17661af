/** Flags that several commands take, each with one meaning. */

import { CahootsError } from '../core/base/errors.ts';
import { type Flag, integer, text, texts, toggle } from './flag.ts';

export const PLUGIN = texts(
  'FILE',
  'also load protocols, attacks, faults, sources and figures from this module',
);
export const SEED = integer('N', 'the seed, instead of the one in the scenario', {
  most: Number.MAX_SAFE_INTEGER,
});
export const THREADS = integer('N', 'worker threads that compute (0: none); this changes no result', {
  most: 256,
});
const SETTINGS = texts('PATH=VALUE', 'override a setting of the scenario with a YAML value');

/** Given two values for one setting, one would be lost. */
export const SET: Flag<readonly string[] | undefined> = {
  ...SETTINGS,
  read(given, path) {
    const paths = given.map((setting) => setting.split('=', 1)[0]);
    const twice = paths.find((one, i) => paths.indexOf(one) < i);
    if (twice === undefined) return SETTINGS.read(given, path);
    const got = given.filter((_, i) => paths[i] === twice).join(' and ');
    const message = `expected one value for ${twice}, got ${got}: several are a sweep: cahoots sweep --axis ${twice}=...`;
    throw new CahootsError('bad-input', message, { path });
  },
};
export const FAIR_START = toggle(
  'start at points drawn for each cluster, where the scenario chooses no start; this costs privacy',
);
export const RUN_THREADS = integer('N', 'runs at a time (default: one per core)', { most: 256 });
export const ON = text(
  'ADDRESS',
  'let the workers at this NATS server do the runs, such as nats://127.0.0.1:4222 (see cahoots worker)',
);
export const KEY = text(
  'FILE',
  'the key of a study, which its coordinator and its workers share: what is not signed with it is dropped',
);
export const JSON_FLAG = toggle('print JSON instead of text');
export const DATA = text('DIR', 'read data files that a trace names from this folder');
export const FASTER = toggle(
  'list what would make the run faster: what its result waited for, twice as fast, each in a run of its own',
);
export const WHAT_IF = texts(
  'CHANGE',
  'also run it with this change, such as network.latency=x0.5 (with commas: several changes at once)',
);
export const WATCH = toggle(
  'with --out: show progress in a browser, and write report.html to DIR at the end',
);
