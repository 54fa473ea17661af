/** What the stage shows of a run: its messages over time, and the points in their clusters, round by round. */

import { selectRows, type Matrix, zeros } from '../../../src/core/base/matrix.ts';
import { NO_CLUSTER, spreadLabels } from '../../../src/core/base/labels.ts';
import { projectToSingularVectors } from '../../../src/core/math/cluster/projection.ts';
import { runRecordOf } from '../../../src/output/record/run-record.ts';
import { payloadOf } from '../../../src/output/page/payload.ts';
import { inputsOf } from '../../../src/run/execute/cast.ts';
import { protocolNamed, registryOf } from '../../../src/run/plugin/registry.ts';
import type { Scatter, Stage } from '../shapes.ts';
import { type Last, lastRun, plugins } from './run.ts';

/** More messages cannot be told apart while they move. */
const MOST_MESSAGES = 6000;
const MOST_POINTS = 1200;
/** A decomposition of more columns than this takes seconds with all these points. */
const MANY_COLUMNS = 200;
const POINTS_OF_MANY = 400;

export function stage(): Stage {
  const last = lastRun();
  const record = runRecordOf('run.trace', last.trace, registryOf(plugins));
  return { payload: payloadOf(record, MOST_MESSAGES), scatter: scatterOf(last) };
}

function scatterOf({ scenario, result }: Last): Scatter {
  const { data, shards, parties } = scenario;
  const count = data.points.rows;
  const rows = shownRows(data.points);
  const owners = Array<string>(count).fill('');
  shards.forEach((shard, at) => shard.forEach((row) => (owners[row] = parties.clients[at])));
  const shown = (labels: Uint16Array): Uint16Array => Uint16Array.from(rows, (row) => labels[row]);
  return {
    places: flat(selectRows(data.points, Uint32Array.from(rows))),
    of: count,
    owners: rows.map((row) => owners[row]),
    frames: framesOf({ scenario, result }).map(shown),
    dimension: data.points.columns,
  };
}

function framesOf({ scenario, result }: Pick<Last, 'scenario' | 'result'>): Uint16Array[] {
  const { outcome, labels } = result;
  const count = scenario.data.points.rows;
  if (outcome?.kind === 'clustered' && outcome.history !== undefined && outcome.history.length > 0) {
    const { rows } = inputsOf(scenario, protocolNamed({ plugins }, scenario.protocol));
    return outcome.history.map((own) => spreadLabels(own, rows, count));
  }
  return [labels === undefined ? new Uint16Array(count).fill(NO_CLUSTER) : Uint16Array.from(labels)];
}

/** The rows of the data that are drawn, spread evenly. */
export function shownRows({ rows, columns }: Matrix): number[] {
  const most = columns > MANY_COLUMNS ? POINTS_OF_MANY : MOST_POINTS;
  const step = Math.max(1, rows / most);
  return Array.from({ length: Math.min(rows, most) }, (_, i) => Math.floor(i * step));
}

/** Two coordinates of each point, scaled together into the unit square. */
function flat(points: Matrix): Float64Array {
  const { rows, columns } = points;
  const centred = zeros(rows, columns);
  for (let c = 0; c < columns; c++) {
    let sum = 0;
    for (let i = 0; i < rows; i++) sum += points.values[i * columns + c];
    for (let i = 0; i < rows; i++)
      centred.values[i * columns + c] = points.values[i * columns + c] - sum / rows;
  }
  const plane = columns > 2 ? projectToSingularVectors(centred, 2) : centred;
  const at = (i: number, axis: number): number =>
    axis < plane.columns ? plane.values[i * plane.columns + axis] : 0;
  const least = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const most = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = 0; i < rows; i++)
    for (const axis of [0, 1]) {
      least[axis] = Math.min(least[axis], at(i, axis));
      most[axis] = Math.max(most[axis], at(i, axis));
    }
  const width = Math.max(Number.MIN_VALUE, most[0] - least[0], most[1] - least[1]);
  const middle = [0, 1].map((axis) => (least[axis] + most[axis]) / 2);
  return Float64Array.from({ length: 2 * rows }, (_, k) => 0.5 + (at(k >> 1, k & 1) - middle[k & 1]) / width);
}
