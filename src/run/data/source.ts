/**
 * What a source of data is: its settings in a scenario's `data` section, and the points that it yields. Our
 * own sources in `sources/` and a user's are made by the same function.
 */

import { z } from 'zod';
import type { Random } from '../../core/base/random.ts';
import type { DataSet } from './data-set.ts';

/** What a source is given besides its settings. */
export interface LoadContext {
  /** The absolute path of a file in the settings, which is relative to the scenario. */
  path(file: string): string;
  /**
   * The names of the files in a folder of the settings, each beginning with the folder's: names for {@link path}.
   * @throws CahootsError if there is no such folder
   */
  list(folder: string): readonly string[];
  /** Streams of the scenario's seed, for points that are drawn. */
  readonly random: Random;
}

/** A source of data. `S` are the zod types of its settings, by name. */
export interface Source<S extends z.ZodRawShape = z.ZodRawShape> {
  /** Its name in scenarios, under `data.source`. */
  readonly name: string;
  /** The settings besides `source`. */
  readonly settings: S;
  /**
   * Draws or reads the points: the same settings and streams give the same points.
   * @throws CahootsError for files that cannot be read, and settings that are incompatible
   */
  load(settings: z.output<z.ZodObject<S>>, context: LoadContext): DataSet;
  /** The files that `cahoots data` reads with it, by extension. */
  readonly opens?: {
    /** In lower case, with the dot. */
    readonly endings: readonly string[];
    /**
     * The settings with which it reads such a file; the flags `--label`, `--client` and `--ignore` override
     * them.
     */
    settings(file: string): z.input<z.ZodObject<S>>;
  };
  /** Settings for which smaller is simpler: `cahoots shrink` tries smaller integers for them, from 1. */
  readonly sizes?: readonly (keyof S & string)[];
}

/** Any source: what lists of sources hold. */
// oxlint-disable-next-line typescript/no-explicit-any -- settings are invariant, and a list mixes them
export type AnySource = Source<any>;

/** Declares a source of data. */
export function source<S extends z.ZodRawShape>(declared: Source<S>): Source<S> {
  return Object.freeze(declared);
}
