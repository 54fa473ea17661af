/** What MUFC's paper contains (Pan, Sima, Prakash, Rana and Milenkovic 2023). */

import { cells, type Item, tests } from './item.ts';

const item = (id: string, where: string, says: string, evidence: Item['evidence']): Item => {
  return { id: `mufc-${id}`, paper: 'MUFC', where, says, evidence };
};

/** The data sets in the order of the tables and of Figure 3. */
const SETS = ['TMI', 'Celltype', 'Gaussian', 'TCGA', 'Postures', 'FEMNIST', 'Covtype'] as const;

export const MUFC: readonly Item[] = [
  item(
    'algorithm-1',
    'Algorithm 1',
    'clients initialise, the server clusters what the sums hold',
    tests('actors/mufc/mufc'),
  ),
  item(
    'algorithm-2',
    'Algorithm 2',
    'SCMA: the server learns the sums of all bins, and nothing else',
    tests('actors/blocks/scma/sum', 'actors/blocks/scma/code'),
  ),
  item(
    'figure-2',
    'Figure 2',
    'K = 2, L = 2, B^d = 4, n = 12, p = 13, worked',
    tests('actors/blocks/scma/worked-example'),
  ),
  item('algorithm-3', 'Algorithm 3', 'unlearning at a client is exact', tests('actors/mufc/unlearn')),
  item(
    'algorithm-4',
    'Algorithm 4',
    'unlearning in the federation',
    tests('actors/mufc/removal/server', 'actors/mufc/kept/clustering'),
  ),
  item('algorithm-5', 'Algorithm 5', 'the same without secrecy', tests('actors/mufc/requests')),
  item('theorem-4.1', 'Theorem 4.1', 'the loss has a term that grows with gamma', cells('mufc-theorem-4.1')),
  item(
    'theorem-5.1',
    'section 5',
    'removing a point redraws centres with a probability of at most K / n_l',
    cells('mufc-theorem-5.4'),
  ),
  item(
    'theorem-5.4',
    'Theorem 5.4',
    'the expected time of R removals in R, K and epsilon',
    cells('mufc-theorem-5.4'),
  ),
  item('communication', 'section 5', '2KL elements for each client', tests('actors/paper-count')),
  item(
    'communication-bound',
    'section 5',
    '2KL log p is at most max(2KL log n, 2KL d log B) + 1 bits',
    cells('mufc-bound'),
  ),
  item('byzantine', 'section 5', 'the server is honest but curious', tests('actors/mufc/coalition')),
  ...[1, 2].flatMap((number) =>
    (['MUFC', 'k-FED', 'DC-KMeans'] as const).map((algorithm) =>
      item(
        `table-${number}-${algorithm.toLowerCase()}`,
        `Table ${number}, ${algorithm}`,
        number === 1
          ? 'induced loss over the best centralised one'
          : 'the same with full clustering at clients (M.3)',
        cells('mufc-losses'),
      ),
    ),
  ),
  ...SETS.map((data) =>
    item(
      `speed-up-${data.toLowerCase()}`,
      `Table 1, speed-up, ${data}`,
      'times faster than retraining if no centre is hit',
      cells('mufc-unlearning'),
    ),
  ),
  item('average', 'section 6', '84 times faster than retraining on average', cells('mufc-unlearning')),
  item(
    'data-preparation',
    'Appendix M.1',
    'values scaled into a cube, clients of K′ clusters',
    tests('run/data/scale', 'run/data/partition'),
  ),
  item(
    'figure-3a',
    'Figure 3a',
    'the loss ratio is lower if clients hold K′ < K clusters',
    cells('mufc-heterogeneity'),
  ),
  item('figure-3b', 'Figure 3b', 'gamma matters little on Gaussians', cells('mufc-grid')),
  item('figure-3c', 'Figure 3c', 'gamma matters on real data', cells('mufc-real-grid')),
  item(
    'figure-3d',
    'Figure 3d',
    'the loss ratio stays nearly constant while points are removed (here: within 10 %)',
    cells('mufc-remaining'),
  ),
  item(
    'figure-3e',
    'Figure 3e, TMI',
    'accumulated time of adversarial removals below that of retraining',
    cells('mufc-unlearning'),
  ),
  ...SETS.map((data, at) => {
    const letter = 'fghijkl'[at];
    return item(
      `figure-3${letter}`,
      `Figure 3${letter}, ${data}`,
      'accumulated time of random removals below that of retraining',
      cells('mufc-unlearning'),
    );
  }),
  item(
    'figure-4-loss',
    'Figure 4a to d',
    'the loss ratio stays nearly constant while points are removed by an adversary (here: within 10 %)',
    cells('mufc-remaining'),
  ),
  item(
    'figure-4-time',
    'Figure 4e to h',
    'accumulated time of adversarial removals below that of retraining',
    cells('mufc-unlearning'),
  ),
  item(
    'figure-5',
    'Figure 5',
    'requests of 10 and of 30 points come closer to retraining',
    cells('mufc-unlearning'),
  ),
  item('quantisation', 'Appendix H', 'a grid of 1 / gamma levels per dimension', tests('actors/mufc/cube')),
  item(
    'shift',
    'Appendix H',
    'a random shift of the grid makes data more uniform in its cells',
    cells('mufc-theorem-4.1'),
  ),
  item(
    'berlekamp-massey',
    'Appendix I',
    'locator by Berlekamp-Massey, roots over the field, counts by a Vandermonde system',
    tests('core/math/field/scma-vectors', 'core/math/field/power-sums'),
  ),
  item('integers', 'Appendix K', 'a decoder over the integers', tests('core/math/field/vector-code')),
  item('dckmeans', 'section 6', 'DC-KMeans as the baseline', tests('actors/mufc/requests')),
];
