/** Colours of canvases: those of the page, and some that both eyes and paper tell apart (Okabe and Ito). */

export interface Colours {
  readonly ink: string;
  readonly faint: string;
  readonly line: string;
  readonly paper: string;
  readonly bad: string;
}

export function coloursOf(element: Element): Colours {
  const style = getComputedStyle(element);
  const of = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  return { ink: of('ink'), faint: of('faint'), line: of('line'), paper: of('paper'), bad: of('bad') };
}

const PALETTE = ['#0a7abf', '#e69f00', '#00966b', '#c765a0', '#7a6ff0', '#56b4e9', '#b5651d', '#8a9a00'];

export function colourOf(index: number): string {
  return PALETTE[index % PALETTE.length];
}

/** A canvas as large as it is shown, in the screen's pixels; undefined while it is not shown. */
export function fitted(
  canvas: HTMLCanvasElement,
  width: number,
  height: number,
): CanvasRenderingContext2D | undefined {
  const context = canvas.getContext('2d');
  if (context === null || width <= 0 || height <= 0) return undefined;
  const [w, h] = [Math.round(width * devicePixelRatio), Math.round(height * devicePixelRatio)];
  if (canvas.width !== w || canvas.height !== h) {
    canvas.width = w;
    canvas.height = h;
  }
  context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
  return context;
}
