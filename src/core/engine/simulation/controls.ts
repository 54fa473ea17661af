/** What interference can do to a simulation, see {@link Controls}. */

import { type Bus, NO_MESSAGE } from '../messages/bus.ts';
import type { Directory } from '../messages/directory.ts';
import type { Controls } from './interference.ts';
import type { Messaging } from './messaging.ts';
import type { Processes } from '../actors/processes.ts';

/** What controls need from the simulation. */
export interface ControlsHost {
  readonly nowNs: () => number;
  readonly isOver: () => boolean;
  /** Something happened now: the run ends with the last of these. */
  readonly happened: () => void;
  /** Acts at that time, unless all actors are done by then. */
  readonly act: (atNs: number, act: () => void) => void;
  /** Starts an actor and runs it. */
  readonly start: (id: number) => void;
}

/** What controls act on. */
export interface Controlled {
  readonly bus: Bus;
  readonly directory: Directory;
  readonly processes: Processes;
  readonly post: Messaging;
}

/** The controls of a simulation, for interference. */
export function controlsOf(host: ControlsHost, { bus, directory, processes, post }: Controlled): Controls {
  return {
    directory,
    nowNs: host.nowNs,
    isOver: host.isOver,
    later: host.act,
    crash: (id, returns) => {
      const process = processes.find(id);
      processes.crash(id, returns);
      if (process !== undefined) post.exchange.refuseMailbox(process);
    },
    restart: (id) => {
      host.happened();
      host.start(id);
    },
    pause: (id, untilNs) => {
      const process = processes.find(id);
      if (process === undefined) return;
      process.pausedUntilNs = Math.max(process.pausedUntilNs, untilNs);
      host.act(untilNs, () => {
        if (!process.gone && process.pausedUntilNs === untilNs) post.exchange.unpause(process);
      });
    },
    stateOf: (id) => {
      const process = processes.find(id);
      if (process !== undefined) return process.finished ? 'done' : 'up';
      return processes.isDown(id) ? 'down' : 'not there yet';
    },
    report: (fault, actor, what, message = NO_MESSAGE) => {
      host.happened();
      bus.emit('faulted', { timeNs: host.nowNs(), fault, actor, what, message });
    },
  };
}
