/** Servers of FedDP-KMeans that do not keep to it. Privacy holds against each, as every sum has its noise; accuracy does not. */

import { abort, type Adversary, attempt, type Matrix, role, zeros } from '../../src/kit/index.ts';
import { sumNoisily } from '../blocks/noise/index.ts';
import type { Agreed } from './agreed.ts';
import { server } from './server.ts';

const chosenSpan: Adversary<Agreed> = {
  name: 'chosen-span',
  summary: 'the server has clients compare points in a direction of its own choice',
  roles: {
    server: role<Agreed>({
      parties: 'one',
      play: (self, given) => server(self, given, { directions: firstAxis }),
    }),
  },
};

/** The first coordinate over and over, whatever the sums say. */
function firstAxis({ rows, columns }: Matrix): Matrix {
  const directions = zeros(rows, columns);
  for (let h = 0; h < rows; h++) directions.values[h * columns] = 1;
  return directions;
}

const sameCentres: Adversary<Agreed> = {
  name: 'same-centres',
  summary: 'the server sends the same centres in every round, to see the same sums again and again',
  roles: {
    server: role<Agreed>({
      parties: 'one',
      play: (self, given) => server(self, given, { centres: (_, first) => first }),
    }),
  },
};

const askingAgain: Adversary<Agreed> = {
  name: 'asking-again',
  summary: 'the server opens the first sum and asks for it once more, as if it had failed',
  roles: {
    server: role<Agreed>({
      parties: 'one',
      *play(self, { agreed: { stages } }) {
        const [{ sum }] = stages;
        yield* sumNoisily(self, sum, []);
        const again = yield* attempt(sumNoisily({ ...self, random: self.random.scope('again') }, sum, []));
        const what = again.kind === 'aborted' ? `not again: ${again.reason}` : 'once more';
        yield* abort(`the first sum was opened, and ${what}`);
      },
    }),
  },
};

export const adversaries: readonly Adversary<Agreed>[] = [chosenSpan, sameCentres, askingAgain];
