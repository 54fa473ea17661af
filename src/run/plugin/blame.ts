/**
 * Whose mistake an exception is: one in the code of a plugin that the command line loaded is not a bug in
 * Cahoots.
 */

import { CahootsError } from '../../core/base/errors.ts';
import { Unruly } from '../../core/platform/platform.ts';
import type { Plugged } from './registry.ts';
import type { Plugin } from './plugin.ts';

/**
 * The error to throw instead of one that was thrown: the plugin's if its code caused it, otherwise unchanged.
 * @param used names what was running, wherever in it: a list, a scenario as written
 */
export function blamed(error: unknown, { plugins }: Plugged, used: unknown = []): unknown {
  const { kind, stack, text, isOurs } = read(error);
  if (isOurs) return error;
  const loaded = plugins.filter(({ origin }) => origin !== undefined);
  // An actor's requests are checked when its own code is no longer on the stack, and what is no error has none; other errors
  // are thrown where they arise.
  const asked = kind === 'AssertionError' || kind === undefined ? JSON.stringify(used) : '';
  const plugin =
    loaded.find(({ module }) => stack.some((frame) => frame.includes(pathOf(module)))) ??
    loaded.find((one) => namesIn(one).some((name) => asked.includes(JSON.stringify(name))));
  // We throw nothing but errors.
  const suspects = plugin !== undefined ? [plugin] : kind === undefined ? loaded : [];
  if (suspects.length === 0) return error;
  const names = suspects.map(({ name }) => name).join(' or ');
  const message = `expected plugin ${names} to do its work, got ${text}`;
  return new CahootsError('bad-input', message, { file: suspects.map(({ origin }) => origin).join(', ') });
}

/** The result of some work; if it fails, the error is the plugin's whose mistake it is. See {@link blamed}. */
export async function blaming<T>(plugged: Plugged, used: unknown, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw blamed(error, plugged, used);
  }
}

/** The message of anything that was thrown, and where outside Cahoots' own code that was. */
export function explained(error: unknown): string {
  return read(error).text;
}

/** What is wrong with a module that was to be imported. */
export function explainedImport(error: unknown): string {
  const { text, isOurs } = read(error);
  return isOurs ? text : `expected a module that can be imported, got ${text}`;
}

interface Thrown {
  /** Whether it is a user's mistake in our own words. */
  readonly isOurs: boolean;
  /** The name of its class; undefined for what is no error. */
  readonly kind?: string;
  readonly text: string;
  /** The frames of its stack. */
  readonly stack: readonly string[];
}

/** What can be read of something thrown, which may be anything: code that throws may throw again when it is looked at. */
function read(error: unknown): Thrown {
  try {
    if (error instanceof CahootsError || error instanceof Unruly)
      return { isOurs: true, text: error.message, stack: [] };
    if (!(error instanceof Error)) return { isOurs: false, text: `${String(error)}, thrown`, stack: [] };
    const { name: kind, message, cause } = error;
    const stack = framesIn(String(error.stack));
    const named = ['Error', 'AssertionError'].includes(kind) ? '' : `${kind}: `;
    const because = cause instanceof Error ? `: ${cause.message}` : '';
    const text = `${named}${message}${because}` || 'an error without a message';
    return { isOurs: false, kind, text: [text, ...stack.filter(isForeign)].join('\n  '), stack };
  } catch {
    return { isOurs: false, text: 'something that throws when it is read, thrown', stack: [] };
  }
}

function namesIn(one: Plugin): string[] {
  const { protocols, faults, sources, middleware, latencies, rules, transports, partitions, scalings } = one;
  return [protocols, faults, sources, middleware, latencies, rules, transports, partitions, scalings].flatMap(
    (added) => added.map(({ name }) => name),
  );
}

function framesIn(stack: string): string[] {
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
