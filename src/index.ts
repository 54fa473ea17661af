/** Cahoots as a library: everything that is public, by name. What protocols are made of stands in `kit/`. */

/** What settings are written with. */
export { z } from './kit/settings.ts';
export * from './kit/index.ts';
export * from './kit/plugin.ts';
export { type Labels, NO_CLUSTER } from './base/labels.ts';
export type { DataSet } from './data/data-set.ts';
export { Bus, type BusEvents } from './engine/sim/bus.ts';
export { type Plugged } from './plugin/registry.ts';
export type { Packet, Rule, Verdict } from './engine/sim/rule.ts';
export type { Ending } from './engine/sim/options.ts';
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
export { report, type Report } from './results/report/report.ts';
export { reportText } from './results/report/text.ts';
export { criticalPathText } from './results/report/timing-text.ts';
export { type Certificate } from './lab/attack/certificate.ts';
export type { Finding } from './lab/attack/finding.ts';
export { type AttackOptions, attackRun, type Attacked, view } from './lab/attack/attack-run.ts';
export { type Audited, type AuditStatus } from './lab/audit/audited.ts';
export { type AuditOptions, auditScenario } from './lab/audit/audit.ts';
export { auditText } from './lab/audit/text.ts';
export { KnownPoints } from './lab/attack/known-points.ts';
export { messagesOf, type ReadMessage } from './lab/attack/messages.ts';
export { type Claim, claimsFrom } from './lab/attack/single-mover.ts';
export { certificateText } from './lab/attack/text.ts';
export { loadPlugins } from './plugin/load.ts';
export type { AnySource } from './data/source.ts';
export { type CsvOptions, parseCsv, readCsv } from './data/csv.ts';
export { type GaussianMixture, gaussianMixture } from './data/gaussian-mixture.ts';
export { type IdxFiles, readIdx, readIdxDataSet } from './data/idx.ts';
export { parseLeaf, readLeaf } from './data/leaf.ts';
export { type NpyFiles, readNpy, readNpyDataSet } from './data/npy.ts';
export { newPoints } from './data/points.ts';
export { summarise as summariseData, type Summary as DataSummary } from './data/summary.ts';
export { actorFault, type ActorFaultParts } from './fault/actor-fault.ts';
export type { ActorAction, Draft, Touch, Twist } from './fault/action.ts';
export type { Recall } from './fault/message-memory.ts';
export type { Said } from './fault/said.ts';
export type { Sampler } from './fault/sampler.ts';
export type { Draw, Ground } from './fault/draw.ts';
export type { Fault } from './fault/fault.ts';
export type { FaultKind, Settled, WrongSetting } from './fault/kind.ts';
export { linkFault, type LinkFaultParts, type LinkTools, perLink } from './fault/link-fault.ts';
export { messageFault, type MessageFaultParts } from './fault/message-fault.ts';
export * as faultSettings from './fault/settings.ts';
export { PASS } from './engine/sim/rule.ts';
export { compareScenarios, type CompareOptions, type Comparison } from './studies/study/compare.ts';
export type { Compared } from './studies/study/comparison.ts';
export { comparisonRows, comparisonText } from './studies/study/text.ts';
export { type About, Subject } from './results/tidy/about.ts';
export { provenanceOf, type Provenance } from './results/tidy/provenance.ts';
export { columnsOf, csvOf, jsonLinesOf, type Cell, type Row } from './results/tidy/rows.ts';
export { runRow, type RunFigures, type RunRow } from './results/tidy/run-row.ts';
export {
  difference,
  type Difference,
  type Interval,
  spread,
  type Spread,
} from './results/tidy/statistics.ts';
export { type SwarmOutcome } from './studies/swarm/outcome.ts';
export { shrink, type Shrunk, type ShrinkOptions } from './studies/swarm/shrink.ts';
export { type Swarm, swarm, type SwarmOptions, type SwarmRun } from './studies/swarm/swarm.ts';
export { swarmText } from './studies/swarm/text.ts';
export { writtenScenario } from './studies/swarm/written.ts';
export { type EarlierTrace, reproduce, type Reproduced } from './replay/reproduce.ts';
export { compareTraces } from './replay/difference.ts';
export { runWithout, type WhatIf } from './replay/what-if.ts';
export { type Game, play, type Tries } from './lab/attack/game.ts';
export { gamesText } from './lab/attack/text.ts';
export { table } from './results/report/table.ts';
export { summaryText } from './results/report/summary.ts';
