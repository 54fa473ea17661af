/** What the paper of FedDP-KMeans contains (Scott, Lampert and Saulpic 2025). */

import { cells, type Item, tests } from './item.ts';

const item = (id: string, where: string, says: string, evidence: Item['evidence']): Item => {
  return { id: `feddp-${id}`, paper: 'FedDP', where, says, evidence };
};

export const FEDDP: readonly Item[] = [
  item(
    'algorithm-1',
    'Algorithm 1',
    'FedDP-Init: three rounds, four releases',
    tests('actors/feddp/feddp', 'actors/feddp/vectors'),
  ),
  item(
    'algorithm-2',
    'Algorithm 2',
    'FedDP-Lloyds: sums and counts with noise',
    tests('actors/feddp/vectors'),
  ),
  item(
    'theorem-1',
    'Theorem 1',
    'the releases together are (epsilon, delta)-private',
    tests('core/math/dp/accountant', 'core/math/dp/one-run-curve'),
  ),
  item('sensitivity', 'section 3', 'sensitivities of the four releases', tests('actors/feddp/statistics')),
  item('noise', 'section 3', 'Gaussian and Laplace noise', tests('core/math/dp/samplers')),
  item(
    'definition-2',
    'Definition 2',
    'the Gaussians of the experiments are separated',
    cells('feddp-separation'),
  ),
  item(
    'theorem-3',
    'Theorem 3',
    'centres converge exponentially on separated mixtures',
    cells('feddp-theorem-3'),
  ),
  item(
    'separation-needed',
    'section 4',
    'centres do not converge to the means without a separation',
    cells('feddp-theorem-3'),
  ),
  item(
    'theorem-15',
    'Theorem 15',
    'the same without the two assumptions',
    tests('experiments/paper/feddp-proof/algorithms'),
  ),
  item(
    'algorithm-3',
    'Algorithm 3',
    'Awasthi and Sheffet: project, cluster, keep the near thirds, iterate',
    tests(
      'experiments/paper/feddp-proof/algorithms',
      'core/math/cluster/separation',
      'core/math/cluster/projection',
    ),
  ),
  item(
    'algorithm-4',
    'Algorithm 4',
    'points of the server that stand for many are frozen',
    tests('experiments/paper/feddp-proof/algorithms'),
  ),
  item(
    'algorithm-5',
    'Algorithm 5',
    'the whole algorithm of the proof',
    tests('experiments/paper/feddp-proof/algorithms'),
  ),
  item(
    'lemma-17',
    'Lemma 17',
    'reduces the diameter in one private round',
    tests('experiments/paper/feddp-proof/algorithms'),
  ),
  item(
    'secure-aggregation',
    'section 2',
    'sums under secure aggregation',
    tests('actors/blocks/secagg/secagg'),
  ),
  item('kfed', 'section 5', 'k-FED as a baseline without privacy', tests('actors/kfed/exact')),
  ...(['ServerLloyds', 'ServerKMeans++', 'SpherePacking'] as const).map((name) =>
    item(
      `baseline-${name.toLowerCase()}`,
      `section 5, ${name}`,
      'stays above the optimal at any budget (T = 1)',
      cells('feddp-gaussians'),
    ),
  ),
  item(
    'gaussians',
    'Appendix G.1',
    'ten Gaussians in 100 dimensions, the server has 300 points',
    tests('run/data/gaussian-mixture'),
  ),
  item('census', 'Appendix G.1', 'three tasks of the census, 51 clients', cells('feddp-acs')),
  item('stack-overflow', 'Appendix G.1', 'four pairs of topics, sentence embeddings', cells('feddp-topics')),
  item(
    'figure-1-optimal',
    'Figure 1, left',
    'the optimal cost at a small budget (here: within 0.5 % at 0.82)',
    cells('feddp-gaussians'),
  ),
  item(
    'figure-1-order',
    'Figure 1, left',
    'all private baselines cost more at every budget',
    cells('feddp-gaussians'),
  ),
  item(
    'figure-1-census',
    'Figure 1, right',
    'ahead of the baselines but at the smallest budgets',
    cells('feddp-acs'),
  ),
  item(
    'figure-2-clients',
    'Figure 2, left; 10; 11',
    'better with more clients at the same budget',
    cells('feddp-clients'),
  ),
  item(
    'figure-2-baselines',
    'Figure 2, left; 10; 11',
    "ahead of what starts from the server's points, from a budget that is smaller with more clients",
    cells('feddp-clients'),
  ),
  item('figure-2-stack-overflow', 'Figure 2, right', 'github and pdf', cells('feddp-topics')),
  item('figure-3', 'Figure 3', 'modestly worse, the more clusters the server misses', cells('feddp-missing')),
  ...[4, 5, 6].map((figure) =>
    item(
      `figure-${figure}`,
      `Figure ${figure}`,
      'baselines are worse with missing clusters, and FedDP stays ahead',
      cells('feddp-missing'),
    ),
  ),
  item('figure-7', 'Figure 7', 'the elbow is at the true number of clusters', cells('feddp-elbow')),
  ...[8, 9].map((figure) =>
    item(`figure-${figure}`, `Figure ${figure}`, 'two more tasks of the census', cells('feddp-acs')),
  ),
  ...[12, 13, 14].map((figure) =>
    item(`figure-${figure}`, `Figure ${figure}`, 'other topics', cells('feddp-topics')),
  ),
  item('table-1', 'Table 1', 'the radius of the Gaussians', cells('feddp-radius')),
  item('table-1-census', 'Table 1, census', 'the radius is 2.65', cells('feddp-acs')),
  item(
    'assumption-1',
    'Appendix G.2',
    'the diameter of the Gaussians is small enough',
    cells('feddp-assumptions'),
  ),
  item(
    'assumption-2',
    'Appendix G.2',
    'the server has few enough points for the Gaussians',
    cells('feddp-assumptions'),
  ),
  item('sphere-packing', 'Appendix G.3', 'sphere packing', tests('actors/feddp/statistics')),
  item(
    'client-level',
    'Appendix G.4',
    "a client's statistics are clipped as a whole",
    tests('actors/feddp/statistics'),
  ),
  ...[2, 3].map((table) =>
    item(
      `table-${table}`,
      `Table ${table}`,
      'mean shares of the budget of the best runs',
      cells('feddp-splits'),
    ),
  ),
  ...[4, 5].map((table) =>
    item(`table-${table}`, `Table ${table}`, 'most of the best runs have no rounds', cells('feddp-splits')),
  ),
];
