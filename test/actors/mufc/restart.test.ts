/** A server that crashes knows nothing of what it was told, and asks for it again. */

import { expect, test } from 'vitest';
import { play, scenarioFiles } from '../../support/scenarios.ts';
import { blobs } from '../../support/mufc-watched.ts';

const load = scenarioFiles();

test.each(['100us', '1ms', '3ms'])(
  'a server that is down for 5 ms from %s on has its sum in secret all the same',
  async (at) => {
    const protocol = { name: 'mufc', clusters: 3, timeout: '10s' };
    const crash = { fault: 'crash', who: 'server', when: { at }, restartAfter: '5ms' };
    const played = await play(load({ shards: blobs(), seed: 1, protocol, faults: [crash] }), {
      guard: true,
    });
    const whole = await play(load({ shards: blobs(), seed: 1, protocol }));
    expect(played.history.of('faulted').map(({ what }) => what)).toEqual(['crash', 'restart']);
    expect(played.ending).toBe('done');
    expect(played.labels).toEqual(whole.labels);
  },
);
