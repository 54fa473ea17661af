/**
 * Whether virtual time can go on by so many nanoseconds: whole and not negative. One beyond 2^53, where doubles are whole
 * only by chance, is a delay too: nothing that comes after it happens, as no run lasts so long.
 */
export function isDelay(ns: number): boolean {
  return ns >= 0 && (Number.isSafeInteger(ns) || (ns > Number.MAX_SAFE_INTEGER && Number.isFinite(ns)));
}
