/** Arithmetic for authors: prime fields, residue numbers, codes, shares, vectors modulo m, quantisation. */

export {
  answerWeights,
  segmentAnswerWeights,
  segmentWeights,
  shareWeights,
  type Weights,
  wrongParties,
} from '../math/field/code.ts';
export { fieldKernel, kernelOver } from '../math/field/field-kernel.ts';
export { integerVector } from '../math/field/integer-power-sums.ts';
export { type FieldKernel } from '../math/field/kernel.ts';
export { KEY_FIELD, KEY_SHARE_BYTES, keyShares } from '../math/field/key-shares.ts';
export { answersNeeded, type Code, evaluationPoints, lagrangeBasis } from '../math/field/lagrange.ts';
export { ModularVectors, type Packed } from '../math/field/modular-vectors.ts';
export { largestModuli, MAX_MODULI, moduliAbove, productOf } from '../math/field/moduli.ts';
export { uniformResidues } from '../math/field/noise.ts';
export { manyPowerSums } from '../math/field/many-power-sums.ts';
export { locate, powerSums, sparseVector } from '../math/field/power-sums.ts';
export { primeAbove } from '../math/field/primality.ts';
export { fieldOf } from '../math/field/prime-field-of.ts';
export { PrimeField } from '../math/field/prime-field.ts';
export { distanceBound, quantise, quantiseMatrix } from '../math/field/quantise.ts';
export { randomCombinations } from '../math/field/random-combinations.ts';
export {
  Reconstruction,
  asWorking,
  workingZeros,
  type ResidueMatrix,
  residueZeros,
  setRows,
  sharedWords,
  strideOf,
  toResidues,
} from '../math/field/residues.ts';
export { shamirShares } from '../math/field/shamir.ts';
export { secretAtIntegers } from '../math/field/shamir-at-integers.ts';
export { solveManyPowerSums } from '../math/field/vandermonde.ts';
export { type UniformTerm } from '../math/field/uniform-elements.ts';
export { VectorCode } from '../math/field/vector-code.ts';
export { WideField } from '../math/field/wide-field.ts';
export { mulMod, WordField } from '../math/field/word-field.ts';
export { toBytes } from '../engine/wire/bytes.ts';
