/** The figures that every run has, whatever its protocol: with `missing-points.ts` the only place in `src` where they are described. */

import type { FigureDescription } from '../../core/protocol/figure.ts';
import { COUNT, MISSING } from './missing-points.ts';

const QUALITY: readonly FigureDescription[] = [
  {
    name: 'clustered',
    title: 'came to a clustering',
    summary: 'whether the run produced a clustering',
    unit: 'share',
    better: 'up',
  },
  {
    name: 'equalsLloyd',
    title: 'equals Lloyd',
    summary:
      "whether the labels equal centralised Lloyd's in every iteration, or at the end where only clients learn them; only if the protocol promises it",
    unit: 'share',
    better: 'up',
    rank: 'detail',
  },
  {
    name: 'accuracy',
    title: 'accuracy',
    summary:
      'share of the points to cluster whose cluster is matched to their true class; points in no cluster are wrong',
    unit: 'share',
    better: 'up',
  },
  {
    name: 'adjustedRand',
    title: 'adjusted Rand index',
    summary: 'agreement of clusters and true classes, corrected for chance, over the points in clusters',
    unit: 'number',
    better: 'up',
    range: { least: -0.5, most: 1 },
    over: 'counted',
    rank: 'detail',
  },
  {
    name: 'mutualInformation',
    title: 'mutual information',
    summary: 'normalised mutual information of clusters and true classes, over the points in clusters',
    unit: 'number',
    better: 'up',
    range: { least: 0, most: 1 },
    over: 'counted',
    rank: 'detail',
  },
  {
    name: 'loss',
    title: 'loss',
    summary: "sum of squared distances to the clusters' means, over the points in clusters",
    ...COUNT,
    better: 'down',
    over: 'counted',
    rank: 'detail',
  },
  {
    name: 'lossOfAll',
    title: 'loss over all points',
    summary:
      'sum of squared distances over the points to cluster: those in no cluster count from the mean of all, as without a clustering',
    ...COUNT,
    better: 'down',
    over: 'all',
    rank: 'detail',
  },
  {
    name: 'lossPerPoint',
    title: 'loss per point',
    summary: 'the loss divided by the number of points in clusters',
    ...COUNT,
    better: 'down',
    over: 'counted',
  },
  {
    name: 'emptyClusters',
    title: 'clusters without points',
    summary: 'requested clusters that have no points at the end',
    ...COUNT,
    better: 'down',
    rank: 'exception',
  },
  {
    name: 'keptPoints',
    title: 'points to cluster',
    summary: 'rows of the data that were neither left out nor forgotten as asked: what the accuracy is over',
    ...COUNT,
    rank: 'hidden',
  },
  {
    name: 'countedPoints',
    title: 'points in clusters',
    summary: 'points in a cluster: what the loss is over',
    ...COUNT,
    better: 'up',
    rank: 'detail',
  },
  {
    name: 'forgottenPoints',
    title: 'points forgotten',
    summary: 'points that were removed as asked: no figure is about them',
    ...COUNT,
    rank: 'exception',
  },
  {
    name: 'skippedRows',
    title: 'rows left out',
    summary:
      'rows of the data in which a value is missing: no point is made of them, and no figure is about them',
    ...COUNT,
    rank: 'exception',
  },
  {
    name: 'occupiedClusters',
    title: 'clusters with points',
    summary: 'requested clusters that have points at the end',
    ...COUNT,
    better: 'up',
    rank: 'hidden',
  },
  {
    name: 'clusters',
    title: 'clusters',
    summary: 'clusters that were requested',
    ...COUNT,
    rank: 'hidden',
  },
].map((one) => ({ ...one, about: 'quality' }) as FigureDescription);

/** How far it went. */
const COURSE: readonly FigureDescription[] = [
  {
    name: 'iterations',
    title: 'iterations',
    summary: 'iterations that were done',
    ...COUNT,
    better: 'down',
    rank: 'detail',
  },
  {
    name: 'converged',
    title: 'converged',
    summary: 'whether it ended because nothing changed any more, rather than at the most iterations',
    unit: 'share',
    rank: 'detail',
  },
];

const COST: readonly FigureDescription[] = [
  { name: 'rounds', title: 'rounds', summary: 'rounds with any messages or computations', ...COUNT },
  { name: 'messages', title: 'messages', summary: 'messages that were sent', ...COUNT },
  {
    name: 'bytes',
    title: 'bytes',
    summary: 'payload and framing of all messages on the wire, without what was sent again',
    unit: 'bytes',
    rank: 'main',
  },
  {
    name: 'toServer',
    title: 'to server',
    summary: 'of these from parties with data to those without',
    unit: 'bytes',
  },
  {
    name: 'fromServer',
    title: 'from server',
    summary: 'of these from parties without data to those with data',
    unit: 'bytes',
  },
  {
    name: 'betweenClients',
    title: 'between clients',
    summary: 'of these between parties with data',
    unit: 'bytes',
  },
  {
    name: 'betweenServers',
    title: 'between servers',
    summary: 'of these between parties without data',
    unit: 'bytes',
    rank: 'exception',
  },
  {
    name: 'serverCarried',
    title: "over the server's links",
    summary:
      'of all bytes, those whose way leads over a link of a party without data, each message once, lost ones included',
    unit: 'bytes',
  },
  {
    name: 'serverForwarded',
    title: 'of these forwarded',
    summary: 'of these only forwarded between clients',
    unit: 'bytes',
    rank: 'exception',
  },
  {
    name: 'retransmittedBytes',
    title: 'retransmitted',
    summary: 'bytes that were sent again',
    unit: 'bytes',
    rank: 'exception',
  },
  {
    name: 'lostMessages',
    title: 'messages lost',
    summary: 'messages that never arrived',
    ...COUNT,
    rank: 'exception',
  },
  {
    name: 'refusedMessages',
    title: 'messages refused',
    summary: 'messages that arrived and were not accepted, such as late ones',
    ...COUNT,
    rank: 'exception',
  },
  {
    name: 'operationsClients',
    title: 'operations of clients',
    summary: 'counted operations of all parties with data together',
    unit: 'operations',
    rank: 'main',
  },
  {
    name: 'operationsServer',
    title: 'operations of server',
    summary: 'counted operations of all parties without data together',
    unit: 'operations',
  },
  {
    name: 'resultNs',
    title: 'time to the result',
    summary:
      'time until the server had the result, or knew that there is none: virtual unless the run was real',
    unit: 'ns',
    rank: 'main',
  },
  {
    name: 'knownNs',
    title: 'until all know it',
    summary:
      'time until the last of the parties that learned the result had it: virtual unless the run was real',
    unit: 'ns',
  },
  {
    name: 'endNs',
    title: 'until the last packet is gone',
    summary: 'time until nothing could happen any more: virtual unless the run was real',
    unit: 'ns',
    rank: 'hidden',
  },
  {
    name: 'measuredNs',
    title: 'measured',
    summary: 'total time of tasks on this machine',
    unit: 'ns',
  },
].map((one) => ({ rank: 'detail', ...one, about: 'cost', better: 'down' }) as FigureDescription);

const WAITED: readonly (readonly [name: string, waited: string])[] = [
  ['waitedComputeNs', 'for computations'],
  ['waitedUplinkNs', 'for uplinks'],
  ['waitedDownlinkNs', 'for downlinks'],
  ['waitedLatencyNs', 'for latency'],
  ['waitedConnectionNs', 'for connections to open'],
  ['waitedSentAgainNs', 'for what was lost and sent again'],
  ['waitedDeadlineNs', 'for deadlines'],
  ['waitedIdleNs', 'for nothing that is known'],
  ['waitedFaultNs', 'for faults'],
];

/** What the result waited for. */
const WAITS: readonly FigureDescription[] = [
  ...WAITED.map(([name, waited]): FigureDescription => ({
    name,
    title: `waited ${waited}`,
    summary: `the part of the time to the result in which it waited ${waited}`,
    unit: 'ns',
    better: 'down',
    about: 'cost',
    rank: 'hidden',
  })),
  {
    name: 'waitedMostShare',
    title: 'longest wait',
    summary: 'share of the time to the result in which it waited for what it waited for longest',
    unit: 'share',
    about: 'cost',
    rank: 'hidden',
  },
];

/** In display order within what they are about. */
export const EVERY_RUN: readonly FigureDescription[] = [...QUALITY, ...MISSING, ...COURSE, ...COST, ...WAITS];
