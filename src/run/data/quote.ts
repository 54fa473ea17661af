/** A value as shown in an error message: escaped, and truncated if long. */
export function quote(text: string): string {
  return JSON.stringify(text.length <= 40 ? text : `${text.slice(0, 39)}…`);
}
