/** A protocol that promises to equal what it does not. */

import { lloyd } from '../../bin/standard.ts';
import { plugin } from '../../src/run/plugin/plugin.ts';

const wrong = { ...lloyd, name: 'wrong', reference: () => [] };

export const wrongPlugin = plugin(import.meta.url, { name: 'wrong', protocols: [wrong] });
