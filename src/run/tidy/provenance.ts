/** What produced a figure, besides its scenario: the code, and where it ran. */

import { platform } from '#platform';

/** What produced a result; equal on every machine that runs the same code. */
export interface Provenance {
  /** Version of Cahoots. */
  readonly cahoots: string;
  /** The commit of its code, with `, changed` if there are uncommitted changes; absent if unknown. */
  readonly commit?: string;
  /** SHA-256 over the code that ran: Cahoots, its protocols and plugins, see {@link buildOf}. */
  readonly code: string;
  /** The file of every plugin that the command line loaded, by the plugin's name: JSON; absent if there is none. */
  readonly plugins?: string;
}

/** What measured columns depend on, and no others. */
export interface Place {
  readonly node: string;
  readonly machine: string;
}

/** What runs this program, and the machine. */
export function thisPlace(): Place {
  if (place === undefined) {
    const { model, cores } = platform.machine();
    place = { node: platform.version, machine: `${model}, ${cores} cores` };
  }
  return place;
}

/** Determined once, since thousands of rows contain it and the system reads files for it. */
let place: Place | undefined;
