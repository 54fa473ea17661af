/** What can be chosen of a picture's look by name; imports nothing, as every start of the program reads it. */

/** Where a picture is shown. */
export const STYLES = ['screen', 'paper', 'slides'] as const;
/** Where its legend is. */
export const LEGENDS = ['top', 'bottom', 'none'] as const;
/** As which file it is written, and how that file's name ends. */
export const ENDINGS = { svg: '.svg', png: '.png', pdf: '.pdf', 'vega-lite': '.vl.json' } as const;
export type PictureFormat = keyof typeof ENDINGS;
export const PICTURE_FORMATS = Object.keys(ENDINGS) as PictureFormat[];
