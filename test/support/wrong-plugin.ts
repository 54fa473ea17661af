/** A protocol that promises to equal what it does not. */

import { lloyd } from '../../actors/index.ts';
import { plugin } from '../../src/plugin/plugin.ts';

const wrong = { ...lloyd, name: 'wrong', reference: () => [] };

export const wrongPlugin = plugin(import.meta.url, { name: 'wrong', protocols: [wrong] });
