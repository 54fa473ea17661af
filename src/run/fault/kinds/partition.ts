import type { Verdict } from '../../../core/engine/network/rule.ts';
import { linkFault } from '../link-fault.ts';

/** The actors that are cut off from the others can still reach each other. */
export const partition = linkFault({
  name: 'partition',
  summary:
    'nothing gets through; a reliable link delivers once the partition has healed, and loses packets if it never heals',
  example: '{ fault: partition, who: [client-1, client-2], when: { at: 1ms }, for: 20ms }',
  settings: {},
  ends: 'always',
  otherEnds: 'everybody else',
  draw: () => ({}),
  touch: (_, { name, retransmitNs }) => {
    const drop: Verdict = { kind: 'drop', reason: name };
    return (_packet, timeNs, untilNs) =>
      retransmitNs !== undefined && untilNs < Number.POSITIVE_INFINITY
        ? { kind: 'delay', ns: untilNs - timeNs }
        : drop;
  },
});
