/** How something grows. */

/**
 * The exponent of the power of the size that fits these measurements best: the slope of a line through their logarithms (least squares).
 * @param measurements pairs of a size and what was measured there, all positive
 */
export function fittedExponent(measurements: readonly (readonly [size: number, cost: number])[]): number {
  const points = measurements.map(([size, cost]) => [Math.log(size), Math.log(cost)] as const);
  const mean = (at: 0 | 1): number => points.reduce((sum, point) => sum + point[at], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const over = points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0);
  return over / points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0);
}
