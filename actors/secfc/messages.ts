/** The messages of SecFC (section 4.1). */

/** To one client: its shares of all points of the sender, `width` elements a point. */

import {
  binary,
  flag,
  integer,
  labels,
  message,
  numbers,
  residues,
  sealedResidues,
} from '../../src/core/kit/index.ts';

export const Shares = message('shares', { values: residues });

/**
 * Shares in a verified dealing, followed by the receiver's shares of the sender's masks. `commitments` has 32 bytes per
 * client, the same list for all; with `salt` a client checks its own.
 */
export const CheckedShares = message('checked-shares', {
  values: residues,
  salt: binary,
  commitments: binary,
});

/** From the first client to the others: eight words of a key that blinds distances, and that the server must not have. */
export const BlindingKey = message('blinding-key', { words: residues });

/** To the server: the sender has its shares of all points except those of the missing owners. */
export const Ready = message('ready', { missing: numbers });

/**
 * What a client misses in a verified dealing, with the masked combinations of the sender's shares of every owner and 32 bytes:
 * the digest from which the factors follow, or zeros if the share does not match the owner's commitment.
 */
export const Openings = message('openings', { missing: numbers, values: residues, digests: binary });

/** To every client: the clustering whose centres the next distances are to, without the missing owners. */
export const Assignment = message('assignment', { round: integer, missing: numbers, labels });

/** To the server: coded distances of all points to all centres, or what replaces them, point by point, without empty clusters. */
export const Distances = message('distances', { round: integer, values: sealedResidues });

/** To every client: the final clustering, and whether to reveal its centres. */
export const OutcomeMessage = message('outcome', { missing: numbers, labels, reveal: flag });

/** To the server: the identifiers of the sender's points, ascending, which the parties agreed to publish (section 7). */
export const Identifiers = message('identifiers', { identifiers: numbers });

/** To every client: by identifier, the place of the client that published it alone, or n. */
export const Owners = message('owners', { owners: numbers });

/** To every client: there will be no clustering; how many iterations there were. */
export const Stopped = message('stopped', { iterations: integer });

/** To the server: the sender's shares of the sums of all clusters, `width` elements each. */
export const CentreShares = message('centre-shares', { values: sealedResidues });
