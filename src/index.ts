/** Cahoots as a library: everything that is public, by name. */

/** What settings are written with. */
export { z } from 'zod';
export { CahootsError, CahootsErrors, type ErrorCode, type Place } from './base/errors.ts';
export { type Matrix } from './base/matrix.ts';
export { keystream, Random, type Stream } from './base/random.ts';
export { type Labels, NO_CLUSTER } from './cluster/labels.ts';
export { defineTask, type Task } from './compute/task.ts';
export type { DataSet } from './data/data-set.ts';
export type { Self } from './sim/actor.ts';
export { Bus, type Happenings } from './sim/bus.ts';
export {
  type Behaviour,
  bodyIf,
  collect,
  compute,
  type Filter,
  finish,
  type Mail,
  phase,
  receive,
  round,
  send,
  sleep,
} from './sim/effects.ts';
export {
  binary,
  flag,
  integer,
  labels,
  message,
  type MessageType,
  numbers,
  packed,
  reals,
  residues,
} from './wire/message.ts';
export { type Additions, plugin, type Plugin } from './plugin/plugin.ts';
export { type Plugged } from './plugin/registry.ts';
export { source, type LoadContext, type Source } from './data/source.ts';
export type { Packet, Rule, Verdict } from './sim/rule.ts';
export type { Ending } from './sim/simulation.ts';
export type {
  AnyProtocol,
  Clustering,
  CommonParameters,
  LocalClustering,
  PhaseCost,
  Population,
  Problem,
  Property,
  Protocol,
} from './protocol/protocol.ts';
export type {
  Attack,
  Coalitions,
  Hostility,
  Letter,
  Member,
  Needs,
  Privacy,
  Score,
  Truth,
  View,
} from './protocol/attack.ts';
export { clusterParameters, lloydParameters } from './protocol/parameters.ts';
export { loadScenario, type LoadOptions, reloadScenario, type Scenario } from './scenario/load.ts';
export { scenarioJsonSchema } from './scenario/schema.ts';
export { type Entry } from './trace/record.ts';
export type { Traffic, Work } from './trace/account.ts';
export { Chronicle } from './timing/chronicle.ts';
export { criticalPath, type Piece, type Waited, waitedFor } from './timing/critical-path.ts';
export type { LinkLoad } from './timing/links.ts';
export { type DeviceChange, type Retimed, retime } from './timing/retime.ts';
export { Ledger } from './trace/ledger.ts';
export type { Ends, Stretch } from './trace/timeline.ts';
export { TraceReader } from './trace/reader.ts';
export { type Findings } from './run/findings.ts';
export { run, type RunOptions, type RunResult } from './run/run.ts';
export { report, type Report } from './report/report.ts';
export { reportText } from './report/text.ts';
export { criticalPathText } from './report/timing-text.ts';
export { type Certificate, type Finding } from './attack/certificate.ts';
export { type AttackOptions, attackRun, type Attacked, view } from './attack/laboratory.ts';
export { KnownPoints } from './attack/known-points.ts';
export { messagesOf, type ReadLetter } from './attack/messages.ts';
export { type Claim, claimsFrom } from './attack/single-mover.ts';
export { certificateText } from './attack/text.ts';
