/**
 * A run as the fragment of a link, which browsers send to nobody. By hand: `#scenario=faults/partition&set=seed=3`;
 * as copied: with the whole text, so that it gives the same run whatever becomes of the scenario that it began as,
 * and with the hash, by which the page tells whether it did. Of the user's own data there is only the digest.
 */

import { deflateSync, inflateSync, strFromU8, strToU8 } from 'fflate';

export const VIEWS = ['break', 'scenario', 'data'] as const;
export type View = (typeof VIEWS)[number];

export interface Link {
  /** Which of the shipped scenarios it is or began as. */
  readonly scenario?: string;
  /** The text if it is another one. */
  readonly text?: string;
  /** Changes, such as `protocol.privacy=3`. */
  readonly set: readonly string[];
  readonly view?: View;
  /** Of the trace. */
  readonly hash?: string;
  /** The data files that it needs, and their SHA-256. */
  readonly data?: readonly { readonly name: string; readonly digest: string }[];
}

/** More text is no scenario that anybody wrote. */
const MOST_TEXT = 2e6;

/** @returns undefined for a fragment that is none of ours */
export function readLink(fragment: string): Link | undefined {
  const given = new URLSearchParams(fragment.replace(/^#/, ''));
  const [scenario, whole, view, hash, seed] = ['scenario', 'text', 'view', 'hash', 'seed'].map(
    (name) => given.get(name) ?? undefined,
  );
  if (scenario === undefined && whole === undefined) return undefined;
  const text = whole === undefined || whole === '' ? undefined : unpacked(whole);
  if (whole !== undefined && text === undefined) return undefined;
  const data = given.getAll('data').map((one) => {
    const at = one.lastIndexOf(':');
    return { name: one.slice(0, at), digest: one.slice(at + 1) };
  });
  return {
    set: [...given.getAll('set'), ...(seed === undefined ? [] : [`seed=${seed}`])],
    ...(scenario !== undefined && { scenario }),
    ...(text !== undefined && { text }),
    ...(VIEWS.some((one) => one === view) && { view: view as View }),
    ...(hash !== undefined && { hash }),
    ...(data.length > 0 && { data }),
  };
}

export function fragmentOf({ scenario, text, view, hash, data = [] }: Omit<Link, 'set'>): string {
  const given = new URLSearchParams();
  if (scenario !== undefined) given.set('scenario', scenario);
  if (text !== undefined) given.set('text', packed(text));
  if (view !== undefined) given.set('view', view);
  if (hash !== undefined) given.set('hash', hash);
  for (const { name, digest } of data) given.append('data', `${name}:${digest}`);
  return `#${given.toString().replaceAll('%2F', '/').replaceAll('%3A', ':')}`;
}

function packed(text: string): string {
  const bytes = deflateSync(strToU8(text), { level: 9 });
  return btoa(strFromU8(bytes, true)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function unpacked(given: string): string | undefined {
  try {
    const bytes = strToU8(atob(given.replaceAll('-', '+').replaceAll('_', '/')), true);
    return strFromU8(inflateSync(bytes, { out: new Uint8Array(MOST_TEXT) })) || undefined;
  } catch {
    return undefined;
  }
}
