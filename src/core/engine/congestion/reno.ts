/** NewReno (RFC 5681, RFC 6582), as in Linux (`tcp_cong.c`). */

import { type Control, type Controlled, growSlowly, slowStart } from './control.ts';

export const RENO: Control = {
  rules: false,
  threshold: ({ window }) => Math.max(2, Math.floor(window / 2)),
  grow: (sender: Controlled, acked: number) => {
    if (!sender.isLimitedByWindow) return;
    const left = sender.isInSlowStart ? slowStart(sender, acked) : acked;
    if (left > 0) growSlowly(sender, sender.window, left);
  },
  measure: () => undefined,
  timedOut: () => undefined,
  resume: () => undefined,
  rule: () => undefined,
};
