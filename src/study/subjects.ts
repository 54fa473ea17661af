/** What is compared: scenarios, and the protocols that each of them lists, by titles that tell them apart. */

import { dirname } from 'node:path';
import { CahootsError, CahootsErrors } from '../base/errors.ts';
import type { Plugged } from '../plugin/registry.ts';
import { Subject as Rows } from '../results/about.ts';
import { Fingerprints } from '../results/fingerprint.ts';
import { type Provenance, provenanceOf } from '../results/provenance.ts';
import type { Row } from '../results/rows.ts';
import { settingCells } from '../results/settings.ts';
import { loadScenario, variantsOf } from '../scenario/load.ts';
import type { Planned } from './run-job.ts';

export interface SubjectOptions extends Plugged {
  /** Each scenario runs under its own seed and those that follow, so many in all. */
  readonly seeds: number;
  /** Settings laid over every file. */
  readonly set?: readonly string[];
}

/** One column: its runs, in order of their seeds. */
export interface Subject {
  readonly title: string;
  readonly orders: readonly Planned[];
}

interface Found extends Subject {
  readonly settings: Row;
}

/** @throws CahootsError with what is wrong in any of the files, and in what they compare */
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
  const provenance = provenanceOf(options.plugins.map(({ module }) => module));
  const subjects = files.flatMap((file) => {
    const fingerprints = new Fingerprints(dirname(file));
    return found(() => variantsOf(file, options)).flatMap((titles) =>
      titles.flatMap((title, variant) =>
        found(() => {
          const { name, ...subject } = subjectOf(file, variant, fingerprints, provenance, options);
          return { ...subject, title: files.length > 1 ? `${name || file}: ${title}` : title };
        }),
      ),
    );
  });
  const [first, ...others] = refused;
  if (first !== undefined) throw new CahootsErrors([first, ...others]);
  return toldApart(subjects);
}

function subjectOf(
  file: string,
  variant: number,
  fingerprints: Fingerprints,
  provenance: Provenance,
  { plugins, seeds, set = [] }: SubjectOptions,
): Omit<Found, 'title'> & { readonly name: string } {
  const scenario = loadScenario(file, { plugins, set, variant });
  const { name, seed: first, settings } = scenario;
  if (first > Number.MAX_SAFE_INTEGER - (seeds - 1)) {
    const message = `expected seeds up to ${Number.MAX_SAFE_INTEGER}, got ${seeds} from ${first} on`;
    throw new CahootsError('bad-input', message, { file, path: 'seed' });
  }
  // Runs have their seeds laid over the file.
  const source = { ...(scenario.source as object), seed: first };
  const rows = Rows.of({ ...scenario, source }, { file, set }, provenance, fingerprints);
  const filesOfRun = fingerprints.filesOf(file, scenario.source);
  const varies = scenario.durations === 'measured';
  const orders = Array.from({ length: seeds }, (_, i): Planned => {
    const seed = first + i;
    return { order: { file, seed, variant, set }, about: rows.under(seed), files: filesOfRun, varies };
  });
  return { name, orders, settings: { seed: first, ...settingCells(settings) } };
}

/** Where titles are the same, the settings that differ stand behind them; the file, where none does. */
function toldApart(subjects: readonly Found[]): Subject[] {
  return subjects.map(({ title, orders, settings }, at) => {
    const same = subjects.filter((other) => other.title === title);
    if (same.length === 1) return { title, orders };
    const differing = Object.keys(settings).filter((path) =>
      same.some((other) => other.settings[path] !== settings[path]),
    );
    const { file } = orders[0].order;
    const told = differing.map((path) => `${path}=${settings[path]}`).join(' ') || file;
    const before = subjects
      .slice(0, at)
      .filter((other) => other.title === title && other.orders[0].order.file === file);
    const again = differing.length === 0 && before.length > 0 ? ` (${before.length + 1})` : '';
    return { title: `${title}, ${told}${again}`, orders };
  });
}
