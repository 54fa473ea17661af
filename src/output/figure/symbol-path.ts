/** The symbols of Observable Plot as paths. */

/** Draws itself with an area of so many square pixels. */
export interface PlotSymbol {
  draw(context: PathRecorder, size: number): void;
}

/** The name of a symbol, or its path in a square from -1 to 1. */
export function shapeOf(symbol: PlotSymbol): string {
  const recorder = new PathRecorder();
  symbol.draw(recorder, SIZE);
  return recorder.path;
}

/** At which Vega-Lite draws a path as it is. */
const SIZE = 4;

/** Records what a symbol draws. */
class PathRecorder {
  path = '';

  moveTo(x: number, y: number): void {
    this.path += `M${rounded(x)},${rounded(y)}`;
  }

  lineTo(x: number, y: number): void {
    this.path += `L${rounded(x)},${rounded(y)}`;
  }

  closePath(): void {
    this.path += 'Z';
  }

  rect(x: number, y: number, width: number, height: number): void {
    this.path += `M${rounded(x)},${rounded(y)}h${rounded(width)}v${rounded(height)}h${rounded(-width)}Z`;
  }

  /** Of symbols only the circle has arcs. */
  arc(): void {
    this.path = 'circle';
  }
}

function rounded(coordinate: number): number {
  return Number(coordinate.toFixed(4));
}
