/**
 * How the server finds out whose points can take part, and who can answer for them: before the first round, and again
 * if too few answer a round.
 */

import {
  abort,
  attempt,
  collect,
  compute,
  type Received,
  type MessageType,
} from '../../../src/core/kit/index.ts';
import type { Agreed } from '../agreed.ts';
import { checkDealings, HASH_BYTES, type Opening } from './dealing.ts';
import { MASKS } from './encode.ts';
import { Openings, Ready } from '../messages.ts';
import { Responders, tooFew } from '../iteration/responders.ts';
import { areOwners, Cohort } from '../cohort.ts';
import { chooseParticipants, type Report } from './participants.ts';
import { checkResidues } from '../shape.ts';

export interface Selection {
  readonly cohort: Cohort;
  readonly responders: Responders;
  /** What clients reported about missing shares. */
  readonly reports: readonly Report[];
}

/** Collects the reports of ready clients, and decides; aborts if there can be no first round. */
export function selectParticipants(agreed: Agreed) {
  return agreed.verifiableSharing ? selectChecked(agreed) : selectUnchecked(agreed);
}

function* selectUnchecked(agreed: Agreed) {
  const { clients, answers: needed, byzantine } = agreed;
  const received = yield* collectReports(agreed, Ready, needed + 2 * byzantine, () => true);
  const reports = received.map(({ from, body }) => reportOf(from, body.missing, agreed));
  const places = [...clients.keys()];
  // A client that was not ready in time may still answer.
  return yield* decide(agreed, places, reports, { caught: [], able: places });
}

/** Also finds out who dealt inconsistent shares: see dealing.ts. A client that did not open in time cannot answer. */
function* selectChecked(agreed: Agreed) {
  const { clients, code, moduli, byzantine, answers: needed } = agreed;
  const received = yield* collectReports(agreed, Openings, clients.length, ({ values, digests }) => {
    if (digests.length !== clients.length * HASH_BYTES) return 'wrong shape';
    return checkResidues(values, moduli, clients.length * MASKS);
  });
  const openings = received.map(({ from, body }): Opening => ({
    ...body,
    ...reportOf(from, body.missing, agreed),
  }));
  // Without a quorum there will be no first round, so nothing needs to be checked.
  if (openings.length < needed) return yield* tooFew('ready clients', openings.length, needed);
  const { cheats, unproven, disputes } = yield* compute(checkDealings, { openings, code, moduli, byzantine });
  const reports = openings.map(({ client, missing }, i) => ({
    client,
    missing: [...missing, ...disputes[i]],
  }));
  const sound = [...clients.keys()].filter((owner) => !cheats.includes(owner) && !unproven.includes(owner));
  return yield* decide(agreed, sound, reports, { caught: cheats });
}

/** @param able the clients whose answers are accepted; absent: those that were chosen */
function* decide(
  agreed: Agreed,
  candidates: readonly number[],
  reports: readonly Report[],
  { caught, able }: { readonly caught: readonly number[]; readonly able?: readonly number[] },
) {
  const { clients, answers: needed, byzantine } = agreed;
  if (reports.length < needed) return yield* tooFew('ready clients', reports.length, needed);
  const participants = chooseParticipants(candidates, reports, needed + 2 * byzantine, needed);
  if (participants.owners.length === 0)
    return yield* abort(`expected ${needed} clients with the same shares, got none`);
  const leftOut = [...clients.keys()].filter((owner) => !participants.owners.includes(owner));
  if (agreed.alignment !== undefined && leftOut.length > 0) {
    const names = leftOut.map((owner) => clients[owner]).join(', ');
    const expected = 'the shares of everybody, as nobody knows who holds which point';
    return yield* abort(`expected ${expected}, got none of ${names}`);
  }
  return {
    cohort: new Cohort(agreed, leftOut),
    responders: new Responders(agreed, able ?? participants.clients, caught),
    reports,
  };
}

/**
 * Decides again after too few answered a round: a client that lacks shares of an owner that is gone for good cannot
 * get them any more, but can answer for the points of the others. So points are left out; undefined if that helps
 * nobody, or nobody can be left out. The answers so far reveal no more than those of a separate run with more points.
 * @param answering who answered, by place
 */
export function* selectAgain(
  agreed: Agreed,
  { cohort, responders, reports: known }: Selection,
  answering: readonly number[],
) {
  const { clients, alignment, answers: needed, verifiableSharing } = agreed;
  if (alignment !== undefined) return undefined;
  const heard = new Set([...answering, ...known.map(({ client }) => client)]);
  // In a verified dealing, a client that did not open in time cannot answer.
  const others = verifiableSharing ? [] : responders.places.filter((place) => !heard.has(place));
  const lacks = ({ client, missing }: Report): boolean =>
    !answering.includes(client) && missing.some((owner) => !cohort.missing.includes(owner));
  const lacking = known.filter(lacks);
  if (answering.length + lacking.length + others.length < needed) return undefined;
  const late = yield* lateReports(agreed, others);
  const complete = answering.map((client) => ({ client, missing: [...cohort.missing] }));
  const reports = [...complete, ...lacking, ...late.filter(lacks)];
  if (reports.length < needed) return undefined;
  const owners = [...clients.keys()].filter((owner) => !cohort.missing.includes(owner));
  const able = verifiableSharing ? {} : { able: responders.places };
  const again = yield* attempt(decide(agreed, owners, reports, { caught: responders.caught, ...able }));
  return again.kind === 'completed' ? again.value : undefined;
}

/** The reports of clients that nobody waited for when participants were selected. */
function* lateReports(agreed: Agreed, places: readonly number[]) {
  if (places.length === 0) return [];
  const { clients, timeoutNs } = agreed;
  const received = yield* collect(Ready, {
    count: places.length,
    from: places.map((place) => clients[place]),
    timeoutNs,
    accept: ({ body }) => areOwners(body.missing, agreed) || 'wrong owners',
  });
  return received.map(({ from, body }) => reportOf(from, body.missing, agreed));
}

/**
 * The reports of `enough` clients or, if shares are missing, of all clients that are ready in the end. Clients that
 * wait for shares in vain report when their timeout expires, so the server waits twice as long, and once more for
 * stragglers.
 */
function* collectReports<B extends { readonly missing: Uint32Array }>(
  agreed: Agreed,
  type: MessageType<B>,
  enough: number,
  check: (body: B) => true | string,
) {
  const { clients, timeoutNs } = agreed;
  const accept = ({ body }: Received<B>): true | string =>
    areOwners(body.missing, agreed) ? check(body) : 'wrong owners';
  const first = yield* collect(type, { count: enough, from: clients, timeoutNs: 2 * timeoutNs, accept });
  const heard = new Set(first.map(({ from }) => from));
  const complete = first.every(({ body }) => body.missing.length === 0);
  // If too few were ready, everybody's timeout has expired.
  if (complete || first.length < enough || enough === clients.length) return first;
  const others = clients.filter((name) => !heard.has(name));
  return [...first, ...(yield* collect(type, { count: others.length, from: others, timeoutNs, accept }))];
}

function reportOf(from: string, missing: Uint32Array, { clients }: Agreed): Report {
  return { client: clients.indexOf(from), missing: [...missing] };
}
