/**
 * The polynomials of SecFC in the ideal world. They share the points as the paper says (eq. 2), with members' shares
 * and the rest of the noise uniform: of degree l+t-1 through the segments at the betas, the members' shares at their
 * alphas, and uniform values at as many of the other betas as are left.
 */

import { clusterSizes, type Labels } from '../../../src/core/kit/cluster.ts';
import { randomIn } from '../../../src/core/kit/attack.ts';
import {
  evaluationPoints,
  fieldKernel,
  lagrangeBasis,
  mulMod,
  type ResidueMatrix,
  toResidues,
  WordField,
} from '../../../src/core/kit/field.ts';
import { assert, type RealRun } from '../../../src/core/kit/index.ts';
import type { Agreed } from '../agreed.ts';
import { Cohort } from '../cohort.ts';
import { occupied } from '../iteration/distances.ts';
import { type Planes, uniform } from './dealer.ts';
import { ownersOf, sharedPoints } from './points.ts';

/** A client is asked for the values at its alpha of what its shares and some labels determine. */
export interface Question {
  /** The client's place. */
  readonly client: number;
  /** The owners whose points are left out. */
  readonly missing: Uint32Array;
  readonly labels: Labels;
  readonly clusters: number;
  /** What members dealt it, added up: one row for every point that takes part. Absent: no member deals. */
  readonly dealt?: Planes | undefined;
}

/** What the polynomials of honest owners go through, each a row for every point. */
interface Drawn {
  readonly segments: readonly Planes[];
  readonly dealt: readonly Planes[];
  readonly noise: readonly Planes[];
  /** Whether an honest owner shares the point. */
  readonly honest: readonly boolean[];
}

export class Polynomials {
  readonly #real: RealRun<Agreed>;
  readonly #members: readonly number[];
  readonly #honest: readonly number[];
  /** By client: its shares of what honest owners deal, `[plane]`, rows of all points. */
  readonly #shares = new Map<number, Planes>();
  #drawn: Drawn | undefined;

  constructor(real: RealRun<Agreed>) {
    const { agreed, coalition } = real;
    const { clients, code } = agreed;
    const places = [...clients.keys()];
    this.#real = real;
    this.#members = places.filter((place) => coalition.includes(clients[place]));
    this.#honest = places.filter((place) => !coalition.includes(clients[place]));
    assert(this.#members.length <= code.t, `shares for ${this.#members.length} members are not uniform`);
  }

  /** An honest owner's shares for a member. */
  dealt(owner: number, member: number): Planes {
    const { clients, sizes, width, moduli } = this.#real.agreed;
    const random = randomIn(this.#real, clients[owner]).scope('ideal');
    return uniform(random, `shares for ${member}`, moduli, sizes[owner] * width);
  }

  /** phi_ih(alpha) of all points and occupied clusters, point by point. */
  distances(question: Question): Planes {
    const { moduli, width } = this.#real.agreed;
    const { labels, clusters } = question;
    const present = occupied(labels, clusters);
    const sizes = clusterSizes(labels, clusters);
    const presentSizes = present.map((h) => sizes[h]);
    return this.#rows(question).map((rows, plane) => {
      const p = moduli[plane];
      const norms = new Uint32Array(labels.length);
      fieldKernel.squaredNorms(p, rows, width, norms);
      const sums = this.#sums(rows, p, question);
      const centres = new Uint32Array(present.length * width);
      present.forEach((h, at) => centres.set(sums.subarray(h * width, (h + 1) * width), at * width));
      const distances = new Uint32Array(labels.length * present.length);
      fieldKernel.scaledDistances(p, rows, width, norms, centres, presentSizes, distances);
      return distances;
    });
  }

  /** The values of the sums of all clusters. */
  centres(question: Question): Planes {
    const { moduli } = this.#real.agreed;
    return this.#rows(question).map((rows, plane) => this.#sums(rows, moduli[plane], question));
  }

  #sums(rows: Uint32Array, p: number, { labels, clusters }: Question): Uint32Array {
    const { width } = this.#real.agreed;
    const sums = new Uint32Array(clusters * width);
    fieldKernel.clusterSums(p, rows, width, labels, sums);
    return sums;
  }

  /** A client's shares of the points that take part. */
  #rows({ client, missing, dealt }: Question): Planes {
    const { agreed } = this.#real;
    const { moduli, width } = agreed;
    const shares = this.#shares.get(client) ?? this.#sharesOf(client);
    this.#shares.set(client, shares);
    const cohort = new Cohort(agreed, missing);
    return shares.map((plane, at) => {
      const rows = cohort.rows(plane, width);
      if (dealt === undefined) return rows;
      const all = new Uint32Array(rows.length);
      for (let i = 0; i < all.length; i++) all[i] = (rows[i] + dealt[at][i]) % moduli[at];
      return all;
    });
  }

  /** Evaluates what honest owners deal, added up, at a client's alpha. */
  #sharesOf(client: number): Planes {
    const { code, moduli, points, width } = this.#real.agreed;
    const { segments, dealt, noise, honest } = (this.#drawn ??= this.#draw());
    return moduli.map((p, plane) => {
      const inverse = 1 / p;
      const { alphas, betas } = evaluationPoints(new WordField(p), code);
      const nodes = [
        ...betas.slice(0, code.l),
        ...this.#members.map((member) => alphas[member]),
        ...betas.slice(code.l, code.l + noise.length),
      ];
      const [weights] = lagrangeBasis(new WordField(p), nodes, [alphas[client]]);
      const vectors = [...segments, ...dealt, ...noise].map((planes) => planes[plane]);
      const shares = new Uint32Array(points * width);
      for (const [u, vector] of vectors.entries())
        for (let at = 0; at < shares.length; at++)
          shares[at] = (shares[at] + mulMod(weights[u], vector[at], p, inverse)) % p;
      return shares.map((value, at) => (honest[Math.floor(at / width)] ? value : 0));
    });
  }

  #draw(): Drawn {
    const { agreed } = this.#real;
    const { clients, code, moduli, points, width, alignment } = agreed;
    const residues = toResidues(sharedPoints(this.#real), moduli);
    const owners = ownersOf(this.#real).map((owner) => this.#honest.includes(owner));
    const random = randomIn(this.#real, clients[this.#honest[0]]).scope('ideal');
    return {
      segments: Array.from({ length: code.l }, (_, u) => segmentOf(residues, u, width, owners)),
      dealt: this.#members.map((member) => this.#dealtTo(member)),
      noise: Array.from({ length: code.t - this.#members.length }, (_, v) =>
        uniform(random, `noise ${v}`, moduli, points * width),
      ),
      // A point of a member is shared by honest clients only with alignment, as zeros.
      honest: owners.map((isHonest) => isHonest || alignment !== undefined),
    };
  }

  /** What all honest owners deal a member: a row for every point, added up where several deal it. */
  #dealtTo(member: number): Planes {
    const { moduli, offsets, points, width } = this.#real.agreed;
    const all = moduli.map(() => new Uint32Array(points * width));
    for (const owner of this.#honest) {
      this.dealt(owner, member).forEach((plane, at) =>
        plane.forEach((value, i) => {
          const to = offsets[owner] * width + i;
          all[at][to] = (all[at][to] + value) % moduli[at];
        }),
      );
    }
    return all;
  }
}

/** The columns of one segment, of the points with an honest owner. */
function segmentOf(
  { columns, planes }: ResidueMatrix,
  segment: number,
  width: number,
  isHonest: readonly boolean[],
): Planes {
  return planes.map((plane) =>
    Uint32Array.from({ length: isHonest.length * width }, (_, at) => {
      const [place, column] = [Math.floor(at / width), segment * width + (at % width)];
      return isHonest[place] && column < columns ? plane[place * columns + column] : 0;
    }),
  );
}
