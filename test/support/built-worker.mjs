/**
 * The entry of a pool's threads in tests, instead of source-worker.mjs: what is asked of them is done by the build where
 * all modules of it are built, and from source where one of them is a test's own.
 */

import { register as addHooks } from 'node:module';
import { workerData } from 'piscina';
import { builtOf } from './built-modules.mjs';

const MODULE = /file:[^"\\]+/g;

const loaded = new Map();

function load(entry) {
  if (!loaded.has(entry)) loaded.set(entry, import(entry));
  return loaded.get(entry);
}

let registered;

async function fromSource(asked) {
  // Each registration would translate again what the ones before have translated.
  registered ??= import('tsx/esm/api').then(({ register }) => {
    register();
    addHooks('../../src/core/platform/node/source-doors.mjs', import.meta.url);
  });
  await registered;
  return (await load(workerData.entry)).default(asked);
}

async function fromBuild(asked, text) {
  const built = JSON.parse(text.replace(MODULE, builtOf));
  return (await load(builtOf(workerData.entry))).default({ ...asked, ...built });
}

export default async (asked) => {
  const { module, plugins, library } = asked;
  const text = JSON.stringify({ module, plugins, library });
  const isBuilt = [workerData.entry, ...(text.match(MODULE) ?? [])].every(
    (url) => builtOf(url) !== undefined,
  );
  return isBuilt ? fromBuild(asked, text) : fromSource(asked);
};
