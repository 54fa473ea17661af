/** Pictures as files: SVG directly, PNG and PDF with packages that are installed on demand. */

import { createRequire } from 'node:module';
import { CahootsError } from '../core/base/errors.ts';
import { type Look, SCREEN } from '../output/figure/look.ts';
import type { PictureFormat } from '../output/figure/styles.ts';

type Format = Exclude<PictureFormat, 'vega-lite'>;

const FAMILY = 'DejaVu Sans';

/**
 * @param svg as produced by `svgOf`
 * @param look as given to it
 * @throws CahootsError if a package that it needs is not installed
 */
export async function fileOf(svg: string, format: Format, look: Look = SCREEN): Promise<string | Uint8Array> {
  if (format === 'svg') return svg;
  return format === 'png' ? pngOf(svg, look) : pdfOf(svg, look);
}

async function pngOf(svg: string, { density }: Look): Promise<Uint8Array> {
  const { Resvg } = await extra('png', '@resvg/resvg-js', () => import('@resvg/resvg-js'));
  const fonts = await fontFiles('png');
  const options = {
    fitTo: { mode: 'zoom', value: density },
    // With a machine's own fonts, pictures would differ between machines.
    font: {
      loadSystemFonts: false,
      fontFiles: Object.values(fonts),
      defaultFontFamily: FAMILY,
      sansSerifFamily: FAMILY,
    },
  } as const;
  return new Resvg(svg, options).render().asPng();
}

async function pdfOf(svg: string, { scale }: Look): Promise<Uint8Array> {
  const { default: Document } = await extra('pdf', 'pdfkit', () => import('pdfkit'));
  const { default: draw } = await extra('pdf', 'svg-to-pdfkit', () => import('svg-to-pdfkit'));
  const fonts = await fontFiles('pdf');
  const [, width, height] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg) ?? [];
  const size = [width, height].map((units) => Number(units) * scale * POINTS);
  const document = new Document({
    size,
    margin: 0,
    // Otherwise the file would differ every time.
    // oxlint-disable-next-line no-restricted-globals -- no clock is read
    info: { CreationDate: new Date(0), Producer: 'Cahoots', Creator: 'Cahoots' },
  });
  const chunks: Uint8Array[] = [];
  document.on('data', (chunk: Uint8Array) => chunks.push(chunk));
  const ended = new Promise<void>((resolve) => document.on('end', resolve));
  document.registerFont('regular', fonts.regular);
  document.registerFont('bold', fonts.bold);
  draw(document, plain(svg), 0, 0, {
    assumePt: false,
    fontCallback: (_: string, bold: boolean) => (bold ? 'bold' : 'regular'),
  });
  document.end();
  await ended;
  return Buffer.concat(chunks);
}

/** Without what is drawn wrongly: colours by reference, and halos, which would cover their texts. */
function plain(svg: string): string {
  const ink = /color="(#\w+)"/.exec(svg)?.[1] ?? 'black';
  return svg
    .replaceAll('currentColor', ink)
    .replaceAll(/<g [^>]*paint-order="stroke"[^>]*>/g, (group) =>
      group.replaceAll(/ stroke[\w-]*="[^"]*"/g, ''),
    );
}

/** Points per pixel. */
const POINTS = 0.75;

const require = createRequire(import.meta.url);

async function fontFiles(format: Format): Promise<{ regular: string; bold: string }> {
  const file = (name: string): string => require.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`);
  return extra(format, 'dejavu-fonts-ttf', async () => ({
    regular: file('DejaVuSans'),
    bold: file('DejaVuSans-Bold'),
  }));
}

/** @throws CahootsError that says how to install it */
async function extra<T>(format: Format, name: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (code !== 'ERR_MODULE_NOT_FOUND' && code !== 'MODULE_NOT_FOUND') throw error;
    const packages =
      format === 'png' ? '@resvg/resvg-js dejavu-fonts-ttf' : 'pdfkit svg-to-pdfkit dejavu-fonts-ttf';
    throw new CahootsError(
      'bad-input',
      `expected ${name} to be installed for ${format} (npm install ${packages}), got none`,
    );
  }
}
