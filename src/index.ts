/** Cahoots as a library: everything that is public, by name. What protocols are made of stands in `kit/`. */

/** What settings are written with. */
export { z } from './kit/settings.ts';
export * from './kit/index.ts';
export * from './kit/plugin.ts';
export { type Labels, NO_CLUSTER } from './cluster/labels.ts';
export type { DataSet } from './data/data-set.ts';
export { Bus, type Happenings } from './sim/bus.ts';
export { type Plugged } from './plugin/registry.ts';
export type { Packet, Rule, Verdict } from './sim/rule.ts';
export type { Ending } from './sim/simulation.ts';
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
