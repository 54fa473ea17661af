/** A value as an error message shows it: escaped, and cut where it is long. */
export function quote(text: string): string {
  return JSON.stringify(text.length <= 40 ? text : `${text.slice(0, 39)}…`);
}
