/** The processes of all parties of a run: started, connected with each other, restarted, and stopped. */

import { CahootsError } from '../core/base/errors.ts';
import type { Bound } from '../core/engine/clock/bounds.ts';
import { Child } from './child.ts';
import type { Address } from './mesh.ts';
import type { Place } from './places.ts';
import type { Command, Report } from './process-messages.ts';
import type { ProcessorTime } from '../core/platform/node/thread-times.ts';
import type { ComputingTime, UsedTime } from './metered.ts';

export interface PlacedParty {
  readonly name: string;
  /** The file with its inputs. */
  readonly inputs: string;
  readonly place: Place;
}

export interface PartyProcessesOptions {
  readonly parties: readonly PlacedParty[];
  /** How all of them are started. */
  readonly start: Omit<Extract<Command, { kind: 'start' }>, 'kind' | 'inputs' | 'address'>;
  /** How often a process that dies is restarted. */
  readonly restarts: number;
  readonly signal?: AbortSignal | undefined;
  /** Called with the number of each process when its party begins, or begins again. */
  readonly onProcess?: ((party: string, pid: number, life: number) => void) | undefined;
}

export class PartyProcesses {
  readonly #options: PartyProcessesOptions;
  readonly #addresses = new Map<string, Address>();
  /** Those that died too often before the others knew their addresses. */
  readonly #unreachable = new Set<string>();
  readonly #children = new Set<Child>();
  readonly #times: (ProcessorTime | undefined)[] = [];
  readonly #computing: ComputingTime[] = [];
  readonly #used: UsedTime[] = [];
  #areConnected = false;
  #bound: Bound | undefined;
  #problem: Error | undefined;

  constructor(options: PartyProcessesOptions) {
    this.#options = options;
  }

  /**
   * Runs all of them to their ends, and returns which limit ended them, if one did.
   * @throws CahootsError if a party rejects its inputs, Error if one is refused by others or fails
   */
  async run(): Promise<Bound | undefined> {
    await Promise.all(this.#options.parties.map((party) => this.#follow(party)));
    if (this.#problem !== undefined) throw this.#problem;
    return this.#bound;
  }

  /** Of all of them from begin to end; undefined if it is not known of one. */
  get processors(): ProcessorTime | undefined {
    const known = this.#times.filter((time) => time !== undefined);
    if (known.length < this.#options.parties.length) return undefined;
    return known.reduce((sum, { ranNs, waitedNs }) => ({
      ranNs: sum.ranNs + ranNs,
      waitedNs: sum.waitedNs + waitedNs,
    }));
  }

  /** Of the computations of all of them. */
  get computing(): readonly ComputingTime[] {
    return this.#computing;
  }

  /** What those that have ended used of processors. */
  get used(): readonly UsedTime[] {
    return this.#used;
  }

  /** Asks all of them to stop, and kills those that have not after a second. */
  stop(): void {
    this.#leave();
    setTimeout(() => this.kill(), 1000).unref();
  }

  kill(): void {
    for (const child of this.#children) child.kill();
  }

  /** Follows a party through its lives. */
  async #follow(party: PlacedParty): Promise<void> {
    const { restarts, signal } = this.#options;
    for (let life = 1; ; life++) {
      let isOver = false;
      const child = new Child((report: Report) => {
        if (report.kind === 'listening') this.#listening(party, child, report.port);
        else if (report.kind === 'begun') this.#options.onProcess?.(party.name, child.pid ?? 0, life);
        else {
          isOver = true;
          this.#over(party, report);
        }
      }, party.place.inside);
      this.#children.add(child);
      this.#start(child, party);
      const { code, output } = await child.gone;
      this.#children.delete(child);
      if (isOver || signal?.aborted === true) return;
      // An error of ours, not an accident.
      if (code !== null && code !== 0) this.#problem ??= this.#failure(party, code, output);
      if (this.#problem !== undefined) return this.stop();
      // The others continue without it, as their protocol provides.
      if (life > restarts) return this.#giveUp(party.name);
    }
  }

  /** Why a process failed: a program that the user named for it and that never started it, or a mistake of ours. */
  #failure({ name, place: { inside } }: PlacedParty, code: number, output: string): Error {
    if (inside.length === 0 || this.#addresses.has(name))
      return new Error(`the process of ${name} ended with ${code}\n${output}`);
    const got = output.trim() || `its exit code ${code}`;
    const message = `expected ${inside.join(' ')} to start the process of the party, got ${got}`;
    return new CahootsError('bad-input', message, { path: name });
  }

  #start(child: Child, { name, inputs, place }: PlacedParty): void {
    const { start, signal } = this.#options;
    const address = { host: place.host, port: this.#addresses.get(name)?.port ?? 0 };
    child.send({ kind: 'start', inputs, ...start, address });
    if (signal?.aborted === true) child.send({ kind: 'stop' });
  }

  /** Tells all processes each other's addresses once all are known; one that was restarted needs them alone. */
  #listening({ name, place }: PlacedParty, child: Child, port: number): void {
    this.#addresses.set(name, { host: place.host, port });
    this.#connect(this.#areConnected ? [child] : this.#children);
  }

  /** The others need not wait for its address. */
  #giveUp(name: string): void {
    if (this.#addresses.has(name)) return;
    this.#unreachable.add(name);
    this.#connect(this.#children);
  }

  #connect(children: Iterable<Child>): void {
    if (this.#addresses.size + this.#unreachable.size < this.#options.parties.length) return;
    this.#areConnected = true;
    for (const child of children) child.send({ kind: 'connect', addresses: [...this.#addresses] });
  }

  /** A party has ended: if not as it should, all stop. */
  #over({ name }: PlacedParty, report: Extract<Report, { kind: 'ended' | 'wrong' }>): void {
    if (report.kind === 'wrong')
      this.#problem ??= new CahootsError('bad-input', report.message, { path: name });
    else if (report.end.refused !== undefined)
      this.#problem ??= new Error(`${name} was refused by ${report.end.refused}`);
    else {
      this.#bound ??= report.end.bound;
      this.#times.push(report.processors);
      this.#computing.push(report.computing);
      this.#used.push(report.used);
    }
    if (this.#problem !== undefined) this.stop();
    else if (this.#bound !== undefined) this.#leave();
  }

  #leave(): void {
    for (const child of this.#children) child.send({ kind: 'stop' });
  }
}
