/**
 * What one party is given: what all agree on, and its own inputs. The scenario is split into one of these per
 * party, and nothing else of it reaches the party's process: neither where the data come from, nor any other
 * party's inputs.
 */

import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { defined } from '../core/base/defined.ts';
import { CahootsError } from '../core/base/errors.ts';
import { makeDirectory, writing } from '../run/data/write.ts';
import type { AnyProtocol } from '../core/protocol/protocol.ts';
import type { CommonParameters } from '../core/protocol/common-parameters.ts';
import type { Population } from '../core/protocol/population.ts';
import { type Inputs, type Private, privateOf } from '../run/execute/cast.ts';
import type { Scenario } from '../run/scenario/load.ts';
import type { Limits } from '../core/engine/clock/bounds.ts';
import { Directory, type RoleSize } from '../core/engine/messages/directory.ts';
import { encode } from '../core/engine/wire/bytes.ts';
import type { Identity } from './identity.ts';
import type { Device } from './pace.ts';

/** The rules by which parties interact, whatever their protocol. */
export interface Terms {
  readonly roles: readonly RoleSize[];
  /**
   * The seed of statistical streams, such as those that starts are drawn from. Public: no secret depends on
   * it.
   */
  readonly seed: number;
  readonly packsResidues: boolean;
  readonly limits: Limits;
  readonly messageBytes: number;
  readonly mailboxBytes: number;
}

/** What all parties know, and must have in common. */
export interface Agreement extends Terms {
  readonly protocol: string;
  /** The protocol's settings. */
  readonly parameters: CommonParameters;
  readonly population: Population;
}

export interface PartyInputs {
  readonly name: string;
  readonly agreement: Agreement;
  readonly own: Private;
  /** Computations take at least as long as on this device. */
  readonly device?: Device;
  /** Its identity; absent: names are trusted, and everything is in the clear. */
  readonly identity?: Identity;
}

const FORMAT = 'cahoots party 1';

/** What all parties of a scenario agree on: public, and equal for all. */
function agreementOf({
  protocol,
  parameters,
  population,
  parties,
  seed,
  network,
  limits,
  messageBytes,
  mailboxBytes,
}: Scenario): Agreement {
  return {
    protocol,
    parameters,
    population,
    roles: parties.roles,
    seed,
    packsResidues: network.packsResidues,
    limits,
    messageBytes,
    mailboxBytes,
  };
}

/** SHA-256 over what all agree on. */
export function sessionOf(agreement: Agreement): string {
  return createHash('sha256').update(encode(agreement)).digest('hex');
}

/**
 * The inputs of each party, in order.
 * @param paced whether computations take as long as on the scenario's devices
 */
export function splitInputs(
  scenario: Scenario,
  protocol: AnyProtocol,
  inputs: Inputs,
  paced: boolean,
  identities?: ReadonlyMap<string, Identity>,
): PartyInputs[] {
  const agreement = agreementOf(scenario);
  const directory = new Directory(agreement.roles);
  return Array.from({ length: directory.size }, (_, id) => {
    const name = directory.name(id);
    const { role, index } = directory.place(id);
    const identity = identities?.get(name);
    const own = privateOf(scenario, protocol.roles[role], index, inputs);
    const device = paced ? deviceOf(scenario, id) : undefined;
    return defined({ name, agreement, own, device, identity });
  });
}

/** The device of a party, by its number. */
export function deviceOf({ parties, rates, profileOf }: Scenario, id: number): Device {
  const directory = new Directory(parties.roles);
  const { role, index } = directory.place(id);
  const profile = profileOf?.(directory.name(id));
  return defined({ rate: rates[role][index], profile });
}

/**
 * Writes each party's inputs into a folder of its own that no other user can read.
 * @returns the file of each, in order
 * @throws CahootsError if there is one already, or it cannot be written
 */
export function writeParts(folder: string, parts: readonly PartyInputs[]): string[] {
  makeDirectory(folder);
  return parts.map((part) => {
    const own = join(folder, part.name);
    const file = join(own, 'inputs');
    writing(own, () => mkdirSync(own, { mode: 0o700 }));
    writing(file, () => writeFileSync(file, writeInputs(part), { mode: 0o600 }));
    return file;
  });
}

/** A party's inputs as bytes, see {@link readInputs}. */
export function writeInputs(inputs: PartyInputs): Uint8Array {
  return serialize({ format: FORMAT, inputs });
}

/**
 * A party's inputs from the bytes of their file.
 * @throws CahootsError if the bytes are not a party's inputs
 */
export function readInputs(bytes: Uint8Array, file: string): PartyInputs {
  try {
    const { format, inputs } = deserialize(bytes) as {
      readonly format?: string;
      readonly inputs?: PartyInputs;
    };
    if (format === FORMAT && inputs !== undefined) return inputs;
  } catch {
    // Bytes of something else.
  }
  throw new CahootsError(
    'bad-input',
    'expected the inputs of a party, as cahoots real --split writes them, got other bytes',
    {
      file,
    },
  );
}
