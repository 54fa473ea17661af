/** A text as shown in an error message: escaped, and truncated if long. */
export function quote(text: string): string {
  return JSON.stringify(text.length <= 40 ? text : `${text.slice(0, 39)}…`);
}

/** Any value of a file of JSON or YAML as shown in an error message. */
export function quoteValue(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length <= 60 ? text : `${text.slice(0, 59)}…`;
}
