/** A protocol that tests are about. */

import { fileURLToPath } from 'node:url';
import { durationText } from '../core/base/units.ts';
import { Directory } from '../core/engine/messages/directory.ts';
import type { AnyProtocol } from '../core/protocol/protocol.ts';
import type { Plugin } from '../run/plugin/plugin.ts';
import { protocolNamed } from '../run/plugin/registry.ts';
import { loadScenario, type Scenario } from '../run/scenario/load.ts';
import { type Played, played } from './promises.ts';

/** A protocol in a scenario, and its runs. */
export class Subject {
  readonly plugins: readonly Plugin[];
  readonly protocol: AnyProtocol;
  readonly parties: Scenario['parties'];
  readonly directory: Directory;
  readonly #file: string;
  #whole: Played | undefined;

  constructor(file: string | URL, plugins: readonly Plugin[]) {
    this.#file = typeof file === 'string' ? file : fileURLToPath(file);
    this.plugins = plugins;
    const { parties, protocol } = this.load([]);
    this.protocol = protocolNamed({ plugins }, protocol);
    this.parties = parties;
    this.directory = new Directory(parties.roles);
  }

  /** The scenario with these faults in place of its own. */
  load(faults: readonly object[], set: readonly string[] = [], plugins = this.plugins): Scenario {
    return loadScenario(this.#file, { plugins, set: [`faults=${JSON.stringify(faults)}`, ...set] });
  }

  play(scenario: Scenario): Promise<Played> {
    return played(scenario, { plugins: this.plugins });
  }

  /** A run in which one thing happens to a party. */
  afflicted(who: string, fault: object): Promise<Played> {
    return this.play(this.load([{ who, ...fault }]));
  }

  async begin(): Promise<void> {
    this.#whole = await this.play(this.load([]));
  }

  /** The run without faults. */
  get whole(): Played {
    return this.#whole as Played;
  }

  /** A share of its time, as scenarios write it. */
  moment(share: number): string {
    return durationText(Math.round(share * this.whole.endNs));
  }
}
