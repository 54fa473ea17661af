/** A copy of twice the length, padded with zeros. */
export function grown<A extends Int32Array<ArrayBuffer> | Float64Array<ArrayBuffer>>(array: A): A {
  const larger = new (array.constructor as new (length: number) => A)(2 * array.length);
  larger.set(array);
  return larger;
}
