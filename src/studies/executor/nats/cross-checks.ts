/** Checks between workers that share a key: some jobs, chosen at random, are done again by another worker, and must give the same result. */

import { randomInt } from 'node:crypto';
import { createInbox, type NatsConnection } from '@nats-io/transport-node';
import { CahootsError } from '../../../core/base/errors.ts';
import type { Answer, JobRequest } from '../job.ts';
import type { Authentication } from './authentication.ts';
import type { Confirmation } from './confirmation.ts';
import { inboxPrefixOf } from './connection.ts';
import { type MessageReader, signedHeaders } from './message-reader.ts';
import {
  answers,
  comparable,
  outcomeOf,
  packed,
  type PortableAnswer,
  shortJob,
  shortOutput,
} from './portable.ts';
import { ABOUT, checkSubject } from './streams.ts';
import type { Team } from './team.ts';

/** One in this many jobs is checked. */
const ONE_IN = 50;
/** A worker that fails to answer this many times in a row is considered gone. */
const MISSED = 3;
const AGAIN_MS = 3000;

interface CrossChecksOptions {
  readonly team: Team;
  readonly study: string;
  readonly authentication: Authentication;
  readonly reader: MessageReader;
}

export class CrossChecks implements Confirmation {
  readonly #nc: NatsConnection;
  readonly #options: CrossChecksOptions;
  #wanted = 0;
  #given = 0;

  constructor(nc: NatsConnection, options: CrossChecksOptions) {
    this.#nc = nc;
    this.#options = options;
  }

  get summary(): string {
    const { length } = this.#options.team.members;
    const short =
      this.#given < this.#wanted ? ` (of ${this.#wanted} that were due; workers at the end: ${length})` : '';
    return `${this.#given} done twice by different workers, with equal results${short}`;
  }

  async confirm(request: JobRequest, answer: PortableAnswer): Promise<Answer> {
    const outcome = outcomeOf(answer);
    const isDue = 'output' in outcome && request.varies !== true && randomInt(ONE_IN) === 0;
    if (isDue) await this.#check(request, answer);
    return outcome;
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  /** Resolves when the result of a worker is confirmed, or nobody can check it. */
  async #check(request: JobRequest, { worker, output }: PortableAnswer): Promise<void> {
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
    const { team } = this.#options;
    const other = (): string | undefined => team.members.find((member) => !tried.has(member.worker))?.worker;
    if (other() === undefined) await team.askAnew();
    return other();
  }

  /** The answer of another worker; undefined if it disappears. The request is repeated, since a restarting broker loses requests. */
  async #ask(request: JobRequest, worker: string): Promise<PortableAnswer | undefined> {
    const { team, study, authentication, reader } = this.#options;
    const reply = createInbox(inboxPrefixOf('coordinator'));
    const received = this.#nc.subscribe(reply);
    const subject = checkSubject(worker);
    const body = JSON.stringify(packed(request, study));
    const headers = signedHeaders(authentication, ABOUT.check(reply), body);
    const ask = (): void => {
      if (!this.#nc.isClosed()) this.#nc.publish(subject, body, { reply, headers });
    };
    let seen = team.rounds;
    const watch = setInterval(() => {
      if (team.members.some((member) => member.worker === worker)) {
        seen = team.rounds;
        ask();
      } else if (team.rounds - seen >= MISSED) received.unsubscribe();
    }, AGAIN_MS);
    ask();
    const expected = {
      about: ABOUT.checked(reply),
      schema: answers,
      isHere: (answer: PortableAnswer) => answer.study === study && answer.key === request.key,
    };
    try {
      for await (const { data, headers: signature } of received) {
        // The worker is no longer connected.
        if (data.length === 0) return undefined;
        const answer = reader.read({ subject, data, headers: signature }, expected);
        if (answer !== undefined) return answer.body;
      }
      return undefined;
    } finally {
      clearInterval(watch);
      received.unsubscribe();
    }
  }
}

function differing(
  request: JobRequest,
  [worker, output]: [string, unknown],
  [other, second]: [string, PortableAnswer],
): CahootsError {
  const found = second.output === undefined ? second.refused : shortOutput(second.output);
  const message =
    `expected two workers to find the same, got ${shortOutput(output)} of worker ${worker} and ${found} of worker ${other}` +
    ` (${shortJob(request)})`;
  return new CahootsError('not-reproducible', message);
}
