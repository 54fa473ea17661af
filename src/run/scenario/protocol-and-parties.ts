/** Which protocol a scenario runs, and who takes part: the same for all runs of a study that differ in other sections. */

import { deepFreeze } from '../../core/base/freeze.ts';
import { keepingNewest } from '../../core/base/remembered.ts';
import { partiesOf } from '../../core/protocol/parties.ts';
import type { AnyProtocol } from '../../core/protocol/protocol.ts';
import type { Registry } from '../plugin/registry.ts';
import type { ScenarioDocument } from './schema.ts';

/** The protocol that the section names, which is among these, and the parties, frozen. */
export const protocolAndParties = keepingNewest(
  (section: ScenarioDocument['protocol'], clients: number, protocols: Registry['protocols']) => {
    const protocol = protocols.find(({ name }) => name === section.name) as AnyProtocol;
    return { protocol, parties: deepFreeze(partiesOf(protocol, clients, section), 'parties') };
  },
);
