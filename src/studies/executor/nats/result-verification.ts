/** Checks on workers: some jobs, selected by their keys, are done again by another worker, and must give the same result. */

import { createInbox, type NatsConnection } from '@nats-io/transport-node';
import { CahootsError } from '../../../core/base/errors.ts';
import type { JobRequest } from '../job.ts';
import { packed, type PortableAnswer } from './portable.ts';
import { checkSubject } from './streams.ts';
import type { Team } from './team.ts';

/** One in this many jobs is checked. */
const ONE_IN = 50;
/** A worker that fails to answer this many times in a row is considered gone. */
const MISSED = 3;
const AGAIN_MS = 3000;

export class ResultVerification {
  readonly #nc: NatsConnection;
  readonly #team: Team;
  readonly #study: string;
  #wanted = 0;
  #given = 0;

  constructor(nc: NatsConnection, team: Team, study: string) {
    this.#nc = nc;
    this.#team = team;
    this.#study = study;
  }

  get summary(): string {
    const { length } = this.#team.members;
    const short =
      this.#given < this.#wanted ? ` (of ${this.#wanted} that were due; workers at the end: ${length})` : '';
    return `${this.#given} done twice by different workers, with equal results${short}`;
  }

  /**
   * Resolves when the result of a worker is confirmed, or nobody can check it.
   * @throws CahootsError (`not-reproducible`) if another worker gets a different result
   */
  async verified(request: JobRequest, worker: string, output: unknown): Promise<void> {
    if (request.varies === true || !isDue(request.key)) return;
    this.#wanted++;
    const tried = new Set([worker]);
    for (;;) {
      const other = await this.#otherThan(tried);
      // There is no other worker. Missing checks are reported at the end.
      if (other === undefined) return;
      tried.add(other);
      const second = await this.#ask(request, other);
      if (second === undefined || (second.output === undefined && second.refused === undefined)) continue;
      if (comparable(second.output) !== comparable(output))
        throw differing(request, [worker, output], [other, second]);
      this.#given++;
      return;
    }
  }

  /** A worker that was not tried yet. If none is known, the team is asked again, since one may have just started. */
  async #otherThan(tried: ReadonlySet<string>): Promise<string | undefined> {
    const other = (): string | undefined =>
      this.#team.members.find((member) => !tried.has(member.worker))?.worker;
    if (other() === undefined) await this.#team.askAnew();
    return other();
  }

  /** The answer of another worker; undefined if it disappears. The request is repeated, since a restarting broker loses requests. */
  async #ask(request: JobRequest, worker: string): Promise<PortableAnswer | undefined> {
    const reply = createInbox();
    const answers = this.#nc.subscribe(reply, { max: 1 });
    const body = JSON.stringify(packed(request, this.#study));
    const ask = (): void => {
      if (!this.#nc.isClosed()) this.#nc.publish(checkSubject(worker), body, { reply });
    };
    let seen = this.#team.rounds;
    const watch = setInterval(() => {
      if (this.#team.members.some((member) => member.worker === worker)) {
        seen = this.#team.rounds;
        ask();
      } else if (this.#team.rounds - seen >= MISSED) answers.unsubscribe();
    }, AGAIN_MS);
    ask();
    try {
      // An empty answer means that the worker is no longer connected.
      for await (const answer of answers) return answer.data.length === 0 ? undefined : answer.json();
      return undefined;
    } finally {
      clearInterval(watch);
    }
  }
}

function isDue(key: string): boolean {
  return Number.parseInt(key.slice(0, 8), 16) % ONE_IN === 0;
}

/** Without measured values, which always differ. */
function comparable(output: unknown): string {
  return JSON.stringify(output, (name, value: unknown) => (name === 'measuredNs' ? undefined : value));
}

function differing(
  { key, input }: JobRequest,
  [worker, output]: [string, unknown],
  [other, second]: [string, PortableAnswer],
): CahootsError {
  const shown = (found: unknown): string => {
    const { hash } = (found ?? {}) as { hash?: string };
    return hash === undefined ? comparable(found ?? second.refused).slice(0, 200) : `trace hash ${hash}`;
  };
  const message =
    `expected two workers to find the same, got ${shown(output)} of worker ${worker} and ${shown(second.output)} of worker ${other}` +
    ` (key ${key}, job ${JSON.stringify(input).slice(0, 500)})`;
  return new CahootsError('not-reproducible', message);
}
