// Runs the protocol in protocol.ts. Tasks must be in a separate module, which worker threads import too.
import { fileURLToPath } from 'node:url';
import * as c from 'cahoots';
import { sums } from './protocol.ts';

const plugins = [c.plugin(import.meta.url, { name: 'sums', protocols: [sums] })];
const scenario = c.loadScenario(fileURLToPath(new URL('scenario.yaml', import.meta.url)), { plugins });
const result = await c.run(scenario, { plugins, threads: 2 });
process.stdout.write(c.reportText(c.report(result.ledger, result)));
