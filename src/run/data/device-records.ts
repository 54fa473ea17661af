/**
 * Records of devices in JSON, one for each of many: what FedScale (Lai et al., 2022) and FLASH (Yang et al.,
 * 2021) publish about phones. FedScale's files are pickles, which are programs: they are not read, only their
 * content as JSON.
 */

import { textOf } from '../../core/base/bytes.ts';
import { wrongFile } from './file.ts';
import { parseJson } from './json.ts';
import { quoteValue } from './quote.ts';

/** A record, and how to refuse it. */
export interface DeviceRecord {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly refuse: (expected: string, got: unknown) => Error;
}

/** Whether this is JSON, or a pickle, which {@link deviceRecords} refuses in words. */
export function hasDeviceRecords(bytes: Uint8Array): boolean {
  return isPickle(bytes) || /^\s*\{/.test(textOf(bytes.subarray(0, 64)));
}

/** The records, in the order of the file. @throws CahootsError for anything else, and for none */
export function deviceRecords(bytes: Uint8Array, file: string): readonly DeviceRecord[] {
  if (isPickle(bytes))
    throw wrongFile(file, 'expected JSON, got a pickle of Python: docs/network.md shows how to convert it');
  const whole = parseJson(bytes, file);
  if (!isMapping(whole)) throw wrongFile(file, 'expected a mapping from devices to records, got another');
  const entries = Object.entries(whole);
  if (entries.length === 0) throw wrongFile(file, 'expected a device, got none');
  return entries.map(([device, fields]) => {
    const refuse = (expected: string, got: unknown): Error => {
      return wrongFile(file, `device ${device.slice(0, 40)}: expected ${expected}, got ${quoteValue(got)}`);
    };
    if (!isMapping(fields)) throw refuse('a mapping', fields);
    return { fields, refuse };
  });
}

function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The first byte of protocols 2 to 5, or of a dictionary in protocols 0 and 1. */
function isPickle(bytes: Uint8Array): boolean {
  return [0x80, 0x28, 0x7d].includes(bytes[0]);
}
