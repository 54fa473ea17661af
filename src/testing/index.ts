/** For tests of protocols with vitest: what ours are held to, any protocol can be held to. */

export { holdToContract } from './contract.ts';
export { holdToSum, type Tolerated } from './sum.ts';
