/** What the parties of SecFC say to each other (section 4.1). */

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
} from '../../src/kit/index.ts';

export const Shares = message('shares', { values: residues });

/**
 * The same where the dealing is checked, and behind the points its shares of the sender's masks. `commitments` has 32
 * bytes for each client, the same list for all; with `salt` a client checks its own.
 */
export const CheckedShares = message('checked-shares', {
  values: residues,
  salt: binary,
  commitments: binary,
});

/** From the first client to the others: eight words of a key that blinds distances, and that the server must not have. */
export const BlindingKey = message('blinding-key', { words: residues });

/** To the server: the sender has its shares, of all points but those of the owners that are missing. */
export const Ready = message('ready', { missing: numbers });

/**
 * The same where the dealing is checked, and for every owner the masked combinations of the sender's shares, and 32
 * bytes: what the combinations follow from, or zeros where a share came that is not what the owner committed itself to.
 */
export const Openings = message('openings', { missing: numbers, values: residues, digests: binary });

/** To every client: the clustering whose centres the next distances are to, without the owners that are missing. */
export const Assignment = message('assignment', { round: integer, missing: numbers, labels });

/** To the server: coded distances of all points to all centres, or what takes their place, point by point, empty clusters left out. */
export const Distances = message('distances', { round: integer, values: sealedResidues });

/** To every client: the final clustering, and whether to reveal its centres. */
export const OutcomeMessage = message('outcome', { missing: numbers, labels, reveal: flag });

/** To every client: there will be no clustering, after so many iterations. */
export const Stopped = message('stopped', { iterations: integer });

/** To the server: the sender's shares of the sums of all clusters, `width` elements each. */
export const CentreShares = message('centre-shares', { values: sealedResidues });
