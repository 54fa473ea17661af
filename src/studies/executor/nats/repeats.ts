/**
 * Where anybody may give results, a worker is believed after this machine has got the same as it: the answers of a sender wait until
 * one of those that wait, chosen at random, has been repeated here. If that differs, nothing of this sender is believed: each
 * of its answers is repeated. So is every failure, since it ends the study or the run.
 */

import { randomInt } from 'node:crypto';
import { CahootsError } from '../../../core/base/errors.ts';
import type { Answer, JobRequest } from '../job.ts';
import { type JobExecutor, PoisonJob } from '../job-executor.ts';
import { threadsOf } from '../threads.ts';
import type { Confirmation } from './confirmation.ts';
import { comparable, outcomeOf, type PortableAnswer, shortJob, shortOutput } from './portable.ts';
import { nowMs } from './real-time.ts';
import { isThreadDeath } from './thread-death.ts';

/** The repeats take at most one in this many parts of the time, unless there is nothing else to wait for. */
const ONE_PART_IN = 5;

/** What this machine got from a job: an answer, an error, or the death of a thread. */
type Found = Answer | { readonly threw: unknown } | { readonly died: true };

interface Waiting {
  readonly request: JobRequest;
  readonly answer: PortableAnswer;
  readonly sender: string;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

interface RepeatsOptions {
  /** Whether nothing else happens before some of what waits is confirmed. */
  readonly isUrgent: () => boolean;
  readonly onNews: (line: string) => void;
}

export class Repeats implements Confirmation {
  readonly #options: RepeatsOptions;
  /** By sender, the one that waits longest first; what is not believed is alone. */
  readonly #groups = new Map<string, Waiting[]>();
  /** Senders whose answers differed. */
  readonly #wrong = new Set<string>();
  #here: JobExecutor | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isBusy = false;
  #isClosed = false;
  #restUntilMs = 0;
  #repeated = 0;
  #confirmed = 0;
  #unchecked = 0;

  constructor(options: RepeatsOptions) {
    this.#options = options;
  }

  get summary(): string {
    const unchecked =
      this.#unchecked > 0 ? `; ${this.#unchecked} with measured durations, which nothing can confirm` : '';
    return `${this.#repeated} of ${this.#confirmed} results repeated here, at random, with the same results${unchecked}`;
  }

  confirm(request: JobRequest, answer: PortableAnswer, sender: string): Promise<Answer> {
    if (answer.output !== undefined && request.varies === true) {
      this.#unchecked++;
      return Promise.resolve(outcomeOf(answer));
    }
    return new Promise((resolve, reject) => {
      this.#add({ request, answer, sender, resolve, reject });
      this.#next();
    });
  }

  #add(waiting: Waiting): void {
    const { request, answer, sender } = waiting;
    const isBelieved = answer.output !== undefined && !this.#wrong.has(sender);
    const name = isBelieved ? sender : `${sender} ${request.key}`;
    this.#groups.set(name, [...(this.#groups.get(name) ?? []), waiting]);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#here?.close();
  }

  /** Repeats one answer of the group that has waited longest, when it is time. */
  #next(): void {
    clearTimeout(this.#timer);
    const [first] = this.#groups;
    if (this.#isBusy || this.#isClosed || first === undefined) return;
    const [name, group] = first;
    const began = nowMs();
    if (began < this.#restUntilMs && !this.#options.isUrgent()) {
      this.#timer = setTimeout(() => this.#next(), this.#restUntilMs - began);
      return;
    }
    this.#groups.delete(name);
    this.#isBusy = true;
    void this.#judge(group).finally(() => {
      this.#restUntilMs = nowMs() + (ONE_PART_IN - 1) * (nowMs() - began);
      this.#isBusy = false;
      // Later, so that those who wait for these answers give out what comes next.
      setImmediate(() => this.#next());
    });
  }

  async #judge(group: readonly Waiting[]): Promise<void> {
    const chosen = group[randomInt(group.length)];
    const { request, answer, sender } = chosen;
    const own = await this.#repeat(request);
    if (this.#isClosed) return;
    if (answer.output === undefined) return settle(chosen, own);
    this.#repeated++;
    if (isOutput(own, answer.output)) {
      this.#confirmed += group.length;
      for (const one of group) settle(one, outcomeOf(one.answer));
      return;
    }
    const again = await this.#repeat(request);
    if (this.#isClosed) return;
    if ('output' in own && !isOutput(again, own.output))
      return chosen.reject(unsteady(request, answer, [own, again]));
    settle(chosen, own);
    if (this.#wrong.has(sender)) return;
    this.#wrong.add(sender);
    const others = this.#groups.get(sender) ?? [];
    this.#groups.delete(sender);
    for (const one of [...group, ...others]) if (one !== chosen) this.#add(one);
    this.#options.onNews(
      `worker ${answer.worker} gave ${shown(answer)}, and this machine gets ${shown(own)} (${shortJob(request)}): all that it gives is done again here`,
    );
  }

  async #repeat(request: JobRequest): Promise<Found> {
    this.#here ??= threadsOf(1);
    try {
      return await this.#here.start(request);
    } catch (error) {
      return isThreadDeath(error) ? { died: true } : { threw: error };
    }
  }
}

/** Ends the waiting with what this machine found. */
function settle({ answer, resolve, reject }: Waiting, own: Found): void {
  if ('threw' in own) reject(own.threw);
  else if ('died' in own) reject(new PoisonJob(answer.deaths ?? 1));
  else resolve(own);
}

function isOutput(found: Found, output: unknown): boolean {
  return 'output' in found && comparable(found.output) === comparable(output);
}

function shown(found: Found | PortableAnswer): string {
  if ('output' in found) return shortOutput(found.output);
  return 'refused' in found ? `the refusal ${found.refused}` : 'an error';
}

function unsteady(request: JobRequest, answer: PortableAnswer, own: readonly Found[]): CahootsError {
  const message =
    `expected the same whenever it is done, got ${own.map(shown).join(' and ')} on this machine` +
    ` and ${shown(answer)} of worker ${answer.worker} (${shortJob(request)})`;
  return new CahootsError('not-reproducible', message);
}
