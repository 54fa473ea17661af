/** As much of JSON Schema as is needed to check a scenario, or what a command prints; a keyword that is not known here is an error. */

type Schema = Readonly<Record<string, unknown>>;
type Check = (operand: never, value: unknown, schema: Schema) => boolean;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const ofType: Readonly<Record<string, (value: unknown) => boolean>> = {
  object: isObject,
  array: Array.isArray,
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  integer: Number.isInteger,
  null: (value) => value === null,
};
const bound =
  (holds: (value: number, operand: number) => boolean): Check =>
  (operand, value) =>
    typeof value !== 'number' || holds(value, operand);
const fits = (schema: Schema) => (value: unknown) => conforms(schema, value);

const CHECKS: Readonly<Record<string, Check>> = {
  $schema: () => true,
  description: () => true,
  examples: () => true,
  default: () => true,
  type: (operand: string | readonly string[], value) => [operand].flat().some((type) => ofType[type](value)),
  const: (operand: unknown, value) => value === operand,
  enum: (operand: readonly unknown[], value) => operand.includes(value),
  pattern: (operand: string, value) => typeof value !== 'string' || new RegExp(operand, 'u').test(value),
  minimum: bound((value, operand) => value >= operand),
  maximum: bound((value, operand) => value <= operand),
  exclusiveMinimum: bound((value, operand) => value > operand),
  maxItems: (operand: number, value) => !Array.isArray(value) || value.length <= operand,
  minItems: (operand: number, value) => !Array.isArray(value) || value.length >= operand,
  items: (operand: Schema, value) => !Array.isArray(value) || value.every(fits(operand)),
  required: (operand: readonly string[], value) =>
    !isObject(value) || operand.every((key) => Object.hasOwn(value, key)),
  properties: (operand: Readonly<Record<string, Schema>>, value) =>
    !isObject(value) ||
    Object.entries(value).every(
      ([key, inner]) => !Object.hasOwn(operand, key) || conforms(operand[key], inner),
    ),
  additionalProperties: (operand: false | Schema, value, { properties = {} }) =>
    !isObject(value) ||
    Object.entries(value).every(
      ([key, inner]) =>
        Object.hasOwn(properties as object, key) || (operand !== false && conforms(operand, inner)),
    ),
  propertyNames: (operand: Schema, value) => !isObject(value) || Object.keys(value).every(fits(operand)),
  anyOf: (operand: readonly Schema[], value) => operand.some((schema) => conforms(schema, value)),
  oneOf: (operand: readonly Schema[], value) =>
    operand.filter((schema) => conforms(schema, value)).length === 1,
};

/** Whether a value is what a schema describes. */
export function conforms(schema: Schema, value: unknown): boolean {
  return Object.entries(schema).every(([keyword, operand]) => {
    const check = CHECKS[keyword];
    if (check === undefined) throw new Error(`the keyword ${keyword} is not known`);
    return check(operand as never, value, schema);
  });
}
