/** Messages as the bus announces them: one object in each direction, which is used again for every message. */

import type { Delivered, Sent, Viewed } from './bus.ts';
import type { Digest } from './digest.ts';
import { PayloadView } from './payload-view.ts';
import type { Payloads } from './payloads.ts';

export class SentView implements Viewed<Sent> {
  timeNs = 0;
  id = 0;
  from = 0;
  to = 0;
  type = '';
  payloadBytes = 0;
  wireBytes = 0;
  elements = 0;
  digest: Digest = 0;
  readonly payload: PayloadView;

  constructor(payloads: Payloads) {
    this.payload = new PayloadView(payloads);
  }
}

export class DeliveredView implements Viewed<Delivered> {
  timeNs = 0;
  id = 0;
  from = 0;
  to = 0;
  payloadBytes = 0;
  wireBytes = 0;
  retransmissions = 0;
  digest: Digest = 0;
  readonly payload: PayloadView;

  constructor(payloads: Payloads) {
    this.payload = new PayloadView(payloads);
  }
}
