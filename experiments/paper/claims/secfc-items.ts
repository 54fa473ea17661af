/** What SecFC's paper contains (Li, Hou, Buyukates and Avestimehr 2022). */

import { cells, type Item, tests } from './item.ts';

const item = (id: string, where: string, says: string, evidence: Item['evidence']): Item => {
  return { id: `secfc-${id}`, paper: 'SecFC', where, says, evidence };
};

export const SECFC: readonly Item[] = [
  item(
    'algorithm-1',
    'Algorithm 1',
    'sharing, coded distances, decoding, until labels repeat',
    tests('actors/secfc/exact'),
  ),
  item(
    'sharing',
    'section 4.1, eq. 2',
    'segments and noise in one polynomial; n + l + t points of a field',
    tests('core/math/field/lagrange', 'core/math/field/lagrange-vectors'),
  ),
  item(
    'centres',
    'section 4.1',
    'centres are sums of shares; nobody learns them',
    tests('core/math/cluster/scaled-distances'),
  ),
  item(
    'decoding',
    'section 4.2',
    '2(l+t)-1 answers give every distance',
    tests('core/math/field/random-combinations'),
  ),
  item(
    'resiliency',
    'section 4.2',
    'further answers make up for missing and wrong ones',
    tests('core/math/field/reed-solomon', 'actors/secfc/byzantine'),
  ),
  item(
    'stated-start',
    'Algorithm 1, line 6',
    'the start is random; Table 1 prints 100.0 ± 0.0 for it at k = 4',
    cells('secfc-start'),
  ),
  item(
    'theorem-1-equality',
    'Theorem 1',
    'equals centralised Lloyd, whoever holds what',
    cells('secfc-table-1', 'secfc-table-2', 'secfc-table-3'),
  ),
  item(
    'theorem-1-privacy',
    'Theorem 1',
    'any t clients learn nothing about a point',
    tests('core/math/leakage/shares', 'actors/secfc/private-shares'),
  ),
  item(
    'theorem-1-server',
    'Theorem 1',
    'the server decodes distances only (which fix all points up to an isometry, see docs/privacy.md)',
    cells('secfc-server'),
  ),
  item(
    'cost-sharing',
    'section 4.2',
    'a client sends m_j d n / l elements of shares',
    tests('actors/paper-count'),
  ),
  item(
    'cost-iteration',
    'section 4.2',
    'a client sends k m elements in an iteration',
    tests('actors/paper-count'),
  ),
  item(
    'cost-fast',
    'section 4.2',
    'shares in n log² n, decoding in (l+t) log² (l+t) by fast interpolation',
    cells('secfc-fast'),
  ),
  item('separation', 'section 5', 'centres are separated once', tests('core/math/cluster/separation')),
  item(
    'accuracy',
    'section 5',
    'accuracy under the best of all matchings',
    tests('core/math/cluster/accuracy', 'core/math/cluster/matching'),
  ),
  item('kfed', 'section 5', 'k-FED as the baseline', tests('actors/kfed/exact')),
  item(
    'rotated',
    'section 5.2',
    'rotated digits: four angles of all images of a digit',
    tests('run/data/rotated-images'),
  ),
  ...[1, 2, 3].flatMap((table) =>
    ['Lloyd', 'k-FED', 'SecFC'].map((algorithm) =>
      item(
        `table-${table}-${algorithm.toLowerCase()}`,
        `Table ${table}, ${algorithm}`,
        table === 3 ? 'accuracy on rotated digits' : `accuracy at sigma = ${table === 1 ? 1 : 20}`,
        cells(`secfc-table-${table}`),
      ),
    ),
  ),
  item(
    'kfed-start',
    'Tables 1 to 3, k-FED',
    'accuracies of k-FED come from one implementation of it',
    cells('secfc-kfed-starts'),
  ),
  item('figure-1-order', 'Figure 1', 'an iteration costs more than all of k-FED', cells('secfc-figure-1')),
  item(
    'figure-1-clients',
    'Figure 1',
    "a client's cost does not depend on the number of clients",
    cells('secfc-figure-1'),
  ),
  item(
    'figure-1-dimension',
    'Figure 1',
    "the server's cost does not depend on the dimension",
    cells('secfc-figure-1'),
  ),
  item(
    'figure-1-points',
    'Figure 1',
    'all costs grow nearly linearly with the points',
    cells('secfc-figure-1'),
  ),
  item(
    'membership',
    'section 6, Appendix B',
    'nobody learns who holds which point',
    tests('actors/blocks/alignment/alignment'),
  ),
  item(
    'reveal-centres',
    'section 7',
    'l + t clients reveal the centres',
    tests('actors/secfc/revealed-centres'),
  ),
  item(
    'publish-identifiers',
    'section 7',
    'clients publish the identifiers of their points after alignment',
    tests('actors/secfc/publishing'),
  ),
  item(
    'quantisation',
    'Appendix A',
    'points are rounded down to residues',
    tests('core/math/field/quantise'),
  ),
  item('field-size', 'Appendix A', 'a field of q ≥ 2 λ² D never overflows', cells('secfc-field')),
];
