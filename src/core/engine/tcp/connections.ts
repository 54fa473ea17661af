/** The connections between pairs of actors, each with two endpoints; one is made when it is first needed. */

import type { Control } from '../congestion/control.ts';
import { Endpoint, type Place, type Stack } from './endpoint.ts';
import type { Paths } from './paths.ts';

/** The links between two actors: the numbers of the queues, and the latency of shared links. */
export interface Routes {
  route(from: number, to: number): Pick<Place, 'route' | 'extraNs'>;
}

export class Connections {
  readonly #stack: Stack;
  readonly #paths: Paths;
  readonly #routes: Routes;
  readonly #endpoints: Endpoint[];
  readonly #controlOf: (from: number, to: number) => Control;
  /** By the numbers of paths. */
  readonly #byPath: (Endpoint | undefined)[] = [];

  constructor(
    stack: Stack,
    paths: Paths,
    routes: Routes,
    endpoints: Endpoint[],
    controlOf: (from: number, to: number) => Control,
  ) {
    this.#stack = stack;
    this.#paths = paths;
    this.#routes = routes;
    this.#endpoints = endpoints;
    this.#controlOf = controlOf;
  }

  /** The endpoint that sends on a path, if its connection exists. */
  find(path: number): Endpoint | undefined {
    return this.#byPath[path];
  }

  /** The endpoint that sends on a path; its connection is made if need be. */
  take(from: number, to: number, path: number, nowNs: number): Endpoint {
    return this.#byPath[path] ?? this.#make(from, to, path, nowNs);
  }

  #make(from: number, to: number, path: number, nowNs: number): Endpoint {
    const one = this.#endpoint(from, to, path, nowNs);
    const other = this.#endpoint(to, from, this.#paths.find(to, from), nowNs);
    one.peer = other;
    other.peer = one;
    if (this.#stack.spec.connect === 'before') {
      one.beOpen();
      other.beOpen();
    }
    return one;
  }

  #endpoint(from: number, to: number, path: number, nowNs: number): Endpoint {
    const number = this.#endpoints.length;
    const place = { number, from, to, path, ...this.#routes.route(from, to) };
    const endpoint = new Endpoint(
      this.#stack,
      place,
      this.#paths.latencyNs(path, nowNs),
      this.#controlOf(from, to),
    );
    this.#endpoints.push(endpoint);
    this.#byPath[path] = endpoint;
    return endpoint;
  }
}
