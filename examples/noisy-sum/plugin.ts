// The protocol, with its audits, for the command line: cahoots audit scenario.yaml --plugin plugin.ts
import { plugin } from 'cahoots';
import { noisySum } from './protocol.ts';

export default plugin(import.meta.url, { name: 'noisy-sum', protocols: [noisySum] });
