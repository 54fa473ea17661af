/** Scenarios as plain values, as far as they are drawn and made smaller here. */

/** A fault as a scenario writes it. */
export type FaultDocument = Readonly<Record<string, unknown>> & {
  readonly fault: string;
  readonly who: unknown;
};

/** A scenario as it is written. */
export interface ScenarioValues extends Readonly<Record<string, unknown>> {
  readonly clients: number;
  readonly data: Readonly<Record<string, unknown>>;
  readonly protocol: Readonly<Record<string, unknown>>;
  readonly faults?: readonly FaultDocument[];
}
