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
  const fault = (kind: string, who: string, share: number, settings: object = {}): Fault =>
    ({ name: `provoked ${kind}`, fault: kind, who, when: { at: at(share) }, ...settings }) as Fault;
  const under = (says: string, one: Fault): Provoked => ({
    says,
    scenario: { ...scenario, faults: [...scenario.faults, one] },
  });
  const restarted = (who: string): Provoked =>
    under(`${who} is restarted`, fault('crash', who, 1 / 2, { restartAfter: at(AWAY) }));
  return [
    ...(client === undefined
      ? []
      : [
          ...TIMES.map((share) =>
            under(
              `${client} is gone from ${Math.round(100 * share)} % of the run on`,
              fault('dropout', client, share),
            ),
          ),
          restarted(client),
          under(
            `${client} is late`,
            fault('delay', client, 1 / 3, { rate: 1, by: { constant: at(AWAY) }, direction: 'from' }),
          ),
        ]),
    ...servers.filter(outside).map(restarted),
  ];
}
