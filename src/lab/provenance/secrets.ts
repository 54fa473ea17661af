/**
 * The secrets of one recorded run: by their bytes, with what each follows from. Bytes that nothing was told of are no
 * secret.
 */

import { platform } from '#platform';
import { LEAST_BYTES, Windows } from './windows.ts';

/** What a secret follows from. */
export type Origin =
  | { readonly kind: 'drawn'; readonly party: string; readonly stream: string }
  /** Who has all of these has it. Public values that went into it are left out. */
  | { readonly kind: 'derived'; readonly from: readonly Secret[] }
  /** Who has one of these has it. */
  | { readonly kind: 'agreed'; readonly either: readonly Secret[] };

export interface Secret {
  readonly origin: Origin;
  readonly bytes: Uint8Array;
}

/** What can be found in bytes. */
export type Found =
  | { readonly kind: 'secret'; readonly secret: Secret }
  | { readonly kind: 'share'; readonly share: Share }
  | { readonly kind: 'ciphertext'; readonly ciphertext: Ciphertext };

export interface Share {
  readonly of: Secret;
  readonly threshold: number;
  /** Two shares with one name are one. */
  readonly name: string;
}

export interface Ciphertext {
  /** Undefined if it is no secret: anybody can decrypt. */
  readonly key: Secret | undefined;
  readonly plain: Uint8Array;
}

export class Secrets {
  readonly #byName = new Map<string, Secret>();
  readonly #windows = new Windows<Found>();
  /** Public keys, by the secret ones. */
  readonly #publicKeys = new Map<string, Secret>();

  get all(): Iterable<Secret> {
    return this.#byName.values();
  }

  /** The secret with these bytes; undefined if there is none. */
  find(bytes: Uint8Array): Secret | undefined {
    return this.#byName.get(nameOf(bytes));
  }

  /** The first origin of these bytes stays. */
  add(bytes: Uint8Array, origin: Origin): Secret {
    const name = nameOf(bytes);
    const known = this.#byName.get(name);
    if (known !== undefined) return known;
    const secret = { origin, bytes: bytes.slice() };
    this.#byName.set(name, secret);
    if (bytes.length >= LEAST_BYTES) this.#windows.add(secret.bytes, { kind: 'secret', secret });
    return secret;
  }

  /** All secrets that occur in these bytes. */
  in(bytes: Uint8Array): Secret[] {
    const whole = this.find(bytes);
    if (whole !== undefined) return [whole];
    return [...this.#windows.in(bytes)].flatMap((found) => (found.kind === 'secret' ? [found.secret] : []));
  }

  /** Everything known that occurs in these bytes. */
  foundIn(bytes: Uint8Array): Iterable<Found> {
    return this.#windows.in(bytes);
  }

  publish(publicKey: Uint8Array, secret: Secret): void {
    this.#publicKeys.set(nameOf(publicKey), secret);
  }

  ownerOf(publicKey: Uint8Array): Secret | undefined {
    return this.#publicKeys.get(nameOf(publicKey));
  }

  addShare(bytes: Uint8Array, share: Share): void {
    this.#windows.add(bytes, { kind: 'share', share });
  }

  addCiphertext(bytes: Uint8Array, ciphertext: Ciphertext): void {
    this.#windows.add(bytes.slice(0, LEAST_BYTES), { kind: 'ciphertext', ciphertext });
  }
}

function nameOf(bytes: Uint8Array): string {
  return platform.bytes.toLatin1(bytes);
}

/** The parties whose secrets went into one. */
export function partiesOf({ origin }: Secret, seen = new Set<string>()): ReadonlySet<string> {
  if (origin.kind === 'drawn') seen.add(origin.party);
  else for (const one of origin.kind === 'derived' ? origin.from : origin.either) partiesOf(one, seen);
  return seen;
}

/** For people: where a secret comes from. */
export function secretText({ origin }: Secret): string {
  switch (origin.kind) {
    case 'drawn':
      return `'${origin.stream}' of ${origin.party}`;
    case 'agreed':
      return `what ${origin.either.map(secretText).join(' and ')} agree on`;
    case 'derived':
      return origin.from.length === 0
        ? 'a key from public values'
        : `a key from ${origin.from.map(secretText).join(' and ')}`;
  }
}
