/** One trial of an audit, as a job. */

import { CahootsError } from '../../core/base/errors.ts';
import { defineJob } from '../../studies/executor/job.ts';
import { playTrial, type TrialRequest } from '../games/trial-job.ts';
import { type Asked, experimentOf } from './experiment-of.ts';

export const auditTrial = defineJob(
  import.meta.url,
  'audit',
  (request: TrialRequest<Asked>, surroundings): Promise<unknown> =>
    playTrial(
      request,
      surroundings,
      (scenario, protocol, asked) => {
        const audit = protocol.audits?.find(({ name }) => name === asked.audit);
        if (audit === undefined)
          throw new CahootsError('bad-input', `expected a protocol that brings ${asked.audit}, got another`);
        return experimentOf(audit, scenario, protocol, asked);
      },
      request.of.noise,
    ),
);
