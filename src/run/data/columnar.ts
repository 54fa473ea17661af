/** Tables that lie in their files column by column. In a browser columnar-in-browser.ts stands for this module (`#columnar`). */

export { arrowTable } from './arrow.ts';
export { parquetTable } from './parquet.ts';
