/**
 * The entry point for authors: everything that a protocol, a sub-protocol, an attack or a figure is made of.
 * Ours are made of the same; lint ensures that `actors/` imports nothing else from `src/`.
 */

export { defined, unlessEmpty } from '../base/defined.ts';
export { assert, CahootsError, CahootsErrors, type ErrorCode, type Place } from '../base/errors.ts';
export { deepFreeze } from '../base/freeze.ts';
export { handedOver } from '../base/handed-over.ts';
export { fromRows, type Matrix, row, selectRows, zeros } from '../base/matrix.ts';
export { keystream, Random, Stream } from '../base/random.ts';
export { Remembered, RememberedOnce } from '../base/remembered.ts';
export { SharedOnce } from '../base/shared-once.ts';
export { opened, sealed, type Sealed } from '../engine/compute/sealed.ts';
export { defineTask, type Task } from '../engine/compute/task.ts';
export {
  type Advantage,
  type AnyAttack,
  type Attack,
  type Claim,
  type Coalitions,
  type Evidence,
  type Adversary,
  type Needs,
  type Privacy,
  type Score,
  type Truth,
} from '../protocol/attack.ts';
export { type ObservedMessage, type Member, type View } from '../protocol/view.ts';
export {
  type AnyAudit,
  audit,
  type Audit,
  type CanaryAudit,
  type CertificateAudit,
  type Check,
  type ClaimFamily,
  type DistributionAudit,
  type GameAudit,
  type Observed,
  type PrivacyClaim,
  type Setup,
  type World,
} from '../protocol/audit.ts';
export {
  type AnySimulator,
  type GivenStandIn,
  type Holding,
  type RealRun,
  simulator,
  type Simulator,
  type StandIn,
} from '../protocol/simulator.ts';
export { phaseCost, type PhaseCost, runs, sends } from '../protocol/cost.ts';
export { mergedPoints, roundingLoss, lossAtCentres } from '../protocol/figures.ts';
export {
  figure,
  type Figure,
  type FigureDescription,
  type FigureValue,
  type Measured,
} from '../protocol/figure.ts';
export { type Guard, invariant, type Invariant, type SeenMessage } from '../protocol/invariant.ts';
export {
  type Clustered,
  type LocalClustering,
  type Outcome,
  type RequestRecord,
} from '../protocol/outcome.ts';
export { converges } from '../protocol/properties.ts';
export {
  type AnyProtocol,
  type Problem,
  type Property,
  protocol,
  type Protocol,
  type ProtocolDeclaration,
} from '../protocol/protocol.ts';
export { bitsBelow, labelBits, type PaperCount, REAL_BITS } from '../protocol/paper-count.ts';
export type { Sent, Volume, Which } from '../protocol/sent.ts';
export type { CommonParameters, StartRule } from '../protocol/common-parameters.ts';
export type { Population } from '../protocol/population.ts';
export {
  type Given,
  type GivenShard,
  type GivenStart,
  role,
  type Role,
  type Roles,
  withinTimeout,
} from '../protocol/role.ts';
export {
  program,
  programTask,
  type OwnComputation,
  type ProgramOptions,
} from '../protocol/program/program.ts';
export { subprotocol, type Subprotocol } from '../protocol/subprotocol.ts';
export { abort, attempt, silent } from '../engine/actors/abort.ts';
export type { AbortDetails, Aborted, Attempt } from '../engine/actors/abortion.ts';
export { type Self } from '../engine/actors/actor.ts';
export {
  type Behaviour,
  bodyIf,
  collect,
  compute,
  type Filter,
  finish,
  type Received,
  phase,
  receive,
  round,
  save,
  send,
  sendEach,
  clock,
  sleep,
  step,
} from '../engine/actors/effects.ts';
export {
  type AnyMessageType,
  binary,
  type ClusterLabels,
  type FieldKind,
  flag,
  integer,
  labels,
  message,
  type MessageType,
  numbers,
  packed,
  packedResidues,
  reals,
  residues,
  sealedResidues,
} from '../engine/wire/message.ts';
