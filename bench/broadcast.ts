/** The workload for measuring messages: one server, many clients, rounds of a broadcast and a reply from everybody. */

import { inlineExecutor } from '../src/core/engine/compute/inline.ts';
import { Random } from '../src/core/base/random.ts';
import type { Fault } from '../src/run/fault/fault.ts';
import { FaultInjector } from '../src/run/fault/injector.ts';
import { KINDS } from '../src/run/fault/kinds.ts';
import { partiesFrom } from '../src/core/protocol/parties.ts';
import { Observer } from '../src/run/execute/observer.ts';
import type { Role } from '../src/core/engine/actors/actor.ts';
import { Bus } from '../src/core/engine/messages/bus.ts';
import { type Behaviour, collect, receive, send } from '../src/core/engine/actors/effects.ts';
import { integer, message, reals } from '../src/core/engine/wire/message.ts';
import type { NetworkSpec } from '../src/core/engine/network/network.ts';
import { simulate } from '../src/core/engine/simulation/simulation.ts';
import { Ledger } from '../src/run/trace/ledger.ts';
import { Register } from '../src/run/trace/register.ts';
import { type Sink, TraceWriter } from '../src/run/trace/writer.ts';
import { unlimited } from './network.ts';

const Question = message('question', { round: integer, kind: integer, values: reals });
const Answer = message('answer', { round: integer, kind: integer, values: reals });

/** 10 to 100 ms of latency. */
const NETWORK = unlimited({ uniform: { minimum: 10e6, maximum: 100e6 } });

export interface Broadcast {
  readonly clients: number;
  readonly rounds: number;
  /** Doubles in every message. */
  readonly values: number;
  /** How many clients are asked in a round, evenly spaced; absent: all. */
  readonly sampled?: number;
  /** Absent: links without limit. */
  readonly network?: NetworkSpec;
  /** `none`: no trace; `hash`, the default: the trace is hashed; a sink: it is also written. */
  readonly trace?: 'none' | 'hash' | Sink;
  /** Absent: none, and nothing that could inject any. */
  readonly faults?: readonly Fault[];
}

/** Simulates it and returns how many messages were delivered. */
export async function broadcast(options: Broadcast): Promise<number> {
  const { clients, rounds, values, sampled = clients, trace = 'hash', network = NETWORK, faults } = options;
  const body = Float64Array.from({ length: values }, (_, i) => i / 7);

  function* server(): Behaviour {
    const step = Math.floor(clients / sampled);
    for (let round = 1; round <= rounds; round++) {
      const asked = Array.from({ length: sampled }, (_, i) => `client-${i * step + (round % step) + 1}`);
      yield* send(asked, Question, { round, kind: 1, values: body });
      yield* collect(Answer, { count: sampled });
    }
  }
  function* client(): Behaviour {
    for (;;) {
      const question = yield* receive(Question);
      yield* send('server', Answer, question.body);
    }
  }
  const everyone = { starts: false, rate: () => 1e9 };
  const roles: Role[] = [
    { ...everyone, role: 'server', starts: true, behaviour: server },
    { ...everyone, role: 'client', count: clients, behaviour: client },
  ];

  const bus = new Bus();
  const register = faults && new Register();
  const ledger = new Ledger(roles, { register });
  const sink = typeof trace === 'function' ? [trace] : [];
  const writer = new TraceWriter(
    { roles: [{ role: 'server' }, { role: 'client', count: clients }], scenario: null },
    ...sink,
  );
  if (trace !== 'none') writer.attach(bus);
  ledger.attach(bus);
  const random = new Random(1);
  const interference = faults && injectorOf(faults, clients, random);
  // As in a run with faults, see run.ts.
  if (register !== undefined) new Observer(roles, KINDS, register).attach(bus);
  const { ending, endNs } = await simulate({
    roles,
    messages: [Question, Answer],
    network,
    random,
    executor: inlineExecutor,
    bus,
    ...(interference && { interference }),
  });
  writer.end({ ending, endNs, findings: null });
  return ledger.balance.delivered.messages;
}

function injectorOf(faults: readonly Fault[], clients: number, random: Random): FaultInjector {
  const parties = partiesFrom([
    { role: 'server', reports: true },
    { role: 'client', count: clients, holds: true },
  ]);
  return new FaultInjector(faults, KINDS, { parties, random: random.scope('faults'), retransmitNs: 1e9 });
}
