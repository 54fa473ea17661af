/** The schema's issues as errors with positions: `expected X, got Y`. */

import type { z } from 'zod';
import { CahootsError } from '../../core/base/errors.ts';
import type { ScenarioFile } from './document.ts';

type Issue = z.core.$ZodIssue;

/** One error for each issue. */
export function describeIssues(issues: readonly Issue[], file: ScenarioFile): CahootsError[] {
  return issues.flatMap((issue) => describe(issue, [], file));
}

function describe(issue: Issue, prefix: readonly PropertyKey[], file: ScenarioFile): CahootsError[] {
  const path = [...prefix, ...issue.path];
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => {
      const message = `${issue.message}, got ${JSON.stringify(key)}`;
      return new CahootsError('bad-input', message, file.keyPlace([...path, key]));
    });
  }
  if (issue.code === 'invalid_union') {
    const meant = meantBranch(issue.errors);
    if (meant !== undefined) return meant.flatMap((inner) => describe(inner, path, file));
  }
  return [new CahootsError('bad-input', `${expectation(issue)}, got ${file.show(path)}`, file.place(path))];
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
