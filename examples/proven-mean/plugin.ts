// The protocol for the command line: cahoots run scenario.yaml --plugin plugin.ts
import { plugin } from 'cahoots';
import { provenMean } from './protocol.ts';

export default plugin(import.meta.url, { name: 'proven-mean', protocols: [provenMean] });
