/** The yardstick for kernels: the inner loop alone, over numbers that are already in its memory. */

import { readFileSync } from 'node:fs';

type Run = (...operands: number[]) => void;

/** Scaled distances of `points` points to `clusters` centres; each call of the returned function is one run. */
export function bareDistances(p: number, points: number, columns: number, clusters: number): () => void {
  const module = new WebAssembly.Module(
    readFileSync(new URL('../src/core/math/field/kernel.wasm', import.meta.url)),
  );
  let top = 0;
  const layOut = (words: number): number => {
    const address = top;
    top += Math.ceil(words / 4) * 16;
    return address;
  };
  const rows = layOut(points * columns);
  const norms = layOut(points);
  const centres = layOut(clusters * columns);
  const squares = layOut(clusters);
  const constants = layOut(clusters);
  const distances = layOut(points * clusters);
  const pages = Math.ceil(top / 2 ** 16);
  const memory = new WebAssembly.Memory({ initial: pages, maximum: 2 ** 16, shared: true });
  const { scaledDistances } = new WebAssembly.Instance(module, { env: { memory } }).exports as {
    scaledDistances: Run;
  };
  new Uint32Array(memory.buffer).forEach((_, i, words) => (words[i] = (i * 2_654_435_761) % p));
  return () =>
    scaledDistances(p, rows, points, columns, norms, centres, squares, constants, clusters, distances);
}
