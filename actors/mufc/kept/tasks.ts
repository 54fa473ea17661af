/** The tasks of a server that keeps its clustering. */

import { approach, dropAnchor, settle } from './anchor.ts';
import { drawSeeds } from './clustering.ts';
import { revisit } from './revisit.ts';
import { weigh } from './seeds.ts';

export const keptTasks = [weigh, drawSeeds, dropAnchor, approach, revisit, settle];
