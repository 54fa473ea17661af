/**
 * Whose mistake an exception is: one in the code of a plugin that the command line loaded is not a bug in
 * Cahoots.
 */

import { CahootsError } from '../../core/base/errors.ts';
import type { Plugged } from './registry.ts';
import type { Plugin } from './plugin.ts';

/**
 * The error to throw instead of one that was thrown: the plugin's if its code caused it, otherwise unchanged.
 * @param used names of what was running: a protocol, a source, kinds of fault
 */
export function blamed(error: unknown, { plugins }: Plugged, used: readonly string[] = []): unknown {
  if (error instanceof CahootsError) return error;
  const loaded = plugins.filter(({ origin }) => origin !== undefined);
  // An actor's requests are checked when its own code is no longer on the stack; other errors are thrown
  // where they arise.
  const asked = error instanceof Error && error.name === 'AssertionError' ? used : [];
  const plugin =
    loaded.find(({ module }) => stackOf(error).some((frame) => frame.includes(pathOf(module)))) ??
    loaded.find((one) => namesIn(one).some((name) => asked.includes(name)));
  if (plugin === undefined) return error;
  const message = `expected plugin ${plugin.name} to do its work, got ${explained(error)}`;
  return new CahootsError('bad-input', message, { file: plugin.origin as string });
}

/** The result of some work; if it fails, the error is the plugin's whose mistake it is. See {@link blamed}. */
export async function blaming<T>(
  plugged: Plugged,
  used: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw blamed(error, plugged, used);
  }
}

/** The message of an error, and where outside Cahoots' own code it was thrown. */
export function explained(error: unknown): string {
  if (!(error instanceof Error)) return `${String(error)}, thrown`;
  const { name, message, cause } = error;
  const kind = ['Error', 'AssertionError'].includes(name) ? '' : `${name}: `;
  const because = cause instanceof Error ? `: ${cause.message}` : '';
  return [`${kind}${message}${because}`, ...stackOf(error).filter(isForeign)].join('\n  ');
}

function namesIn({ protocols, faults, sources }: Plugin): string[] {
  return [...protocols, ...faults, ...sources].map(({ name }) => name);
}

function stackOf(error: unknown): string[] {
  const { stack = '' } = error instanceof Error ? error : {};
  return stack
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('at '));
}

/** The folders of this copy of Cahoots, from source as well as from the build. */
const ROOT = new URL(import.meta.url.endsWith('.ts') ? '../../..' : '../../../..', import.meta.url);
const OWN = ['src', 'actors', 'bin', 'dist'].map((folder) => pathOf(new URL(`${folder}/`, ROOT)));

/** The path in a URL, as stacks have it. */
function pathOf(url: string | URL): string {
  return decodeURIComponent(new URL(url).pathname);
}

function isForeign(frame: string): boolean {
  return frame.includes('/') && ![...OWN, 'node:', 'node_modules'].some((place) => frame.includes(place));
}
