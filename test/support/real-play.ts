/** A protocol over real sockets, all parties in this process. */

import type { Plugin } from '../../src/run/plugin/plugin.ts';
import { protocolNamed } from '../../src/run/plugin/registry.ts';
import { certify } from '../../src/real/certificates.ts';
import { collect } from '../../src/real/collect.ts';
import { splitInputs } from '../../src/real/inputs.ts';
import { partOf } from '../../src/real/party-runtime.ts';
import { inputsOf } from '../../src/run/execute/cast.ts';
import type { Scenario } from '../../src/run/scenario/load.ts';
import type { Sink } from '../../src/run/trace/writer.ts';
import { plugins as standardPlugins } from './plugins.ts';
import { HOST, inFolder, runtimeOf } from './real-casts.ts';

/** A party that ends, and comes back at once. */
interface Crash {
  readonly who: string;
  readonly afterMs: number;
}

/** All parties in this process; one of them may be ended and come back. */
export async function playReal(
  scenario: Scenario,
  secure: boolean,
  crash?: Crash,
  trace?: Sink,
  plugins: readonly Plugin[] = standardPlugins,
) {
  const protocol = protocolNamed({ plugins }, scenario.protocol);
  const { servers, clients } = scenario.parties;
  const identities = secure ? await certify([...servers, ...clients]) : undefined;
  const parts = splitInputs(scenario, protocol, inputsOf(scenario, protocol), false, identities).map(
    (inputs) => partOf(inputs, plugins),
  );
  return inFolder(async (folder) => {
    const runtimes = parts.map((part) => runtimeOf(part, folder));
    const ports = await Promise.all(runtimes.map((runtime) => runtime.listen({ host: HOST, port: 0 })));
    const addresses = new Map(parts.map(({ name }, i) => [name, { host: HOST, port: ports[i] }]));
    for (const runtime of runtimes) runtime.connect(addresses);
    const ended = runtimes.map((runtime) => runtime.ended);
    if (crash !== undefined) {
      const at = parts.findIndex(({ name }) => name === crash.who);
      await new Promise((resolve) => setTimeout(resolve, crash.afterMs));
      runtimes[at].leave();
      const back = runtimeOf(parts[at], folder);
      await back.listen({ host: HOST, port: ports[at] });
      back.connect(addresses);
      ended[at] = back.ended;
    }
    await Promise.all(ended);
    return collect(scenario, folder, { plugins, ...(trace && { trace }) });
  });
}
