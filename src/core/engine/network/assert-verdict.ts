/** Checks what rules return, which may come from plugins. */

import { assert } from '../../base/errors.ts';
import { isDelay } from '../clock/delay.ts';
import type { Rule, Verdict } from './rule.ts';

/**
 * Makes sure that it is a verdict whose parts are of their kinds, and one that the rule may give.
 * @throws in the name of the rule
 */
export function assertVerdict(verdict: Verdict | undefined, rule: Rule): asserts verdict is Verdict {
  switch (verdict?.kind) {
    case 'pass':
      if (verdict.releases !== undefined && !Array.isArray(verdict.releases))
        assert(false, `${rule.name} releases packets of something other than a list of messages`);
      return;
    case 'hold':
      assertDelay(verdict.ns, rule, 'holds for');
      if (rule.inOrder !== true)
        assert(false, `${rule.name} holds packets, which only a rule with inOrder can`);
      return;
    case 'delay':
      return assertDelay(verdict.ns, rule, 'delays by');
    case 'drop':
      return;
    case 'duplicate':
      return assertDelay(verdict.ns, rule, 'duplicates after');
    case 'tamper':
      if (!((verdict.payload as unknown) instanceof Uint8Array))
        assert(false, `${rule.name} tampers with a packet by something other than bytes`);
      return;
    default:
      assert(false, `${rule.name} gives something other than a verdict on a packet`);
  }
}

/** @param does what the rule does, before a time */
function assertDelay(ns: number, { name }: Rule, does: string): void {
  if (!isDelay(ns)) assert(false, `${name} ${does} ${ns} ns`);
}
