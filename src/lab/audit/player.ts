/** Plays trials of audits: here, or in threads that load the scenario. */

import type { AnyAudit } from '../../core/protocol/audit.ts';
import type { AnyProtocol } from '../../core/protocol/protocol.ts';
import { openExecutor } from '../../run/plugin/executor.ts';
import type { Plugged } from '../../run/plugin/registry.ts';
import type { Scenario } from '../../run/scenario/load.ts';
import { repeat, type TrialRange } from '../games/experiment.ts';
import { type Origin, playTrials, requestsFor } from '../games/trial-job.ts';
import { auditTrial } from './audit-job.ts';
import type { AuditExperiment, Audited } from './audited.ts';
import { type Asked, experimentOf } from './experiment-of.ts';

export interface PlayerOptions extends Plugged {
  /**
   * Worker threads; 0, the default, computes in this thread. Each plays trials of its own if the scenario's
   * origin is known; otherwise they share the tasks of every run.
   */
  readonly threads?: number | undefined;
  readonly origin?: Origin | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** An audit of a scenario, and what its trials are. */
export interface Attempt {
  readonly audit: AnyAudit;
  readonly asked: Asked;
  readonly experiment: AuditExperiment<unknown>;
}

export class Player {
  readonly #scenario: Scenario;
  readonly #protocol: AnyProtocol;
  readonly #options: PlayerOptions;

  constructor(scenario: Scenario, protocol: AnyProtocol, options: PlayerOptions) {
    this.#scenario = scenario;
    this.#protocol = protocol;
    this.#options = options;
  }

  /** Whether nothing more is played. */
  get isInterrupted(): boolean {
    return this.#options.signal?.aborted === true;
  }

  /** An audit as it is asked for. */
  attempt(audit: AnyAudit, asked: Asked): Attempt {
    return { audit, asked, experiment: experimentOf(audit, this.#scenario, this.#protocol, asked) };
  }

  /** What so many trials of an audit show; undefined if they were interrupted. */
  async audit(attempt: Attempt, trials: number): Promise<Audited | undefined> {
    const played = await this.play(attempt, { from: 0, to: trials });
    return this.isInterrupted ? undefined : attempt.experiment.conclude(played);
  }

  /** These trials, in order; fewer if they are interrupted. */
  async play({ asked, experiment }: Attempt, range: TrialRange): Promise<unknown[]> {
    const { plugins, threads = 0, origin, signal } = this.#options;
    if (threads > 0 && origin !== undefined) {
      const requests = requestsFor(this.#scenario, origin, asked, range);
      const options = { plugins, threads, files: {}, signal };
      return playTrials(auditTrial, this.#scenario, requests, options).catch((error: unknown) => {
        if (!this.isInterrupted) throw error;
        return [];
      });
    }
    const executor = openExecutor({ plugins, threads });
    try {
      const options = { plugins, executor, signal, noise: asked.noise };
      return await repeat(experiment, this.#protocol, options, range);
    } finally {
      await executor.close();
    }
  }
}
