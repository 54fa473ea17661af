/**
 * Parties of FedDP-KMeans that deviate from it. Privacy holds against each such server, as every sum has its noise, unless
 * it has as many clients of its own (sybils) as the noise does not provide for; accuracy does not, nor does it against a client that lies, as nobody sees its contributions.
 */

import { powerOfTwo } from '../../src/core/kit/math.ts';
import { type Adversary, attempt, type Matrix, role, zeros } from '../../src/core/kit/index.ts';
import { abortAfter, type ReleasedStage } from '../blocks/noise/index.ts';
import { isolating } from '../blocks/secagg/lying-server.ts';
import type { Agreed, Stage } from './agreed.ts';
import { client, type Lie } from './client.ts';
import { type Deviation, server } from './server.ts';
import { prepareServer, sumUp } from './sums.ts';

const deviating = (name: string, summary: string, deviation: Deviation): Adversary<Agreed> => ({
  name,
  summary,
  roles: {
    server: role<Agreed>({ parties: 'one', play: (self, given) => server(self, given, deviation) }),
  },
});

const lying = (name: string, summary: string, lie: Lie): Adversary<Agreed> => ({
  name,
  summary,
  roles: {
    client: role<Agreed>({ parties: 'many', play: (self, given) => client(self, given, lie) }),
  },
});

const askingAgain: Adversary<Agreed> = {
  name: 'asking-again',
  summary: 'the server opens the first sum and asks for it again, as if it had failed',
  roles: {
    server: role<Agreed>({
      parties: 'one',
      *play(self, { agreed: { stages } }) {
        const [{ sum }] = stages;
        const opened: ReleasedStage[] = [];
        const setUp = yield* prepareServer(self, stages);
        yield* sumUp(self, sum, opened, setUp);
        const other = { ...self, random: self.random.scope('again') };
        const again = yield* attempt(sumUp(other, sum, opened, setUp));
        const what = again.kind === 'aborted' ? `not again: ${again.reason}` : 'once more';
        yield* abortAfter({ kind: 'aborted', reason: `the first sum was opened, and ${what}` }, opened);
      },
    }),
  },
};

/** Sums as if nothing had to be hidden by a least number of clients: these must see to it themselves. */
function careless(agreed: Agreed): Agreed {
  const stages = agreed.stages.map((stage): Stage => {
    const { least: _least, ...session } = stage.sum.session;
    return { ...stage, sum: { ...stage.sum, session } };
  });
  return { ...agreed, stages };
}

const sybils: Adversary<Agreed> = {
  name: 'sybils',
  summary:
    'a server that sums the first client with the last ones only, no more than open a sum: its own, whose shares of the noise it knows',
  roles: {
    server: role<Agreed>({
      parties: 'one',
      play: (self, { agreed }) =>
        isolating(server(self, { agreed: careless(agreed) }), agreed.stages[0].sum.session.threshold),
    }),
  },
};

export const adversaries: readonly Adversary<Agreed>[] = [
  deviating('chosen-span', 'the server has clients compare points in a direction of its own choice', {
    directions: firstAxis,
  }),
  deviating(
    'same-centres',
    'the server sends the same centres in every round, to see the same sums again and again',
    { centres: (_, first) => first },
  ),
  askingAgain,
  sybils,
  lying('false-points', 'a client pretends that all its points lie at the clip, in one place', {
    points: ({ clip }, own) => atTheClip(clip, own),
  }),
  lying('beyond-the-clip', 'a client contributes to one sum as much as all points at the clip would', {
    sums: pushed,
  }),
];

/** The first axis for every direction, whatever the sums say. */
function firstAxis({ rows, columns }: Matrix): Matrix {
  const directions = zeros(rows, columns);
  for (let h = 0; h < rows; h++) directions.values[h * columns] = 1;
  return directions;
}

function atTheClip(clip: number, { rows, columns }: Matrix): Matrix {
  const points = zeros(rows, columns);
  for (let i = 0; i < rows; i++) points.values[i * columns] = clip;
  return points;
}

/** Moves the first coordinate of the first cluster as far as an honest sum can go, so that nothing wraps around. */
function pushed({ points, bits }: Agreed, own: Float64Array): Float64Array {
  const sums = own.slice();
  sums[0] += points * powerOfTwo(bits);
  return sums;
}
