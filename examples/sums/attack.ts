// Runs the protocol with its attack: what the server could compute.
import { fileURLToPath } from 'node:url';
import * as c from 'cahoots';
import sums from './plugin.ts';

const plugins = [sums];
const file = fileURLToPath(new URL('single-mover.yaml', import.meta.url));
const scenario = c.loadScenario(file, { plugins });
const { certificate } = await c.attackRun(scenario, { plugins });
process.stdout.write(certificate === undefined ? '' : c.certificateText(certificate));
