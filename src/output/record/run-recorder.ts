/** Records a run entry by entry, and combines entries that belong together. */

import { NO_MESSAGE } from '../../core/engine/messages/bus.ts';
import type { CausalGraph, Step } from '../../run/timing/causal-graph.ts';
import type { PacketPath } from '../../run/timing/packet-path.ts';
import type { Entry } from '../../run/trace/record.ts';
import type { Computation, Delays, Fate, Mark, Message } from './events.ts';

type Open<T> = { -readonly [K in keyof T]: T[K] };
type Sent = Extract<Entry, { kind: 'sent' }>;

/** A message that was sent: what all its copies have in common, and the copies that have ended. */
interface SentMessage {
  readonly common: Omit<Message, 'fate' | 'critical'>;
  readonly faults: string[];
  readonly copies: Open<Message>[];
}

interface Place {
  readonly round: number;
  readonly phase: string;
}

const NOWHERE: Place = { round: 0, phase: '' };
/** Faults that end an actor's computation. */
const STOPS: ReadonlySet<string> = new Set(['crash', 'dropout']);

export class RunRecorder {
  readonly #messages = new Map<number, SentMessage>();
  readonly #places = new Map<number, Place>();
  readonly #computations: Open<Computation>[] = [];
  readonly #computing = new Map<number, Open<Computation>>();
  readonly #marks: Mark[] = [];
  /** Delivered copies, in the same order as their paths in the causal graph. */
  readonly #delivered: Open<Message>[] = [];

  add(entry: Entry): void {
    switch (entry.kind) {
      case 'sent':
        return this.#sent(entry);
      case 'delivered': {
        const copy = this.#ends(entry.id, entry.timeNs, 'delivered');
        if (copy === undefined) return;
        this.#delivered.push(copy);
        return;
      }
      case 'lost':
        this.#ends(entry.id, entry.timeNs, 'lost', entry.reason);
        return;
      case 'refused':
        return this.#refused(entry.id, entry.timeNs, entry.reason);
      case 'computing':
        return this.#computes(entry);
      case 'computed': {
        const computation = this.#computing.get(entry.actor);
        if (computation) Object.assign(computation, { endNs: entry.timeNs, done: true });
        this.#computing.delete(entry.actor);
        return;
      }
      case 'labelled': {
        const { actor, round, phase, timeNs } = entry;
        this.#places.set(actor, { round, phase });
        return this.#mark(timeNs, actor, 'label', `round ${round}, ${phase || 'no phase'}`);
      }
      case 'expired':
        return this.#mark(
          entry.timeNs,
          entry.actor,
          'timeout',
          `timed out with ${entry.got} of ${entry.wanted}`,
        );
      case 'finished':
        return this.#mark(entry.timeNs, entry.actor, 'finished', 'finished');
      case 'stalled':
        return this.#mark(entry.timeNs, entry.actor, 'stalled', `waits for ever for ${entry.awaiting}`);
      case 'faulted':
        return this.#faulted(entry);
    }
  }

  /** @param causalGraph with its moments, if available: it knows the way of every delivered copy */
  end(causalGraph: CausalGraph | undefined): {
    messages: Message[];
    computations: Computation[];
    marks: Mark[];
  } {
    if (causalGraph?.contradiction === undefined) this.#explain(causalGraph);
    const messages = [...this.#messages.values()].flatMap(({ common, copies }): Message[] =>
      copies.length > 0 ? copies : [{ ...common, fate: 'under way', critical: false }],
    );
    return { messages, computations: this.#computations, marks: this.#marks };
  }

  #sent({ id, type, from, to, timeNs: sentNs, wireBytes, elements }: Sent): void {
    const faults: string[] = [];
    const place = this.#places.get(from) ?? NOWHERE;
    const common = { id, type, from, to, sentNs, wireBytes, elements, ...place, faults };
    this.#messages.set(id, { common, faults, copies: [] });
  }

  #ends(id: number, endNs: number, fate: Fate, reason?: string): Open<Message> | undefined {
    const message = this.#messages.get(id);
    // A trace may come from anywhere.
    if (message === undefined) return undefined;
    const copy = { ...message.common, endNs, fate, critical: false, ...(reason !== undefined && { reason }) };
    message.copies.push(copy);
    return copy;
  }

  #refused(id: number, timeNs: number, reason: string): void {
    // The newest copy that has not been refused yet: a repeated one is refused at once, the one before it perhaps later. None has been
    // delivered if its receiver was not there.
    const copy =
      this.#messages.get(id)?.copies.findLast(({ fate }) => fate === 'delivered') ??
      this.#ends(id, timeNs, 'refused', reason);
    if (copy === undefined) return;
    copy.fate = TOO_LATE.has(reason) ? 'late' : 'refused';
    copy.reason = reason;
  }

  #computes({ actor, task, timeNs, operations }: Extract<Entry, { kind: 'computing' }>): void {
    const place = this.#places.get(actor) ?? NOWHERE;
    const computation = { actor, task, startNs: timeNs, operations, ...place, done: false, critical: false };
    this.#computations.push(computation);
    this.#computing.set(actor, computation);
  }

  #faulted({ message, fault, actor, timeNs, what }: Extract<Entry, { kind: 'faulted' }>): void {
    if (message !== NO_MESSAGE) {
      const faults = this.#messages.get(message)?.faults;
      if (faults?.includes(fault) === false) faults.push(fault);
    }
    const computation = STOPS.has(what) ? this.#computing.get(actor) : undefined;
    if (computation !== undefined) {
      computation.endNs = timeNs;
      this.#computing.delete(actor);
    }
    this.#mark(timeNs, actor, 'fault', what === fault.replace(/ \d+$/, '') ? fault : `${fault}: ${what}`);
  }

  #mark(timeNs: number, actor: number, kind: Mark['kind'], words: string): void {
    this.#marks.push({ timeNs, actor, kind, words });
  }

  /** Determines the parts of every copy's time, and which copies the result waited for. */
  #explain(causalGraph: CausalGraph | undefined): void {
    if (causalGraph?.moments === undefined) return;
    const critical = criticalSteps(causalGraph);
    let next = 0;
    const computed = new Map<string, Open<Computation>>();
    for (const one of this.#computations) computed.set(`${one.actor} ${one.startNs}`, one);
    for (const moment of causalGraph.moments) {
      if (moment.kind !== 'step') continue;
      const { step } = moment;
      if (step.cause.kind === 'message') {
        const copy = this.#delivered[next++];
        if (copy === undefined) return;
        copy.delays = delaysOf(step.cause.path);
        const held = heldBy(step.cause.path);
        if (held.size > 0) copy.held = held;
        copy.critical = critical.has(step);
      } else if (step.cause.kind === 'computation' && critical.has(step)) {
        const computation = computed.get(`${step.actor} ${step.cause.since.atNs}`);
        if (computation) computation.critical = true;
      }
    }
  }
}

/** Refusals that only mean that the receiver had moved on. */
const TOO_LATE: ReadonlySet<string> = new Set(['late', 'superseded', 'the actor is done']);

/** The steps on the critical path. */
function criticalSteps({ result }: CausalGraph): ReadonlySet<Step> {
  const steps = new Set<Step>();
  for (let step = result; step !== undefined && step.cause.kind !== 'start';) {
    steps.add(step);
    step = step.cause.kind === 'message' ? step.cause.path.sent : step.cause.since;
  }
  return steps;
}

/** How long each fault held a packet up, if any did. */
function heldBy({ hops }: PacketPath<unknown>): ReadonlyMap<string, number> {
  const held = new Map<string, number>();
  for (const { delays } of hops)
    for (const { by, ns } of delays) if (!NETWORK.has(by)) held.set(by, (held.get(by) ?? 0) + ns);
  return held;
}

/** What delays packets besides faults. */
const NETWORK: ReadonlySet<string> = new Set(['latency', 'connection', 'loss']);

function delaysOf({ hops }: PacketPath<unknown>): Delays {
  const delays = {
    queuedUpNs: 0,
    uplinkNs: 0,
    connectionNs: 0,
    latencyNs: 0,
    againNs: 0,
    faultNs: 0,
    queuedDownNs: 0,
    downlinkNs: 0,
  };
  for (const hop of hops) {
    delays.queuedUpNs += hop.departedNs - hop.enteredNs - hop.uplinkNs;
    delays.uplinkNs += hop.uplinkNs;
    delays.queuedDownNs += hop.leftNs - hop.arrivedNs - hop.downlinkNs;
    delays.downlinkNs += hop.downlinkNs;
    for (const { by, ns } of hop.delays) {
      if (by === 'latency') delays.latencyNs += ns;
      else if (by === 'connection') delays.connectionNs += ns;
      else if (by === 'loss') delays.againNs += ns;
      else delays.faultNs += ns;
    }
  }
  return delays;
}
