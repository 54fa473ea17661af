/**
 * Whether this is a valid delay in nanoseconds: whole and not negative. Values above 2^53, where doubles are not exact, are valid
 * too: nothing after such a delay happens, since no run lasts as long.
 */
export function isDelay(ns: number): boolean {
  return ns >= 0 && (Number.isSafeInteger(ns) || (ns > Number.MAX_SAFE_INTEGER && Number.isFinite(ns)));
}
