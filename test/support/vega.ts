/** Vega-Lite's own compiler, and Vega, which draws what that makes. */

interface Vega {
  parse(spec: unknown): unknown;
  View: new (
    parsed: unknown,
    options: { readonly renderer: 'none' },
  ) => { toSVG(): Promise<string>; finalize(): void };
}

interface VegaLite {
  compile(spec: unknown, options: { readonly logger: unknown }): { readonly spec: unknown };
}

/** Undefined where it is not installed. */
async function installed(name: string): Promise<unknown> {
  try {
    return await import(name);
  } catch {
    return undefined;
  }
}

const [vega, vegaLite] = (await Promise.all(['vega', 'vega-lite'].map(installed))) as [Vega?, VegaLite?];

/** Whether nothing can be compiled here. */
export const missing = vega === undefined || vegaLite === undefined;

/** A specification as SVG, and what the compiler says against it. */
export async function drawnBy(spec: unknown): Promise<{ svg: string; complaints: readonly string[] }> {
  if (vega === undefined || vegaLite === undefined) throw new Error('vega is not installed');
  const complaints: string[] = [];
  const note = (...words: readonly unknown[]): void => void complaints.push(words.join(' '));
  const logger = { level: () => 0, error: note, warn: note, info: () => undefined, debug: () => undefined };
  const view = new vega.View(vega.parse(vegaLite.compile(spec, { logger }).spec), { renderer: 'none' });
  const svg = await view.toSVG();
  view.finalize();
  return { svg, complaints };
}
