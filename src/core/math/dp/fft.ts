/** Products of polynomials modulo x^n - 1 by the fast Fourier transform (Cooley and Tukey 1965), n a power of two. */

import { cos, sin } from '../elementary/index.ts';

/** Complex numbers, with real and imaginary parts in separate arrays. */
export interface Spectrum {
  readonly real: Float64Array;
  readonly imaginary: Float64Array;
}

/** The values of a polynomial at all n-th roots of unity. */
export function transform(values: Float64Array): Spectrum {
  const spectrum = { real: values.slice(), imaginary: new Float64Array(values.length) };
  fourier(spectrum);
  return spectrum;
}

/** `a *= b`. */
export function multiply(a: Spectrum, b: Spectrum): void {
  for (let i = 0; i < a.real.length; i++) {
    const real = a.real[i] * b.real[i] - a.imaginary[i] * b.imaginary[i];
    a.imaginary[i] = a.real[i] * b.imaginary[i] + a.imaginary[i] * b.real[i];
    a.real[i] = real;
  }
}

/** Raises `spectrum` to a power in place, for an exponent of at least 1. */
export function raise(spectrum: Spectrum, exponent: number): void {
  const base = { real: spectrum.real.slice(), imaginary: spectrum.imaginary.slice() };
  for (const bit of exponent.toString(2).slice(1)) {
    multiply(spectrum, spectrum);
    if (bit === '1') multiply(spectrum, base);
  }
}

/** The polynomial with these values, whose coefficients must be real. Overwrites the spectrum. */
export function invert(spectrum: Spectrum): Float64Array {
  const { real, imaginary } = spectrum;
  for (let i = 0; i < imaginary.length; i++) imaginary[i] = -imaginary[i];
  fourier(spectrum);
  for (let i = 0; i < real.length; i++) real[i] /= real.length;
  return real;
}

function fourier({ real, imaginary }: Spectrum): void {
  const n = real.length;
  reverseBits(real, imaginary);
  const roots = rootsOfUnity(n);
  for (let half = 1; half < n; half *= 2) {
    const stride = n / (2 * half);
    for (let block = 0; block < n; block += 2 * half) {
      for (let i = block, root = 0; i < block + half; i++, root += stride) {
        const j = i + half;
        const a = real[j] * roots.real[root] - imaginary[j] * roots.imaginary[root];
        const b = real[j] * roots.imaginary[root] + imaginary[j] * roots.real[root];
        real[j] = real[i] - a;
        imaginary[j] = imaginary[i] - b;
        real[i] += a;
        imaginary[i] += b;
      }
    }
  }
}

function rootsOfUnity(n: number): Spectrum {
  const real = new Float64Array(n / 2);
  const imaginary = new Float64Array(n / 2);
  for (let i = 0; i < n / 2; i++) {
    const angle = (-2 * Math.PI * i) / n;
    real[i] = cos(angle);
    imaginary[i] = sin(angle);
  }
  return { real, imaginary };
}

function reverseBits(real: Float64Array, imaginary: Float64Array): void {
  const n = real.length;
  for (let i = 1, j = 0; i < n; i++) {
    let bit = n >> 1;
    for (; (j & bit) !== 0; bit >>= 1) j ^= bit;
    j |= bit;
    if (i < j) {
      [real[i], real[j]] = [real[j], real[i]];
      [imaginary[i], imaginary[j]] = [imaginary[j], imaginary[i]];
    }
  }
}
