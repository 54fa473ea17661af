/** What a coalition receives is compared whole: also what a field's bytes say beside its entries. */

import { expect, test } from 'vitest';
import {
  type AnyMessageType,
  encodeMessage,
  labels,
  message,
  packed,
} from '../../../../src/core/engine/wire/message.ts';
import type { View } from '../../../../src/core/protocol/view.ts';
import { comparePlaces } from '../../../../src/lab/attack/simulate/places.ts';
import { slotsOf } from '../../../../src/lab/attack/simulate/slots.ts';

const Told = message('told', { labels });
const Masked = message('masked', { values: packed });

const viewOf = (payload: Uint8Array): View =>
  ({
    agreed: {},
    members: [
      { name: 'server', received: [{ timeNs: 1, from: 'client-1', to: 'server', payload }], sent: [] },
    ],
  }) as never;

/** The fields at which a real view differs from a simulated one, and how many bytes the message is said to have. */
function differing(type: AnyMessageType, real: object, simulated: object) {
  const views = [real, simulated].map((body) => viewOf(encodeMessage(type as never, body as never)));
  const slots = slotsOf([{ real: views[0], simulated: views[1] }], { messages: [type] });
  const compared = slots.map((slot) => ({ slot, found: comparePlaces([slot], [0]) }));
  return {
    fields: compared.filter(({ found }) => found.otherBytes > 0).map(({ slot }) => slot.field),
    bytes: slots.reduce((sum, { real: [values] }) => sum + (values?.bytes ?? 0), 0),
  };
}

test('labels that are equal, of another number of clusters', () => {
  const values = Uint16Array.of(0, 1, 2);
  const [three, four] = [3, 4].map((clusters) => ({ labels: { clusters, values } }));
  expect(differing(Told, three, three).fields).toEqual([]);
  expect(differing(Told, four, three).fields).toEqual(['number of clusters of labels']);
});

test('packed integers that are equal, with other bits behind the last', () => {
  const of = (last: number) => ({ values: { bits: 5, length: 3, bytes: Uint8Array.of(7, last) } });
  expect(differing(Masked, of(0x7f), of(0x7f)).fields).toEqual([]);
  expect(differing(Masked, of(0xff), of(0x7f)).fields).toEqual(['padding of values']);
  expect(differing(Masked, of(0x7f), of(0x3f)).fields).toEqual(['values']);
  const whole = { values: { bits: 4, length: 4, bytes: Uint8Array.of(7, 1) } };
  expect(differing(Masked, of(1), of(1)).bytes).toBe(differing(Masked, whole, whole).bytes);
});
