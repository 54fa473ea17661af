/**
 * A scenario's network and devices, and what faults do to them: everything that determines the timing of its
 * messages.
 */

import { z } from 'zod';
import { CahootsError } from '../../core/base/errors.ts';
import { Random } from '../../core/base/random.ts';
import type { Limits } from '../../core/engine/clock/bounds.ts';
import type { Fault } from '../fault/fault.ts';
import type { FaultKind } from '../fault/kind.ts';
import type { Parties } from '../../core/protocol/parties.ts';
import type { NetworkSpec } from '../../core/engine/network/network.ts';
import { deviceRates, devicesSection, ownBandwidth, type Rates } from './devices.ts';
import { faultsSection, namedFaults } from './faults.ts';
import { limitsOf, limitsSection } from './limits.ts';
import { type NetworkKinds, networkSection, networkSpec } from './network.ts';

/** What conditions may name. */
export interface ConditionKinds extends NetworkKinds {
  readonly faults: readonly FaultKind[];
}

export interface Conditions {
  readonly seed: number;
  readonly parties: Parties;
  readonly network: NetworkSpec;
  readonly rates: Rates;
  readonly faults: readonly Fault[];
  readonly limits: Pick<Required<Limits>, 'timeNs'>;
  readonly kinds: readonly FaultKind[];
}

/**
 * The conditions of a run from its trace alone: neither its protocol nor its data need be available.
 * @param source the scenario, as stored in a trace
 * @param parties the parties of the run
 * @param known what it may name
 * @throws CahootsError if it is not a scenario
 */
export function conditionsOf(source: unknown, parties: Parties, known: ConditionKinds): Conditions {
  const { faults: kinds } = known;
  const part = z.object({
    seed: z.int().min(0).default(0),
    network: networkSection(known).prefault({}),
    devices: devicesSection.prefault({}),
    faults: faultsSection(kinds),
    limits: limitsSection.prefault({}),
  });
  const parsed = part.safeParse(source);
  if (!parsed.success) {
    const [{ path, message }] = parsed.error.issues;
    throw new CahootsError('bad-input', message, { path: path.join('.') });
  }
  const { seed, network, devices, faults, limits } = parsed.data;
  const random = new Random(seed);
  return {
    seed,
    parties,
    network: networkSpec(network, parties, ownBandwidth(devices, parties), random, known),
    rates: deviceRates(devices, parties, random),
    faults: namedFaults(faults),
    limits: limitsOf(limits),
    kinds,
  };
}
