import type { AnyProtocol } from '../../src/core/protocol/protocol.ts';
import type { SettingName } from './settings.ts';

/** A protocol that is broken on purpose, or a sound one to compare it with. */
export interface Mutant {
  readonly name: string;
  /** What is wrong with it. */
  readonly what: string;
  readonly protocol: AnyProtocol;
  /** The scenario that it runs, or what differs from {@link COMMON}; by default that of the protocol's name. */
  readonly setting?: SettingName | object;
}
