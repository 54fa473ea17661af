/**
 * MUFC (Pan et al. 2023): one-shot clustering by secure compressed multiset aggregation, and exact unlearning. The
 * server learns how many points of all clients together belong to local centres in each cell of a grid, and not whose
 * they are.
 */

import { lossAtCentres, type Population, type Problem, protocol } from '../../src/core/kit/index.ts';
import { coordinateProblem, duration, z } from '../../src/core/kit/settings.ts';
import {
  lloydIterations,
  provenSums,
  sparseSession,
  sparseSum,
  sparseSumParameters,
  sparseSumProblems,
} from '../blocks/index.ts';
import { type Agreed, type Batch, CHANGES, localClusters, oneShotParameters, UNLEARNING } from './agreed.ts';
import { audits } from './audits/index.ts';
import { paperBits, trainingCost } from './cost.ts';
import { type CubeGrid, cubeGrid, HALF, levelsFor } from './cube.ts';
import { keptTasks } from './kept/tasks.ts';
import { exposedFigure, requestFigures } from './figures.ts';
import { Assist, messages, Summary } from './messages.ts';
import { privacy } from './privacy.ts';
import { removal } from './removal/index.ts';
import { removalProblems, removalsOf } from './removal/requests.ts';
import { helping, roles } from './roles.ts';
import { means, scatter, seed } from './tasks.ts';

const parameters = z.strictObject({
  ...oneShotParameters,
  local: z.enum(['initialise', 'full']).default('initialise').meta({
    description: 'what clients run: the initialisation of k-means++, or its iterations too (Appendix M.3)',
  }),
  levels: z.int().min(1).max(1_000_000).optional().meta({
    description:
      'B: cells in each dimension of the unit cube; absent: the square root of the number of points, rounded up',
    example: 64,
  }),
  room: z.int().min(1).optional().meta({
    description:
      'for how many different cells the sum has room; absent: KL, as many as there are centres. Vectors are shorter with less, but a sum of more cells is lost',
    example: 1000,
  }),
  shift: z.int().min(0).optional().meta({
    description:
      'shifts the cells by a part of a cell in each dimension, drawn from this seed, which all know (Appendix H); absent: not shifted',
    example: 7,
  }),
  representatives: z.enum(['points', 'middles']).default('points').meta({
    description: 'what the server clusters: points drawn in the cells, or the weighted middles of the cells',
  }),
  secrecy: z.enum(['scma', 'none']).default('scma').meta({
    description:
      'scma: cells of centres are summed securely; none: centres are sent in the clear (Algorithm 5)',
  }),
  unlearning: z.enum(UNLEARNING).default('exact').meta({
    description:
      'exact: whatever changed is summed and clustered again; lazy: only if a centre was removed; retrain: everything is done again',
  }),
  change: z.enum(CHANGES).default('clear').meta({
    description:
      'how the changes of a request reach the server. clear: directly from the client, because sums before and after would reveal them anyway; secret: summed among the clients of a batch; everybody: all clients sum everything again (Algorithm 4), which reveals who was missing from one sum',
  }),
  batch: z
    .strictObject({
      requests: z.int().min(1).optional().meta({
        description:
          'as soon as this many requests have changed something; absent: 1, unless another condition is set',
        example: 10,
      }),
      points: z.int().min(1).optional().meta({
        description:
          'as soon as this many points are removed that still count in the clustering, so that never more are outstanding',
        example: 30,
      }),
      every: duration().optional().meta({
        description: 'as soon as the oldest change has waited this long; checked after every request',
        example: '10s',
      }),
    })
    .prefault({})
    .meta({ description: 'when the server clusters again: as soon as one of these holds' }),
  aggregation: sparseSumParameters.prefault({}).meta({ description: 'how cells are summed securely' }),
});

type Parameters = z.output<typeof parameters>;

export const mufc = protocol({
  name: 'mufc',
  summary: 'MUFC: clients securely sum the cells of their own centres, and can unlearn points exactly',
  parameters,
  roles: { ...roles, ...helping },
  reports: 'server',
  messages: [...messages, Summary, Assist],
  tasks: [seed, means, scatter, ...keptTasks],
  uses: [lloydIterations, sparseSum, provenSums, removal],
  check,
  agree,
  cost: trainingCost,
  paper: { of: '2KL elements of every client (section 4.1; in the clear, Algorithm 5)', bits: paperBits },
  privacy,
  audits,
  figures: [lossAtCentres, exposedFigure, ...requestFigures],
});

function agree(settings: Parameters, population: Population): Agreed {
  const { clusters, clustersPerClient, remove, secrecy, aggregation, timeout } = settings;
  const grid = gridOf(settings, population);
  return {
    ...population,
    clusters,
    localClusters: localClusters(population.sizes, clustersPerClient ?? clusters),
    iterate: settings.local === 'full',
    secrecy:
      secrecy === 'none'
        ? undefined
        : {
            grid,
            sum: sparseSession(aggregation, population.clients, shapeOf(settings, population), timeout),
          },
    representatives: settings.representatives,
    weighted: true,
    unlearning: settings.unlearning,
    removals: removalsOf(remove, population.clients),
    change: settings.unlearning === 'retrain' ? 'everybody' : settings.change,
    batch: batchOf(settings),
    restarts: settings.restarts,
    maxIterations: settings.maxIterations,
    timeout,
  };
}

/** By default every request is clustered by itself. */
function batchOf({ batch }: Parameters): Batch {
  return Object.values(batch).every((one) => one === undefined) ? { requests: 1 } : batch;
}

function gridOf({ levels, shift }: Parameters, { dimension, points }: Population): CubeGrid {
  return cubeGrid(dimension, levels ?? levelsFor(points), shift);
}

/** There is room for KL cells, the number of centres of all clients together, or as many as are agreed on. */
function shapeOf(settings: Parameters, population: Population) {
  const { clusters, clustersPerClient = clusters } = settings;
  const own = localClusters(population.sizes, clustersPerClient);
  const centres = own.reduce((sum, k) => sum + k, 0);
  const capacity = Math.min(settings.room ?? centres, centres);
  const { dimension, levels } = gridOf(settings, population);
  return { dimension, levels, capacity, points: population.points, entries: Math.max(...own) };
}

function check(settings: Parameters, population: Population): Problem[] {
  const { secrecy, aggregation, remove } = settings;
  const problems = [...coordinateProblem(population), ...removalProblems(remove, population)];
  if (settings.change === 'secret' && secrecy !== 'none') {
    if (aggregation.protocol === 'prio3')
      problems.push({
        path: 'protocol.change',
        expected:
          'clear or everybody with prio3: whether a change leaves counts that are not negative has no proof',
        got: 'secret',
      });
    const { requests } = batchOf(settings);
    if (requests === 1) {
      const expected = 'at least 2 where changes are summed in secret: a sum of one hides nothing';
      problems.push({ path: 'protocol.batch.requests', expected, got: `${requests}` });
    }
    // Without a field there is no representation of negative counts.
    if (aggregation.code === 'integers')
      problems.push({
        path: 'protocol.aggregation.code',
        expected: 'exact or hashed where changes are summed in secret',
        got: 'integers',
      });
  }
  if (secrecy === 'none') return problems;
  const outside = [...population.minimum, ...population.maximum].find((x) => Math.abs(x) > HALF);
  if (outside !== undefined) {
    problems.push({
      path: 'data',
      expected:
        'points in the unit cube, from -0.5 to 0.5, for mufc: set data.scale to { minimum: -0.5, maximum: 0.5 }',
      got: `${outside}`,
    });
  }
  const n = population.clients.length;
  return [...problems, ...sparseSumProblems(aggregation, n, shapeOf(settings, population))];
}
