/** The subjects of a comparison: scenarios, and the protocols that each of them lists, with distinct titles. */

import { defined, unlessEmpty } from '../../core/base/defined.ts';
import { CahootsError, CahootsErrors } from '../../core/base/errors.ts';
import { provenanceOf } from '../tables/provenance.ts';
import type { Row } from '../../run/tidy/rows.ts';
import { variantsOf } from '../../run/scenario/load.ts';
import { Planner, type PlanOptions, seedsFrom } from './planned-point.ts';
import type { Planned } from './run-job.ts';

export interface SubjectOptions extends PlanOptions {
  /** How many seeds: each scenario runs with its own seed and the following ones. */
  readonly seeds: number;
}

/** One column: its runs, in order of their seeds. */
export interface Subject {
  readonly title: string;
  readonly requests: readonly Planned[];
  /** Expectations of its scenario that do not apply to it; absent: none. */
  readonly unasked?: readonly string[];
}

interface Found extends Subject {
  readonly settings: Row;
}

/**
 * The columns of a comparison: each file's scenario, and the protocols that it lists.
 * @throws CahootsError with all mistakes in the files and in their `compare` lists
 */
export function subjectsOf(files: readonly string[], options: SubjectOptions): readonly Subject[] {
  const refused: CahootsError[] = [];
  const found = <T>(find: () => T): T[] => {
    try {
      return [find()];
    } catch (error) {
      if (!(error instanceof CahootsError)) throw error;
      refused.push(error);
      return [];
    }
  };
  const provenance = provenanceOf(options.plugins);
  const subjects = files.flatMap((file) => {
    const planner = new Planner(file, options, provenance);
    return found(() => variantsOf(file, options)).flatMap((titles) =>
      titles.flatMap((title, variant) =>
        found((): Found => {
          const point = variant === 0 ? undefined : { protocol: ['compare', variant - 1], settings: [] };
          const { name, firstSeed, settings, under, unasked } = planner.at(point);
          return defined({
            title: files.length > 1 ? `${name || file}: ${title}` : title,
            requests: seedsFrom(firstSeed, options.seeds, file).map(under),
            settings,
            unasked: unlessEmpty(unasked),
          });
        }),
      ),
    );
  });
  const [first, ...others] = refused;
  if (first !== undefined) throw new CahootsErrors([first, ...others]);
  return toldApart(subjects);
}

/** Makes equal titles distinct by appending the settings that differ, or the file if none does. */
function toldApart(subjects: readonly Found[]): Subject[] {
  return subjects.map(({ title, requests, settings, ...rest }, at) => {
    const same = subjects.filter((other) => other.title === title);
    if (same.length === 1) return { title, requests, ...rest };
    const differing = Object.keys(settings).filter((path) =>
      same.some((other) => other.settings[path] !== settings[path]),
    );
    const { file } = requests[0].request;
    const told = differing.map((path) => `${path}=${settings[path]}`).join(' ') || file;
    const before = subjects
      .slice(0, at)
      .filter((other) => other.title === title && other.requests[0].request.file === file);
    const again = differing.length === 0 && before.length > 0 ? ` (${before.length + 1})` : '';
    return { title: `${title}, ${told}${again}`, requests, ...rest };
  });
}
