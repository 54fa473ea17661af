/** Everything that listens to a run: what its trace, its report and its findings are made from. */

import { defined } from '../../core/base/defined.ts';
import { Random } from '../../core/base/random.ts';
import { Bus } from '../../core/engine/messages/bus.ts';
import type { PayloadDigest } from '../../core/engine/messages/payload-digest.ts';
import type { RoleSize } from '../../core/engine/messages/directory.ts';
import type { Rule } from '../../core/engine/network/rule.ts';
import type { TransportWatcher } from '../../core/engine/network/transport-watcher.ts';
import type { SimulationResult } from '../../core/engine/simulation/options.ts';
import { fullBytes } from '../../core/engine/tcp/spec.ts';
import type { Outcome } from '../../core/protocol/outcome.ts';
import type { AnyProtocol } from '../../core/protocol/protocol.ts';
import { falsifyingKinds } from '../fault/byzantine.ts';
import { FaultInjector } from '../fault/injector.ts';
import type { FaultKind } from '../fault/kind.ts';
import { type Plugged, registered } from '../plugin/registry.ts';
import type { Scenario } from '../scenario/load.ts';
import { CausalGraph } from '../timing/causal-graph.ts';
import type { TraceEnd } from '../trace/format.ts';
import { Ledger } from '../trace/ledger.ts';
import { Register } from '../trace/register.ts';
import { type Sink, TraceWriter } from '../trace/writer.ts';
import type { Inputs } from './cast.ts';
import { Guards } from './guards.ts';
import { Observer } from './observer.ts';

/** What is recorded of a run, and where. */
export interface RecordingOptions extends Plugged {
  /** To see everything that happens, subscribe to it before the run. */
  readonly bus?: Bus | undefined;
  /** Takes the bytes of the trace file as the run goes on. */
  readonly trace?: Sink | undefined;
  /** Whether to make the trace, of which the hash is taken, if there is no `trace` to write it to: by default it is. */
  readonly hashed?: boolean | undefined;
  /** The digest of payloads in the trace: CRC-32, the default, detects accidents; SHA-256 is evidence. */
  readonly digest?: PayloadDigest | undefined;
  /** Rules of your own, which apply between sending and delivery. */
  readonly rules?: readonly Rule[] | undefined;
  /** For a run over real sockets; absent: times are virtual. */
  readonly clock?: 'wall' | undefined;
  /** Whether to determine what the links carried and what the result waited for. */
  readonly timing?: boolean | undefined;
  /**
   * Whether to check invariants. The run rejects with a {@link BrokenInvariant} at the first event that violates one.
   */
  readonly guard?: boolean | undefined;
}

/** When a run ended, and why. */
type End = Pick<SimulationResult, 'ending' | 'bound' | 'endNs'>;

/** A run that is about to begin. */
export interface Staged {
  readonly scenario: Scenario;
  readonly protocol: AnyProtocol;
  readonly inputs: Inputs;
  readonly roles: readonly RoleSize[];
}

/** Listens to a run from before it begins to its end. */
export class Recording {
  readonly bus: Bus;
  readonly ledger: Ledger;
  readonly observer: Observer;
  /** Undefined for a run without faults. */
  readonly injector: FaultInjector | undefined;
  /** Undefined unless `timing` was requested. */
  readonly causalGraph: CausalGraph | undefined;
  /** For the simulation to tell what delays packets. */
  readonly watcher: TransportWatcher | undefined;
  /** Undefined if nobody wants the trace or its hash. */
  readonly #writer: TraceWriter | undefined;
  readonly #guards: Guards | undefined;

  /** Listens to the bus from now on. */
  constructor(staged: Staged, options: RecordingOptions) {
    const { scenario, roles } = staged;
    const { bus = new Bus(), trace, hashed = true, digest = 'crc32', rules, clock } = options;
    const { faults: kinds } = registered(options);
    const { tcp } = scenario.network;
    this.bus = bus;
    const register = new Register();
    this.observer = new Observer(roles, kinds, register);
    const isObserved = scenario.faults.length > 0 || Object.keys(scenario.expect).length > 0;
    if (isObserved) this.observer.attach(bus);
    if (hashed || trace !== undefined) {
      const header = defined({
        roles: roles.map(sizeOf),
        scenario: scenario.source,
        digest: digest === 'crc32' ? undefined : digest,
        clock,
      });
      this.#writer = new TraceWriter(header, trace);
      this.#writer.attach(bus);
    }
    this.ledger = new Ledger(roles, {
      againBytes: tcp && fullBytes(tcp),
      register: isObserved ? register : undefined,
    });
    this.ledger.attach(bus);
    this.injector = injectorOf(scenario, kinds);
    if (options.timing === true) this.causalGraph = new CausalGraph({ ...scenario, kinds }, roles);
    // With a caller's own rules, times are said to contradict the scenario, as they do in the trace.
    if (rules === undefined) this.watcher = this.causalGraph?.watch(bus);
    else this.causalGraph?.attach(bus);
    if (options.guard === true) this.#guards = guardsOf(staged, kinds);
    this.#guards?.attach(bus);
  }

  /** @throws BrokenInvariant if the end of the run breaks one that is checked */
  end({ ending, bound, endNs }: End, outcome: Outcome | undefined): void {
    this.causalGraph?.end(bound);
    this.#guards?.end(ending, endNs, outcome);
  }

  /** Ends the trace; undefined without one, and for a run that was aborted, whose trace has no end. */
  hashOf(end: End & { readonly findings: unknown; readonly made: TraceEnd['made'] | undefined }) {
    return end.ending === 'aborted' ? undefined : this.#writer?.end(defined(end));
  }

  /** Passes on what the trace has so far. */
  flush(): void {
    this.#writer?.flush();
  }
}

/** With an adversary, only the invariants of every run are checked, not the protocol's own. */
function guardsOf({ scenario, protocol, roles, inputs }: Staged, kinds: readonly FaultKind[]): Guards {
  const { messages, invariants = [] } = protocol;
  const watched = { messages, invariants: scenario.adversary === undefined ? invariants : [] };
  return new Guards(roles, watched, inputs.agreed, falsifyingKinds(kinds));
}

/** Undefined for a run without faults. */
function injectorOf(
  { faults, parties, network, seed }: Scenario,
  kinds: readonly FaultKind[],
): FaultInjector | undefined {
  if (faults.length === 0) return undefined;
  const retransmitNs = network.transport.attempts > 1 ? network.retransmitNs : undefined;
  return new FaultInjector(faults, kinds, {
    parties,
    random: new Random(seed).scope('faults'),
    retransmitNs,
  });
}

function sizeOf({ role, count, holds, reports }: RoleSize): RoleSize {
  return defined({ role, count, holds, reports });
}
