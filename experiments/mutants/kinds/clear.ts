/** Protocols that show much on purpose, broken so that they show more: Lloyd, k-FED and MUFC in the clear. */

import { kfed, lloyd, mufc } from '../../../bin/standard.ts';
import { centres } from '../../../actors/kfed/tasks.ts';
import { message, reals } from '../../../src/core/kit/index.ts';
import { changed, computing, secretOf } from '../broken.ts';
import type { Yields } from '../../../src/core/engine/actors/effect.ts';
import type { Mutant } from '../mutant.ts';
import type { AnyProtocol } from '../../../src/core/protocol/protocol.ts';
import type { SettingName } from '../settings.ts';

/** Points, in a message of their own. */
const Debug = message('debug', { values: reals });

/** Clients that send their points somewhere before they send this type of message. */
const telling = (
  name: string,
  what: string,
  protocol: AnyProtocol,
  type: string,
  to: string,
  setting: SettingName,
): Mutant => ({
  name,
  what,
  setting,
  protocol: changed(
    { ...protocol, messages: [...protocol.messages, Debug] } as AnyProtocol,
    (effect, self, { values }) =>
      effect.kind === 'send' && effect.type.name === type && self.name !== to
        ? [{ kind: 'send', to, type: Debug, body: { values } } as Yields, effect]
        : [effect],
  ),
});

export const clearMutants: readonly Mutant[] = [
  telling(
    'points to a neighbour',
    'clients of Lloyd send client-1 their points',
    lloyd,
    'points',
    'client-1',
    'lloyd',
  ),
  telling(
    'points for a log',
    'clients of k-FED send the server their points',
    kfed,
    'local-centres',
    'server',
    'kfed',
  ),
  telling(
    'points for a log of MUFC',
    'clients of MUFC send the server their points beside their centres',
    mufc,
    'summary',
    'server',
    'mufc in the clear',
  ),
  telling('points of MUFC', 'clients of MUFC send client-1 their points', mufc, 'keys', 'client-1', 'mufc'),
  {
    name: 'a point instead of a centre',
    what: 'k-FED sends the first point of a cluster instead of its mean',
    setting: 'kfed',
    protocol: computing(kfed, centres, (input) => {
      const means = centres.run(input);
      const { points, labels } = input;
      const values = means.values.slice();
      for (let h = 0; h < means.rows; h++) {
        const at = labels.indexOf(h);
        if (at >= 0)
          values.set(
            points.values.subarray(at * points.columns, (at + 1) * points.columns),
            h * means.columns,
          );
      }
      return { ...means, values };
    }),
  },
  {
    name: 'centres twice',
    what: 'k-FED sends its centres twice, by the sign of a coordinate',
    setting: 'kfed',
    protocol: changed(kfed, (effect, _self, shard) =>
      effect.kind === 'send' && secretOf(shard) ? [effect, effect] : [effect],
    ),
  },
  {
    name: 'late points',
    what: 'a client of Lloyd waits a microsecond before it sends, by the sign of a coordinate',
    setting: 'lloyd',
    protocol: changed(lloyd, (effect, _self, shard) =>
      effect.kind === 'send' && secretOf(shard) ? [{ kind: 'sleep', ns: 1000 }, effect] : [effect],
    ),
  },
];
