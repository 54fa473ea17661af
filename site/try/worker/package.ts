/** The files of the package that its code reads, which the bundle includes. */

import kernel from '../../../dist/src/core/math/field/kernel.wasm';
import { version } from 'made:version';
import { utf8 } from '../../../src/core/base/bytes.ts';
import { memoryFiles } from '../../../src/core/platform/browser.ts';

/** Where the bundle says that all its modules lie: see scripts/try.ts. */
export const PACKAGE = '/cahoots/';

export function storeInMemory(path: string, bytes: Uint8Array): void {
  memoryFiles.set(path, Uint8Array.from(bytes));
}

/** Before any module that reads them is loaded. */
export function storePackage(): void {
  storeInMemory(`${PACKAGE}package.json`, utf8(JSON.stringify({ version })));
  storeInMemory(`${PACKAGE}dist/src/core/math/field/kernel.wasm`, kernel);
}
