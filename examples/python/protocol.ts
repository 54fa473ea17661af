// Lloyd over integer sums, as declared for parties in any language: what they agree on, and what they say.
import * as c from 'cahoots';
import { duration } from 'cahoots/settings';

export const Centres = c.message('centres', { round: c.integer, values: c.reals });
export const Sums = c.message('sums', { round: c.integer, values: c.reals, labels: c.labels });

export interface Settings {
  readonly clusters: number;
  readonly start: 'random';
  readonly rounds: number;
  /** How many steps of a coordinate make one. */
  readonly steps: number;
  readonly timeout: number;
}

export type Agreed = c.Population & Settings;

/** The protocol of these parties, who compute one task, and what can be read from what they say. */
export function lloydSums(
  client: (self: c.Self, given: c.GivenShard<Agreed>) => c.Behaviour,
  server: (self: c.Self, given: c.Given<Agreed>) => c.Behaviour,
  task: c.Task<never, unknown>,
  privacy: c.Privacy<Agreed>,
): c.Protocol<Settings, Agreed> {
  const retransmitAfterNs = ({ timeout }: Agreed): number => c.withinTimeout(timeout);
  return c.protocol({
    name: 'lloyd-sums',
    summary: 'Lloyd over integer sums of points',
    parameters: c.z.strictObject({
      clusters: c.z.int().min(1),
      start: c.z.literal('random').default('random'),
      rounds: c.z.int().min(1),
      steps: c.z.int().min(1).default(1000),
      timeout: duration().prefault('1s'),
    }),
    messages: [Centres, Sums],
    tasks: [task],
    agree: (settings, population) => ({ ...population, ...settings }),
    roles: {
      server: c.role({ parties: 'one', play: server, retransmitAfterNs }),
      client: c.role({ parties: 'many', play: client, retransmitAfterNs }),
    },
    reports: 'server',
    privacy,
  });
}
