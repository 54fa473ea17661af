// Runs the protocol with its attack: what the server could compute.
import { fileURLToPath } from 'node:url';
import * as c from '../../src/index.ts';
import { attacked } from './privacy.ts';

const protocols = { sums: attacked };
const file = fileURLToPath(new URL('single-mover.yaml', import.meta.url));
const scenario = c.loadScenario(file, { protocols });
const { certificate } = await c.attackRun(scenario, { protocols });
process.stdout.write(certificate === undefined ? '' : c.certificateText(certificate));
