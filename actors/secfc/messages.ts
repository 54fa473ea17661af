/** What the parties of SecFC say to each other (section 4.1). */

import { flag, integer, labels, message, residues } from '../../src/sim/message.ts';

/** To one client: its shares of all points of the sender, `width` elements a point. */
export const Shares = message('shares', { values: residues });

/** From the first client to the others: eight words of a key that blinds distances, and that the server must not have. */
export const BlindingKey = message('blinding-key', { words: residues });

/** To the server: the sender holds its shares of all points. */
export const Ready = message('ready', {});

/** To every client: the clustering whose centres the next distances are to. */
export const Assignment = message('assignment', { round: integer, labels });

/** To the server: coded distances of all points to all centres, or what takes their place, point by point, empty clusters left out. */
export const Distances = message('distances', { round: integer, values: residues });

/** To every client: the final clustering, and whether to reveal its centres. */
export const Outcome = message('outcome', { labels, reveal: flag });

/** To the server: the sender's shares of the sums of all clusters, `width` elements each. */
export const CentreShares = message('centre-shares', { values: residues });
