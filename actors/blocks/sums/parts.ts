/** Which sums can be opened apart: those of clients that no unknown mask joins with others. */

/**
 * The connected parts, each ascending.
 * @param parties ascending
 * @param linked of a party, the others with which it has a mask that is not known
 */
export function connectedParts(
  parties: readonly number[],
  linked: (party: number) => readonly number[],
): number[][] {
  const left = new Set(parties);
  const found: number[][] = [];
  for (const first of parties) {
    if (!left.delete(first)) continue;
    const part = [first];
    for (const party of part) {
      for (const other of linked(party)) if (left.delete(other)) part.push(other);
    }
    found.push(part.toSorted((a, b) => a - b));
  }
  return found;
}
