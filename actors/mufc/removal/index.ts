/** Removal requests: how a server passes one on to the clients concerned, and how a client complies. */

import { subprotocol } from '../../../src/core/kit/index.ts';
import { Leave, Offer, Probe, Remove, Removed } from './messages.ts';

export const removal = subprotocol({
  name: 'removal',
  summary: 'requests to unlearn points, one after the other',
  messages: [Probe, Offer, Remove, Leave, Removed],
  tasks: [],
});
