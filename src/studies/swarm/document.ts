/** Scenarios as plain values, as far as swarms draw and shrink them. */

/** A fault as a scenario writes it. */
export type FaultDocument = Readonly<Record<string, unknown>> & {
  readonly fault: string;
  readonly who: unknown;
};

/** A scenario as written in a file. */
export interface ScenarioValues extends Readonly<Record<string, unknown>> {
  readonly clients: number;
  readonly data: Readonly<Record<string, unknown>>;
  readonly protocol: Readonly<Record<string, unknown>>;
  readonly faults?: readonly FaultDocument[];
}
