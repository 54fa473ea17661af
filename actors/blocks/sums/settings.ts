/** The settings of a secure sum: which protocol sums, and its own settings. */

import { z } from '../../../src/core/kit/settings.ts';
import { assert, defined, type Problem } from '../../../src/core/kit/index.ts';
import {
  codedModulus,
  codedParameters,
  type CodedParameters,
  codedProblems,
  type CodedSession,
  fieldProblems,
  limitsOf,
} from '../lightsecagg/session.ts';
import {
  decrypting,
  flamingoLimits,
  flamingoParameters,
  type FlamingoParameters,
  flamingoProblems,
  type FlamingoSession,
} from '../flamingo/session.ts';
import {
  aggregationParameters,
  aggregationProblems,
  type Resolved,
  type Session,
  thresholdOf,
  withNeighbours,
} from '../secagg/session.ts';
import type { SumSession } from './secure-sum.ts';

/** The protocols that sum in secret, as `aggregation.protocol` names them. */
export const SUMS = ['bonawitz', 'bell', 'lightsecagg', 'flamingo'] as const;
export type SumName = (typeof SUMS)[number];

/** For the `protocol` section of a scenario. */
export const sumParameters = z.strictObject({
  protocol: z.enum(SUMS).optional().meta({
    description:
      'bonawitz: pairwise masks among all clients (Bonawitz et al. 2017); bell: among neighbours only (Bell et al. 2020); lightsecagg: one coded mask a client, decoded in one shot (So et al. 2022); flamingo: one message a client and sum, once decryptors are set up (Ma et al. 2023); absent: bell if there are neighbours, otherwise bonawitz',
    example: 'bell',
  }),
  ...aggregationParameters.shape,
  threshold: z.int().min(1).optional().meta({
    description:
      't: this many answers unmask, and fewer colluding clients learn nothing; absent: two thirds of the clients that share secrets; with lightsecagg U, absent: n - D; with flamingo the reports that a sum needs',
    example: 5,
  }),
  ...codedParameters.shape,
  ...flamingoParameters.shape,
});

export type SumParameters = z.output<typeof sumParameters>;

/** The settings with everything that follows from the number of clients. */
export type ResolvedSum = Resolved &
  CodedParameters &
  Pick<FlamingoParameters, 'decryptors'> &
  Pick<SumParameters, 'protocol'>;

/** What the parties of a sum agree on, by the protocol that sums; absent: pairwise masks. */
export type AgreedSum =
  | (Session & { readonly protocol?: 'bonawitz' | 'bell' })
  | CodedSession
  | FlamingoSession;

/** Without the settings of the protocol. */
export interface SumRequest extends Omit<SumSession, 'threshold'> {
  /** The number of the set-up that it has in common with other sums of the same clients, for protocols that have one. */
  readonly common?: number | undefined;
}

/** Fills in what follows from the number of clients. */
export function resolvedSum(settings: SumParameters, clients: number): ResolvedSum {
  const { protocol } = settings;
  if (protocol === 'lightsecagg') return defined({ ...settings, neighbours: undefined });
  if (protocol === 'flamingo')
    return defined({ ...settings, neighbours: flamingoLimits(settings, clients).neighbours });
  return defined({ protocol, ...withNeighbours(neighbourly(settings), clients) });
}

/** Bell's protocol has neighbours, as few as the risks allow unless there is a number. */
function neighbourly(settings: SumParameters): SumParameters {
  const { protocol, neighbours = 'auto' } = settings;
  return protocol === 'bell' ? { ...settings, neighbours } : settings;
}

/** How many clients must answer to the end. */
export function thresholdOfSum(settings: SumParameters, clients: number): number {
  if (settings.protocol === 'lightsecagg') return limitsOf(settings, clients).threshold;
  if (settings.protocol === 'flamingo') return flamingoLimits(settings, clients).threshold;
  return thresholdOf(resolvedSum(settings, clients), clients);
}

/** How many clients that collude with the server a protocol is told to withstand: T, where there is one. */
export function colludingOfSum(settings: SumParameters, clients: number): number {
  return settings.protocol === 'lightsecagg' ? limitsOf(settings, clients).colluding : 0;
}

/**
 * How many clients that collude with the server can open nothing but the sum of the others: one fewer than the
 * threshold; with flamingo a third of the decryptors, as all may be. In a sparse graph it depends on who they are, and the
 * answer is none.
 */
export function harmlessIn(session: AgreedSum): number {
  if (session.protocol === 'lightsecagg') return session.colluding;
  if (session.protocol === 'flamingo') return session.neighbours === undefined ? decrypting(session) - 1 : 0;
  return session.neighbours === undefined ? Math.min(session.threshold, session.clients.length) - 1 : 0;
}

/** Who learns nothing but a sum, as the subject of a claim about so many clients: none may collude where any could open it. */
export function learnersOf(colluding: number): string {
  return colluding === 0
    ? 'the server by itself learns'
    : 'the server and fewer clients than open a sum learn';
}

/** A modulus for sums of this many bits. */
export function modulusOfSum({ protocol }: SumParameters, bits: number): bigint {
  return protocol === 'lightsecagg' ? codedModulus(bits) : 1n << BigInt(bits);
}

/** One sum under these settings. */
export function agreedSum(settings: SumParameters, { common, ...request }: SumRequest): AgreedSum {
  const n = request.clients.length;
  if (settings.protocol === 'flamingo')
    return defined({ ...request, protocol: settings.protocol, ...flamingoLimits(settings, n), common });
  if (settings.protocol === 'lightsecagg') {
    const { colluding, threshold } = limitsOf(settings, n);
    return defined({
      ...request,
      protocol: settings.protocol,
      threshold,
      colluding,
      checks: settings.checks,
    });
  }
  const { protocol, neighbours, malicious, ...masks } = resolvedSum(settings, n);
  assert(protocol !== 'lightsecagg' && protocol !== 'flamingo', 'resolving changes no protocol');
  return defined({
    ...request,
    protocol,
    threshold: thresholdOf({ neighbours, malicious, ...masks }, n),
    neighbours,
    malicious,
  });
}

/** Whether every client learns who all survivors are: among neighbours only the server does, or decryptors. */
export function tellsAll(session: AgreedSum): boolean {
  if (session.protocol === 'flamingo') return false;
  return session.protocol === 'lightsecagg' || session.neighbours === undefined;
}

/** Whether it is signed who the survivors are, before what opens the sum is asked for. */
export function isSigned(session: AgreedSum): boolean {
  if (session.protocol === 'flamingo') return true;
  return session.protocol !== 'lightsecagg' && session.malicious;
}

/** The settings of a sum among some of the clients, who are all neighbours. */
export function amongSome({ protocol, malicious }: ResolvedSum): ResolvedSum {
  return defined({ protocol: protocol === 'bell' ? 'bonawitz' : protocol, malicious });
}

/** The settings of a sum among fewer clients: limits are as by default. */
export function amongFewer(settings: ResolvedSum): ResolvedSum {
  return defined({
    ...settings,
    threshold: undefined,
    colluding: undefined,
    dropouts: undefined,
    decryptors: undefined,
  });
}

/** The settings that only some protocols have. */
const ONLY: Readonly<Record<SumName, readonly (keyof SumParameters)[]>> = {
  bonawitz: ['neighbours', 'risks', 'malicious'],
  bell: ['neighbours', 'risks', 'malicious'],
  lightsecagg: ['colluding', 'dropouts', 'checks'],
  flamingo: ['neighbours', 'decryptors'],
};

/**
 * All impossible or unsafe combinations of settings.
 * @param modulus of the sums, if it is not of the sum's own choice
 */
export function sumProblems(
  settings: SumParameters,
  clients: number,
  path = 'protocol.aggregation',
  modulus?: bigint,
): Problem[] {
  const { protocol, neighbours } = settings;
  const name = protocol ?? (neighbours === undefined ? 'bonawitz' : 'bell');
  const own = ONLY[name];
  const problems = [...new Set(Object.values(ONLY).flat())]
    .filter((one) => !own.includes(one) && settings[one] !== undefined && settings[one] !== false)
    .map((one) => ({
      path: `${path}.${one}`,
      expected: `none with ${name}`,
      got: JSON.stringify(settings[one]),
    }));
  if (problems.length > 0) return problems;
  if (protocol === 'flamingo') return flamingoProblems(settings, clients, path);
  if (protocol === 'lightsecagg') {
    const found = codedProblems(settings, clients, path);
    return modulus === undefined || found.length > 0
      ? found
      : fieldProblems(settings, clients, modulus, path);
  }
  if (protocol === 'bonawitz' && neighbours !== undefined) {
    const expected = 'none with bonawitz, where all clients are neighbours: bell sums among fewer';
    return [{ path: `${path}.neighbours`, expected, got: `${neighbours}` }];
  }
  return aggregationProblems(neighbourly(settings), clients, path);
}
