/** Scenarios as somebody may leave them: one thing in a right one is wrong. */

import * as fc from 'fast-check';

/** Right, wrong and odd values; counts stay small, as a scenario may also ask for gigabytes. */
export const values: fc.Arbitrary<unknown> = fc.oneof(
  fc.integer({ min: -5, max: 500 }),
  fc.constantFrom(0, -0, 0.5, 1e21, 1e-9, -1, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY, null, true),
  fc.constantFrom('', '1', '40ms', '20Mbps', '64KiB', '200Mop/s', '1%', 'lloyd', 'secfc', 'class', '*', '~'),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.object({
    maxDepth: 2,
    maxKeys: 3,
    values: [fc.integer({ min: -1, max: 50 }), fc.string({ maxLength: 4 })],
  }),
  fc.array(fc.constantFrom(0, 'client-1', null, '1ms', {}), { maxLength: 3 }),
);

const keys = fc.oneof(
  fc.constantFrom(
    'name',
    'scale',
    'moduli',
    'by',
    'loss',
    'latency',
    'links',
    '__proto__',
    'constructor',
    '',
  ),
  fc.string({ maxLength: 6 }),
);

type Container = Record<string, unknown>;

/** A copy of a document in which one value is replaced, removed, renamed or added, at any depth. */
export function withOneEdit(document: unknown): fc.Arbitrary<unknown> {
  const places = placesOf(document);
  const place = fc.nat(places.length - 1).map((i) => places[i]);
  return fc
    .record({
      place,
      act: fc.constantFrom('replace', 'remove', 'rename', 'add'),
      key: keys,
      value: values,
    })
    .map(({ place: [path, last], act, key, value }) => {
      const copy = structuredClone(document);
      const parent = path.reduce((at, step) => at[step] as Container, copy as Container);
      if (act === 'replace') parent[last] = value;
      else if (act === 'add') put(parent, key, value);
      else {
        const old = parent[last];
        delete parent[last];
        if (act === 'rename') put(parent, key, old);
      }
      return copy;
    });
}

/** Also where the key is `__proto__`, which an assignment would take for something else. */
function put(parent: Container, key: string, value: unknown): void {
  const property = { value, enumerable: true, configurable: true, writable: true };
  if (Array.isArray(parent)) parent.push(value);
  else Object.defineProperty(parent, key, property);
}

function placesOf(value: unknown, path: readonly string[] = []): (readonly [readonly string[], string])[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    [path, key] as const,
    ...placesOf(inner, [...path, key]),
  ]);
}
