// Runs the protocol beside it. Tasks live in a module of their own: worker threads import it too.
import { fileURLToPath } from 'node:url';
import * as c from 'cahoots';
import { sums } from './protocol.ts';

const plugins = [c.plugin(import.meta.url, { name: 'sums', protocols: [sums] })];
const scenario = c.loadScenario(fileURLToPath(new URL('scenario.yaml', import.meta.url)), { plugins });
const result = await c.run(scenario, { plugins, threads: 2 });
process.stdout.write(c.reportText(c.report(result.ledger, result)));
