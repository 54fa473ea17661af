import { CahootsError } from '../../src/core/base/errors.ts';
import type { Field } from '../../src/core/math/field/field.ts';
import { answersNeeded, type Code, type EvaluationPoints } from '../../src/core/math/field/lagrange.ts';

/**
 * Rejects a code that cannot work: too few parties to decode, or points that are not distinct (an alpha that
 * equals a beta would give its party a raw segment).
 * @throws CahootsError
 */
export function checkCode<E>(field: Field<E>, code: Code, points: EvaluationPoints<E>): void {
  const refuse = (message: string): never => {
    throw new CahootsError('bad-input', message);
  };
  const { n, l, t } = code;
  if (![n, l, t].every(Number.isSafeInteger) || l < 1 || t < 0)
    refuse(`expected integers l >= 1 and t >= 0, got l=${l}, t=${t}, n=${n}`);
  if (n + l + t > field.modulus)
    refuse(`expected at least n+l+t = ${n + l + t} field elements, got ${field.modulus}`);
  if (n < answersNeeded(code)) refuse(`expected n >= 2(l+t)-1 = ${answersNeeded(code)} parties, got ${n}`);
  if (points.betas.length !== l + t) refuse(`expected ${l + t} betas, got ${points.betas.length}`);
  if (points.alphas.length !== n) refuse(`expected ${n} alphas, got ${points.alphas.length}`);
  const seen = new Set<E>();
  for (const point of [...points.betas, ...points.alphas]) {
    if (seen.has(point)) refuse(`expected distinct alphas and betas, got ${point} twice`);
    seen.add(point);
  }
}
