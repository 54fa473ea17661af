/** The middleware that comes with Cahoots. */

import { compress } from './compress.ts';
import type { AnyMiddleware } from './middleware.ts';
import { pad } from './pad.ts';

export const MIDDLEWARE: readonly AnyMiddleware[] = [pad, compress];
