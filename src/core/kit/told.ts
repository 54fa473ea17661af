/** Cryptography that tells the laboratory what follows from what, while a run is recorded. */

import { provenance, type ProvenanceRecorder } from '../base/provenance.ts';
import type { Crypto, Curve25519, Sha256 } from '../platform/platform.ts';

/** The same functions with the same results. */
export function told(crypto: Crypto): Crypto {
  return {
    ...crypto,
    createSha256: () =>
      provenance === undefined ? crypto.createSha256() : new ToldSha256(crypto, provenance),
    sha256(data) {
      const digest = crypto.sha256(data);
      provenance?.derived([data], digest);
      return digest;
    },
    hmac(key, ...parts) {
      const code = crypto.hmac(key, ...parts);
      provenance?.derived([key, ...parts], code);
      return code;
    },
    seal(key, nonce, plain) {
      const sealed = crypto.seal(key, nonce, plain);
      provenance?.encrypted(key, nonce, plain, sealed);
      return sealed;
    },
    curve25519: toldCurve(crypto.curve25519),
  };
}

/**
 * Tells the laboratory what follows from a secret by a function that is not the kit's, such as a hash to a group; without
 * that, it takes what is derived from such bytes for public.
 */
export function tellDerived(from: Uint8Array, to: Uint8Array): void {
  provenance?.derived([from], to);
}

function toldCurve(curve: Curve25519): Curve25519 {
  return {
    ...curve,
    secretKey(of, bytes) {
      const held = curve.secretKey(of, bytes);
      provenance?.held(held, bytes, of);
      return held;
    },
    publicKey(of, bytes) {
      const held = curve.publicKey(of, bytes);
      provenance?.held(held, bytes);
      return held;
    },
    publicBytes(secret) {
      const bytes = curve.publicBytes(secret);
      provenance?.published(secret, bytes);
      return bytes;
    },
    agree(own, other) {
      const shared = curve.agree(own, other);
      provenance?.agreed(own, other, shared);
      return shared;
    },
  };
}

class ToldSha256 implements Sha256 {
  readonly #hash: Sha256;
  readonly #recorder: ProvenanceRecorder;
  readonly #parts: (string | Uint8Array | Uint32Array)[] = [];

  constructor(crypto: Crypto, recorder: ProvenanceRecorder) {
    this.#hash = crypto.createSha256();
    this.#recorder = recorder;
  }

  update(data: string | Uint8Array | Uint32Array): Sha256 {
    this.#hash.update(data);
    this.#parts.push(typeof data === 'string' ? data : data.slice());
    return this;
  }

  digest(): Uint8Array;
  digest(encoding: 'hex'): string;
  digest(encoding?: 'hex'): Uint8Array | string {
    if (encoding !== undefined) return this.#hash.digest(encoding);
    const digest = this.#hash.digest();
    this.#recorder.derived(this.#parts, digest);
    return digest;
  }
}
