/** All tasks of secure aggregation, for the lists of protocols that call it. */

import { maskInput, unmask } from './masks.ts';
import { makeKeys, openShares, shareSecrets } from './secrets.ts';
import { signStatement, verifyStatements } from './statements.ts';

export const secaggTasks = [
  makeKeys,
  shareSecrets,
  openShares,
  maskInput,
  unmask,
  signStatement,
  verifyStatements,
] as const;
