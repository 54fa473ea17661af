/** Cahoots as a library: everything that is public, by name. What protocols are made of stands in `kit/`. */

/** What settings are written with. */
export { z } from './core/kit/settings.ts';
export * from './core/kit/index.ts';
export { source, type LoadContext, type Source } from './run/data/source.ts';
export { openExecutor, type ThreadOptions } from './run/plugin/executor.ts';
export { type Additions, plugin, type Plugin } from './run/plugin/plugin.ts';
export { type Labels, NO_CLUSTER } from './core/base/labels.ts';
export type { DataSet } from './run/data/data-set.ts';
export { Bus, type BusEvents } from './core/engine/messages/bus.ts';
export { taskWorker } from './run/plugin/task-worker.ts';
export { type Plugged } from './run/plugin/registry.ts';
export { transport, type TransportKind } from './core/engine/network/transport-kind.ts';
export { type AnyLatency, latency, type Latency } from './core/engine/network/latency.ts';
export { type AnyRuleKind, rule, type RuleKind, type RuleTools } from './core/engine/network/rule-kind.ts';
export { type AnyPartition, type Dealt, partition, type Partition } from './run/data/partition.ts';
export { type AnyScaling, scaling, type Scaling } from './run/data/scaling.ts';
export type { MessageEnds, Packet, Rule, Verdict } from './core/engine/network/rule.ts';
export type { Ending } from './core/engine/simulation/options.ts';
export { clusterParameters, lloydParameters } from './core/protocol/parameters.ts';
export { loadScenario, type LoadOptions, reloadScenario, type Scenario } from './run/scenario/load.ts';
export { scenarioJsonSchema } from './run/scenario/schema.ts';
export { type Entry } from './run/trace/record.ts';
export type { Traffic, Work } from './run/trace/account.ts';
export { CausalGraph } from './run/timing/causal-graph.ts';
export { criticalPath, type Piece, type Waited, waitedFor } from './run/timing/critical-path.ts';
export type { LinkLoad } from './run/timing/links.ts';
export { askedOf, type Rerun, type RerunFlags, rerunsOf } from './run/replay/reruns.ts';
export { Ledger } from './run/trace/ledger.ts';
export type { Ends, Stretch } from './run/trace/timeline.ts';
export { TraceReader } from './run/trace/reader.ts';
export { type Findings } from './run/execute/findings.ts';
export { run, type RunOptions, type RunResult } from './run/execute/run.ts';
export { report, type Report } from './run/report/report.ts';
export { reportText } from './run/report/text.ts';
export { criticalPathText } from './run/report/timing-text.ts';
export { type Certificate } from './lab/attack/certificate.ts';
export type { Finding } from './lab/attack/finding.ts';
export { type AttackOptions, attackRun, type Attacked, view } from './lab/attack/attack-run.ts';
export { type Audited, type AuditStatus } from './lab/audit/audited.ts';
export { type AuditOptions, auditScenario } from './lab/audit/audit.ts';
export { auditText } from './lab/audit/text.ts';
export { KnownPoints } from './core/math/leakage/known-points.ts';
export { messagesOf, type ReadMessage } from './core/protocol/attacks/messages.ts';
export { type Claim, claimsFrom } from './lab/attack/single-mover.ts';
export { certificateText } from './lab/attack/text.ts';
export { loadPlugins } from './studies/executor/load-plugins.ts';
export type { AnySource } from './run/data/source.ts';
export { type CsvOptions, parseCsv, readCsv } from './run/data/csv.ts';
export { type GaussianMixture, gaussianMixture } from './run/data/gaussian-mixture.ts';
export { type IdxFiles, readIdx, readIdxDataSet } from './run/data/idx.ts';
export { parseLeaf, readLeaf } from './run/data/leaf.ts';
export { type NpyFiles, readNpy, readNpyDataSet } from './run/data/npy.ts';
export { newPoints } from './run/data/points.ts';
export { summarise as summariseData, type Summary as DataSummary } from './run/data/summary.ts';
export { actorFault, type ActorFaultParts } from './run/fault/actor-fault.ts';
export type { ActorAction, Draft, Struck, Touch, Twist } from './run/fault/action.ts';
export type { Recall } from './run/fault/message-memory.ts';
export type { IntendedMessage as Said } from './run/fault/intended-message.ts';
export type { Sampler } from './run/fault/sampler.ts';
export type { Draw, Ground } from './run/fault/draw.ts';
export type { Fault } from './run/fault/fault.ts';
export type { FaultKind, Settled, WrongSetting } from './run/fault/kind.ts';
export { linkFault, type LinkFaultParts, type LinkTools, perLink } from './run/fault/link-fault.ts';
export { middleware, type AnyMiddleware, type Layer, type Middleware } from './run/middleware/middleware.ts';
export type { Around, Next } from './run/middleware/around.ts';
export type { Wrapping } from './core/engine/wire/wrapping.ts';
export { messageFault, type MessageFaultParts } from './run/fault/message-fault.ts';
export * as faultSettings from './run/fault/settings.ts';
export { PASS } from './core/engine/network/rule.ts';
export { compareScenarios, type CompareOptions, type Comparison } from './studies/batch/compare.ts';
export type { Compared } from './studies/batch/comparison.ts';
export { comparisonRows, comparisonText } from './studies/batch/text.ts';
export { type About, Subject } from './run/tidy/about.ts';
export { provenanceOf } from './studies/tables/provenance.ts';
export type { Provenance } from './run/tidy/provenance.ts';
export { columnsOf, csvOf, jsonLinesOf, type Cell, type Row } from './run/tidy/rows.ts';
export { runRow, type RunFigures, type RunRow } from './run/tidy/run-row.ts';
export {
  difference,
  type Difference,
  type Interval,
  spread,
  type Spread,
} from './core/math/statistics/spread.ts';
export { type SwarmOutcome } from './studies/swarm/outcome.ts';
export { shrink, type Shrunk, type ShrinkOptions } from './studies/swarm/shrink.ts';
export { type Swarm, swarm, type SwarmOptions, type SwarmRun } from './studies/swarm/swarm.ts';
export { swarmText } from './studies/swarm/text.ts';
export { writtenScenario } from './studies/swarm/written.ts';
export { type EarlierTrace, reproduce, type Reproduced } from './run/replay/reproduce.ts';
export { compareTraces } from './run/replay/difference.ts';
export { runWithout, type WhatIf } from './run/replay/what-if.ts';
export { type Game, play, type Tries } from './lab/attack/game.ts';
export { gamesText } from './lab/attack/text.ts';
export { table } from './run/report/table.ts';
export { summaryText } from './run/report/summary.ts';
