/**
 * Fully linear proofs that a circuit accepts an encoded measurement (draft-irtf-cfrg-vdaf-20, section 7.3; Boneh et al. 2019,
 * theorem 4.3): everybody who has a share of the measurement and of the proof computes a share of a verifier, and the
 * verifier alone tells whether the measurement is valid.
 */

import { type Circuit, proofLengths } from './circuit.ts';
import type { NttField } from './field.ts';
import { completed, doubled, evaluateAll } from './polynomials.ts';

type AnyCircuit = Circuit<never, unknown>;

/** Makes a proof: a seed for each of the gadget's wires, then the gadget's polynomial by its values. */
export function prove(
  circuit: AnyCircuit,
  encoded: readonly bigint[],
  proveRandomness: readonly bigint[],
  jointRandomness: readonly bigint[],
): bigint[] {
  const { field, gadget } = circuit;
  const { wire: p } = proofLengths(circuit);
  const wires = new Wires(field, proveRandomness, p);
  circuit.evaluate(encoded, jointRandomness, 1, (inputs) => {
    wires.record(inputs);
    return gadget.evaluate(field, inputs);
  });
  // The gadget at every point of its inputs' polynomials; it has one value more than its degree needs.
  const inputs = wires.polynomials.map((values) => doubled(field, values));
  const values = Array.from({ length: 2 * p - 1 }, (_, point) =>
    gadget.evaluate(
      field,
      inputs.map((polynomial) => polynomial[point]),
    ),
  );
  return [...proveRandomness, ...values];
}

/**
 * A share of the verifier: of the circuit's outputs, combined; of the wires' polynomials at a random point; and of the gadget's.
 * Undefined, with negligible chance, if the point would reveal an input.
 * @param shares of the measurement that there are
 */
export function query(
  circuit: AnyCircuit,
  encoded: readonly bigint[],
  proof: readonly bigint[],
  queryRandomness: readonly bigint[],
  jointRandomness: readonly bigint[],
  shares: number,
): bigint[] | undefined {
  const { field, gadget, tests } = circuit;
  const { wire: p } = proofLengths(circuit);
  const point = queryRandomness[queryRandomness.length - 1];
  if (field.pow(point, BigInt(p)) === field.one) return undefined;

  const wires = new Wires(field, proof.slice(0, gadget.arity), p);
  const values = completed(field, proof.slice(gadget.arity));
  const outputs = circuit.evaluate(encoded, jointRandomness, shares, (inputs) => {
    wires.record(inputs);
    // Call k is at power k of a root of order p, so at 2 k of one of order 2 p.
    return values[2 * wires.recorded];
  });
  const combined = outputs.reduce(
    (sum, output, i) => field.add(sum, field.mul(queryRandomness[i], output)),
    field.zero,
  );
  return [
    tests > 1 ? combined : outputs[0],
    ...evaluateAll(field, wires.polynomials, point),
    ...evaluateAll(field, [values], point),
  ];
}

/** Whether a verifier says that the measurement is valid and the proof its own. */
export function decide({ field, gadget }: AnyCircuit, verifier: readonly bigint[]): boolean {
  const inputs = verifier.slice(1, -1);
  return verifier[0] === field.zero && gadget.evaluate(field, inputs) === verifier[verifier.length - 1];
}

/** What the gadget was called with: a polynomial for each of its inputs, whose value 0 is a seed and value k that of call k. */
class Wires {
  readonly polynomials: readonly bigint[][];
  /** Calls so far. */
  recorded = 0;

  constructor(field: NttField, seeds: readonly bigint[], length: number) {
    this.polynomials = seeds.map((seed) => [seed, ...Array<bigint>(length - 1).fill(field.zero)]);
  }

  record(inputs: readonly bigint[]): void {
    this.recorded++;
    inputs.forEach((input, wire) => (this.polynomials[wire][this.recorded] = input));
  }
}
