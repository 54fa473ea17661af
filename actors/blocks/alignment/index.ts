/**
 * Private alignment of identifiers (SecFC, section 6): everybody learns which identifiers there are, and nobody whose
 * they are.
 */

import { subprotocol } from '../../../src/core/kit/index.ts';
import { sparseSum } from '../scma/index.ts';
import { Union } from './messages.ts';
import { alignmentCost } from './session.ts';

export { align } from './client.ts';
export { unite } from './server.ts';
export { type Alignment, alignment, alignmentProblems } from './session.ts';

export const identifierAlignment = subprotocol({
  name: 'alignment',
  summary: "the union of all parties' identifiers, and not who holds which",
  uses: [sparseSum],
  messages: [Union],
  tasks: [],
  cost: alignmentCost,
});
