// The protocol, with its attack, for the command line: cahoots run scenario.yaml --plugin plugin.ts
import { plugin } from 'cahoots';
import { attacked } from './privacy.ts';

export default plugin(import.meta.url, { name: 'sums', protocols: [attacked] });
