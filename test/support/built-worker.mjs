/**
 * The entry of a pool's threads in tests, instead of source-worker.mjs: what is asked of them is done by the build where all modules of
 * it are built or import only what is, and from source where a test's own imports more.
 */

import { register as addHooks } from 'node:module';
import { workerData } from 'piscina';
import { builtOf, standsOnBuild } from './built-modules.mjs';

const MODULE = /file:[^"\\]+/g;

const loaded = new Map();

function load(entry) {
  if (!loaded.has(entry)) loaded.set(entry, import(entry));
  return loaded.get(entry);
}

let hooked;

/** Has modules in TypeScript translated and resolved by these hooks, after whatever has to come before them. */
async function hook(hooks, before = async () => {}) {
  // Each registration would translate again what the ones before have translated.
  hooked ??= { hooks, ready: before().then(() => addHooks(hooks, import.meta.url)) };
  // A class would be there twice, and no instance of one is of the other.
  if (hooked.hooks !== hooks) throw new Error('expected a thread for the build or for the source, got both');
  await hooked.ready;
}

async function fromSource(asked) {
  await hook('../../src/core/platform/node/source-doors.mjs', async () => {
    const { register } = await import('tsx/esm/api');
    register();
  });
  return (await load(workerData.entry)).default(asked);
}

async function fromBuild(asked, text) {
  const built = JSON.parse(text.replace(MODULE, (url) => builtOf(url) ?? url));
  return (await load(builtOf(workerData.entry))).default({ ...asked, ...built });
}

export default async (asked) => {
  const { module, plugins, library } = asked;
  const text = JSON.stringify({ module, plugins, library });
  const modules = text.match(MODULE) ?? [];
  if (builtOf(workerData.entry) === undefined || !modules.every((url) => standsOnBuild(url)))
    return fromSource(asked);
  if (modules.some((url) => builtOf(url) === undefined)) await hook('./built-doors.mjs');
  return fromBuild(asked, text);
};
