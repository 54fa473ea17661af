/** What makes a well-formed scenario impossible, once its points are known. */

import { CahootsError } from '../../core/base/errors.ts';
import type { CommonParameters } from '../../core/protocol/common-parameters.ts';
import type { Parties } from '../../core/protocol/parties.ts';
import type { Population } from '../../core/protocol/population.ts';
import type { AnyProtocol, Problem } from '../../core/protocol/protocol.ts';
import { collusionProblems } from './collusion.ts';
import { deviceProblems } from './devices.ts';
import { expectationProblems } from './expect.ts';
import { networkProblems } from './network.ts';
import { tooManyClusters } from './population.ts';
import type { ScenarioDocument } from './schema.ts';
import { budgetProblems } from './swarm.ts';

export interface Known {
  readonly protocol: AnyProtocol;
  readonly parameters: CommonParameters;
  readonly parties: Parties;
  readonly population: Population;
  /** Whether points are held out. */
  readonly heldOut: boolean;
}

/** What a protocol's own check finds, which may be anything if its author was wrong. */
function checked(
  { name, check }: AnyProtocol,
  parameters: CommonParameters,
  population: Population,
): readonly Problem[] {
  const problems: unknown = check(parameters, population);
  if (Array.isArray(problems) && problems.every(isProblem)) return problems as readonly Problem[];
  throw new CahootsError(
    'bad-input',
    `protocol ${name}: expected a list of { path, expected, got } in words from check, got something else`,
  );
}

function isProblem(value: unknown): boolean {
  const { path, expected, got } = (value ?? {}) as { readonly [K in keyof Problem]?: unknown };
  return [path, expected, got].every((one) => typeof one === 'string');
}

/** All impossible combinations of settings. */
export function problemsOf(document: ScenarioDocument, known: Known): readonly Problem[] {
  const { protocol, parameters, parties, population, heldOut } = known;
  return [
    ...tooManyClusters(parameters, population),
    ...checked(protocol, parameters, population),
    ...collusionProblems(document.collusion, protocol, parties, heldOut),
    ...expectationProblems(document.expect, { protocol, parties, heldOut }),
    ...budgetProblems(document.swarm, protocol),
    ...networkProblems(document.network),
    ...deviceProblems(document.devices),
  ];
}
