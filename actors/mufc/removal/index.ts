/** Removal requests: how a server takes one to whom it concerns, and how a client obeys. */

import { subprotocol } from '../../../src/kit/index.ts';
import { Leave, Offer, Probe, Remove, Removed } from './messages.ts';

export const removal = subprotocol({
  name: 'removal',
  summary: 'requests to unlearn points, one after the other',
  messages: [Probe, Offer, Remove, Leave, Removed],
  tasks: [],
});
