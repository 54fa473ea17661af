// Runs the protocol. Its plugin is in a module of its own, which worker threads import too.
import { fileURLToPath } from 'node:url';
import * as c from 'cahoots';
import sums from './plugin.ts';

const plugins = [sums];
const scenario = c.loadScenario(fileURLToPath(new URL('scenario.yaml', import.meta.url)), { plugins });
const result = await c.run(scenario, { plugins, threads: 2 });
process.stdout.write(c.reportText(c.report(result.ledger, result)));
