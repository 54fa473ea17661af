/** The schema's issues as errors with positions: `expected X, got Y`. */

import type { z } from 'zod';
import { CahootsError } from '../../core/base/errors.ts';
import { meaning, suggestion } from '../../core/base/suggestion.ts';
import type { ScenarioFile } from './document.ts';

type Issue = z.core.$ZodIssue;

/**
 * One error for each issue.
 * @param schema of the whole
 */
export function describeIssues(
  issues: readonly Issue[],
  file: ScenarioFile,
  schema: z.core.$ZodType,
): CahootsError[] {
  return issues.flatMap((issue) => describe(issue, [], { file, schema }));
}

interface Whole {
  readonly file: ScenarioFile;
  readonly schema: z.core.$ZodType;
}

function describe(issue: Issue, prefix: readonly PropertyKey[], whole: Whole): CahootsError[] {
  const { file, schema } = whole;
  const path = [...prefix, ...issue.path];
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => {
      const here = [...path, key].join('.');
      const elsewhere = placesOf(key, schema).filter((place) => place !== here);
      const meant = suggestion(key, namesIn(issue.message)) || meaning(elsewhere);
      const message = `${issue.message}, got ${JSON.stringify(key)}${meant}`;
      return new CahootsError('bad-input', message, file.keyPlace([...path, key]));
    });
  }
  if (issue.code === 'invalid_union') {
    const meant = meantBranch(issue.errors);
    if (meant !== undefined) return meant.flatMap((inner) => describe(inner, path, whole));
  }
  const expected = expectation(issue);
  const got = file.show(path);
  const key = /^expected a mapping with (\w+): /.exec(expected)?.[1];
  const name = (one: string): string =>
    key === undefined || key === path.at(-1) ? one : `{ ${key}: ${one} }`;
  const meant = suggestion(got.replaceAll('"', ''), namesIn(expected), name);
  return [new CahootsError('bad-input', `${expected}, got ${got}${meant}`, file.place(path))];
}

/** The names among which a message lets choose. */
function namesIn(expected: string): readonly string[] {
  return /one of ([\w$, -]+)$/.exec(expected)?.[1].split(', ') ?? [];
}

/** Where a scenario may have a key: at its top, or in one of its sections. */
function placesOf(key: string, schema: z.core.$ZodType): readonly string[] {
  const sections = shapesOf(schema).flatMap((shape) => Object.entries(shape));
  const top = sections.filter(([name]) => name === key).map(([name]) => name);
  const inside = sections
    .filter(([, section]) => shapesOf(section).some((shape) => Object.hasOwn(shape, key)))
    .map(([name]) => `${name}.${key}`);
  return [...new Set([...top, ...inside])];
}

/** The keys of all mappings that a value may be, with the schema of each. */
function shapesOf(schema: z.core.$ZodType): readonly z.core.$ZodShape[] {
  const { def } = schema as unknown as { readonly def: z.core.$ZodTypes['_zod']['def'] };
  if (def.type === 'object') return [def.shape];
  if (def.type === 'union') return def.options.flatMap(shapesOf);
  if (def.type === 'pipe') return shapesOf(def.in);
  return 'innerType' in def ? shapesOf(def.innerType) : [];
}

/**
 * The branch of a union that was meant: the only one in which every mistake is below a key, or the only one
 * that knows all keys except some unknown ones.
 */
function meantBranch(branches: readonly (readonly Issue[])[]): readonly Issue[] | undefined {
  const tooMany = ({ code, path }: Issue): boolean => code === 'unrecognized_keys' && path.length === 0;
  const inside = branches.filter((issues) => issues.every(({ path }) => path.length > 0));
  const beside = branches.filter((issues) =>
    issues.every((issue) => issue.path.length > 0 || tooMany(issue)),
  );
  const [meant, ...others] = inside.length > 0 ? inside : beside;
  return others.length === 0 ? meant : undefined;
}

const NAMES: Readonly<Record<string, string>> = {
  int: 'an integer',
  number: 'a number',
  string: 'a string',
  boolean: 'true or false',
  object: 'a mapping',
  array: 'a list',
};

function expectation(issue: Issue): string {
  if (issue.message.startsWith('expected ')) return issue.message;
  switch (issue.code) {
    case 'invalid_type':
      return `expected ${NAMES[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `expected ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(String).join(', ')}`;
    case 'too_small': {
      const items = issue.origin === 'array' ? ' items' : '';
      return `expected ${issue.inclusive === false ? 'more than' : 'at least'} ${issue.minimum}${items}`;
    }
    case 'too_big':
      return `expected at most ${issue.maximum}`;
    default:
      return `expected something else (${issue.message})`;
  }
}
