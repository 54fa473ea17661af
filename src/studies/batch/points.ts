/** The points of a grid: every combination of the values of its axes, in the order written, the last axis varying fastest. */

import type { Point } from '../../run/scenario/load.ts';
import type { Axis, AxisSetting } from '../../run/scenario/sweep.ts';

/** A combination. */
export interface GridPoint {
  readonly point: Point;
  /** The settings that distinguish it from the others, by path, without those that its protocol does not have. */
  readonly settings: readonly AxisSetting[];
}

const PROTOCOL = 'protocol';

/**
 * Settings that a point's protocol does not have are left out; of points that are equal then, one is kept.
 * @param own the protocol of points that choose none
 * @param has whether a protocol has a setting
 */
export function pointsOf(
  axes: readonly Axis[],
  own: string,
  has: (protocol: string, setting: string) => boolean,
): readonly GridPoint[] {
  const all = combinations(axes.map(({ values }) => values)).map((chosen) => {
    const settings = chosen.flat();
    const chosenProtocol = settings.find(({ path }) => path === PROTOCOL);
    const name = chosenProtocol === undefined ? own : nameOf(chosenProtocol.value);
    const applicable = settings.filter(({ path }) => {
      const [section, setting] = path.split('.');
      return section !== PROTOCOL || setting === undefined || has(name, setting);
    });
    return {
      point: {
        ...(chosenProtocol && { protocol: ['sweep', ...chosenProtocol.place] }),
        settings: applicable.filter((setting) => setting !== chosenProtocol),
      },
      settings: applicable,
    };
  });
  const seen = new Set<string>();
  return all.filter(({ settings }) => {
    const same = JSON.stringify(settings.map(({ path, value }) => [path, value]));
    const isNew = !seen.has(same);
    seen.add(same);
    return isNew;
  });
}

/** How many combinations there are, computed without making any. */
export function gridSize(axes: readonly Axis[]): number {
  return axes.reduce((size, { values }) => size * values.length, 1);
}

function combinations<T>(lists: readonly (readonly T[])[]): T[][] {
  return lists.reduce<T[][]>(
    (made, list) => made.flatMap((before) => list.map((value) => [...before, value])),
    [[]],
  );
}

/** The name in a `protocol` section, valid or not. */
function nameOf(value: unknown): string {
  return typeof value === 'string' ? value : String((value as { name?: unknown } | null)?.name);
}
