/** Whether virtual time can go on by so many nanoseconds: whole, not negative, and exact in a double. */
export function isDelay(ns: number): boolean {
  return Number.isSafeInteger(ns) && ns >= 0;
}
