/** Arithmetic for authors: prime fields, residue numbers, codes, shares, vectors modulo m, quantisation. */

export {
  answerWeights,
  segmentAnswerWeights,
  segmentWeights,
  shareWeights,
  type Weights,
  wrongParties,
} from '../field/code.ts';
export { fieldKernel, kernelOver } from '../field/field-kernel.ts';
export { integerVector } from '../field/integer-power-sums.ts';
export { type FieldKernel } from '../field/kernel.ts';
export { answersNeeded, type Code } from '../field/lagrange.ts';
export { ModularVectors, type Packed } from '../field/modular-vectors.ts';
export { largestModuli, MAX_MODULI, moduliAbove } from '../field/moduli.ts';
export { uniformResidues } from '../field/noise.ts';
export { manyPowerSums } from '../field/many-power-sums.ts';
export { locate, powerSums, sparseVector } from '../field/power-sums.ts';
export { primeAbove } from '../field/primality.ts';
export { fieldOf } from '../field/prime-field-of.ts';
export { PrimeField } from '../field/prime-field.ts';
export { distanceBound, quantise, quantiseMatrix } from '../field/quantise.ts';
export { randomCombinations } from '../field/random-combinations.ts';
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
} from '../field/residues.ts';
export { shamirSecret, shamirShares } from '../field/shamir.ts';
export { solveManyPowerSums } from '../field/vandermonde.ts';
export { WideField } from '../field/wide-field.ts';
export { mulMod, WordField } from '../field/word-field.ts';
export { toBytes } from '../wire/bytes.ts';
