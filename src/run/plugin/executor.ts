/** Opens the place where the tasks of runs are done. */

import { platform } from '#platform';
import { CahootsError } from '../../core/base/errors.ts';
import { moduleOf } from '../../core/base/package.ts';
import type { Executor } from '../../core/engine/compute/executor.ts';
import { inlineExecutor } from '../../core/engine/compute/inline.ts';
import { Pool } from '../../core/engine/compute/pool.ts';
import { placesOf } from './modules.ts';
import type { Plugin } from './plugin.ts';

export interface ThreadOptions {
  /** Those whose protocols are run. */
  readonly plugins: readonly Plugin[];
  /** Worker threads; 0, the default, computes in this thread. The trace is the same for any number. */
  readonly threads?: number | undefined;
  /**
   * The URL of a module for worker threads with `export default taskWorker(plugins)`; absent: they import the plugins' own modules,
   * which a browser and a program bundled into one file do not have.
   */
  readonly worker?: string | undefined;
}

/**
 * The caller must close it.
 * @throws CahootsError if threads cannot be started here
 */
export function openExecutor({ threads = 0, ...options }: ThreadOptions): Executor {
  return threads === 0 ? inlineExecutor : openPool({ threads, ...options });
}

/**
 * A pool of threads that load the protocols' plugins. The caller must close it.
 * @throws CahootsError if threads cannot be started here
 */
export function openPool({ threads, plugins, worker }: ThreadOptions & { readonly threads: number }): Pool {
  if (!platform.sharesMemory) {
    throw wrong(
      'a page that is isolated from others (cross-origin isolation), as threads share memory',
      'another',
    );
  }
  const entry = worker ?? moduleOf('./worker', import.meta.url);
  if (worker === undefined && !platform.files.exists(new URL(entry))) {
    throw wrong(
      '`worker`, the URL of a module with `export default taskWorker(plugins)`, for threads of a bundle',
      'none',
    );
  }
  const bringing = plugins.filter(({ protocols }) => protocols.length > 0);
  return new Pool({ threads, entry, library: JSON.stringify(placesOf(bringing)) });
}

function wrong(expected: string, got: string): CahootsError {
  return new CahootsError('bad-input', `expected ${expected}, got ${got}`);
}
