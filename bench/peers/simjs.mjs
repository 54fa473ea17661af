// The star of bench/messages.ts in simjs: one server asks N clients, R rounds, 80 doubles each way; messages are objects by reference.
//   npm install --no-save simjs@2.0.3; node simjs.mjs CLIENTS ROUNDS
import { readFileSync } from 'node:fs';
globalThis.window = {};
await import('simjs');
const { Sim, Entity } = globalThis.window.Sim;
const [clients, rounds] = process.argv.slice(2).map(Number);

let state = 1;
/** 10 to 100 ms. */
function latency() {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return 0.01 + (state / 2 ** 32) * 0.09;
}

let came = 0;
class Client extends Entity {
  start(server) {
    this.server = server;
  }
  onMessage(_, { round, values }) {
    came++;
    this.send({ round, kind: 2, values }, latency(), this.server);
  }
}
class Server extends Entity {
  start() {
    this.round = 0;
    this.missing = 0;
  }
  ask() {
    this.round++;
    this.missing = everybody.length;
    const values = Float64Array.from({ length: 80 }, (_, i) => i / 7);
    for (const client of everybody) this.send({ round: this.round, kind: 1, values }, latency(), client);
  }
  onMessage() {
    came++;
    if (--this.missing === 0 && this.round < rounds) this.ask();
  }
}

const sim = new Sim();
const server = sim.addEntity(Server, 'server');
const everybody = Array.from({ length: clients }, () => sim.addEntity(Client, '', server));
const before = process.cpuUsage();
server.ask();
sim.simulate(Number.POSITIVE_INFINITY);
const { user, system } = process.cpuUsage(before);
const [, kibibytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'));
const peakBytes = kibibytes * 1024;
process.stdout.write(`${JSON.stringify({ messages: came, seconds: (user + system) / 1e6, peakBytes })}\n`);
