/**
 * A whole protocol as the first stage of another: its parties play up to the point where they would finish, and then
 * continue.
 */

import type { Behaviour, Self } from '../../src/core/kit/index.ts';

/** What a party saves in the first stage, tagged; what it saves later is not wrapped. */
interface Saved {
  readonly firstStage: true;
  readonly value: unknown;
}

/** Whether what a party saved is from its first stage. */
export function isFirstStage(saved: unknown): saved is Saved {
  return typeof saved === 'object' && saved !== null && 'firstStage' in saved;
}

/** A party in the first stage: with random streams of its own, and what it saved there. */
export function firstStage(self: Self): Self {
  const { name, index, random, saved } = self;
  return { name, index, random: random.scope('start'), saved: isFirstStage(saved) ? saved.value : undefined };
}

/** A party as it is in the second stage: without what it saved in the first. */
export function secondStage(self: Self): Self {
  const { name, index, random, saved } = self;
  return { name, index, random, saved: isFirstStage(saved) ? undefined : saved };
}

/** Plays a party of another protocol, and returns what it would finish with. */
export function* playToEnd(behaviour: Behaviour): Behaviour<unknown> {
  let step = behaviour.next();
  while (step.done !== true) {
    const effect = step.value;
    if (effect.kind === 'finish') return effect.result;
    const kept: Saved | undefined =
      effect.kind === 'save' ? { firstStage: true, value: effect.value } : undefined;
    let answer: unknown;
    try {
      answer = yield kept === undefined ? effect : { kind: 'save', value: kept };
    } catch (error) {
      step = behaviour.throw(error);
      continue;
    }
    step = behaviour.next(answer);
  }
  return undefined;
}
