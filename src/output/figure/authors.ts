/** Pictures for authors: how one is declared, what it is drawn from, and the marks that it is made of. */

export * as plot from '@observablehq/plot';
export { bytes, figureText, integer, operations, time } from '../../run/report/format.ts';
export type { Row } from '../../run/tidy/rows.ts';
export type { Drawing, Item, Panel } from './drawing.ts';
export { type Choice, picture, type Picture, type Subject } from './picture.ts';
export { COLOURS, colourOf, FAINT, HEAT, INK } from './style.ts';
