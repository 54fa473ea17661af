/** A protocol that promises to equal what it does not. */

import { lloyd } from '../../actors/index.ts';

export const wrong = { ...lloyd, name: 'wrong', reference: () => [] };
