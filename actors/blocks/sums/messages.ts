/** The messages of all secure sums by what they tell a coalition. */

import { Dealings, Labels, Opening, Qualified, Report, SystemKey } from '../flamingo/messages.ts';
import { CodedSum } from '../lightsecagg/messages.ts';
import { Delivery, Keys, Masked, Roster, Survivors, Unmasking } from '../secagg/messages.ts';

/** Those that carry a client's vector under its masks. */
export const MASKED_VECTORS = [Masked, Report] as const;

/** Those from which it follows which sums the server can open, with clients that collude. */
export const READ_TO_OPEN = [
  Keys,
  Roster,
  Delivery,
  Masked,
  Survivors,
  Unmasking,
  CodedSum,
  Dealings,
  Qualified,
  SystemKey,
  Report,
  Labels,
  Opening,
] as const;
