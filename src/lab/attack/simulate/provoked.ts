/**
 * What a coalition may learn while others fail: messages that are sent again, that come late, or that only the recovery of a run
 * brings about. Schedules of faults provoke these, beside the scenario's own.
 */

import type { Fault } from '../../../run/fault/fault.ts';
import type { Scenario } from '../../../run/scenario/load.ts';
import type { Coalition } from '../../games/coalition.ts';

/** A scenario with one more fault at a party outside a coalition. */
export interface Provoked {
  /** What happens, in words. */
  readonly says: string;
  readonly scenario: Scenario;
}

/** When somebody fails, as a share of the run's duration. */
const TIMES = [0, 1 / 3, 2 / 3];

/** How long a party is away, or its messages are late, as a share of the run's duration. */
const AWAY = 1 / 8;

/**
 * The last client outside a coalition is gone for good from the beginning, after one and after two thirds of the run; is restarted;
 * and is late. Every server outside is restarted.
 * @param endNs how long the run takes without these faults
 */
export function provoked(scenario: Scenario, members: Coalition, endNs: number): Provoked[] {
  const { clients, servers } = scenario.parties;
  const outside = (name: string): boolean => !members.includes(name);
  const client = clients.findLast(outside);
  const at = (share: number): number => Math.round(share * endNs);
  const restarted = (who: string): Provoked =>
    under(scenario, `${who} is restarted`, 'crash', who, at(1 / 2), { restartAfter: at(AWAY) });
  return [
    ...(client === undefined
      ? []
      : [
          ...TIMES.map((share) => gone(scenario, client, share, endNs)),
          restarted(client),
          under(scenario, `${client} is late`, 'delay', client, at(1 / 3), {
            rate: 1,
            by: { constant: at(AWAY) },
            direction: 'from',
          }),
        ]),
    ...servers.filter(outside).map(restarted),
  ];
}

/** The most common of these: the last client outside is gone from the beginning, and after a third of the run. */
export function provokedBriefly(scenario: Scenario, members: Coalition, endNs: number): Provoked[] {
  const client = scenario.parties.clients.findLast((name) => !members.includes(name));
  return client === undefined ? [] : TIMES.slice(0, 2).map((share) => gone(scenario, client, share, endNs));
}

function gone(scenario: Scenario, who: string, share: number, endNs: number): Provoked {
  const says = `${who} is gone from ${Math.round(100 * share)} % of the run on`;
  return under(scenario, says, 'dropout', who, Math.round(share * endNs));
}

function under(
  scenario: Scenario,
  says: string,
  kind: string,
  who: string,
  at: number,
  settings: object = {},
): Provoked {
  const fault = { name: `provoked ${kind}`, fault: kind, who, when: { at }, ...settings } as Fault;
  return { says, scenario: { ...scenario, faults: [...scenario.faults, fault] } };
}
