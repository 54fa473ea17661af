/** What the schema of scenarios says of a place: the settings that may stand there, and what they mean. */

import whole from '../../../../dist/scenario.schema.json' with { type: 'json' };

export interface Schema {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
}

export type Path = readonly (string | number)[];

const root = whole as Schema;

/** All variants of what may stand at a path, given what already stands around it. */
export function schemasAt(path: Path, values: unknown): readonly Schema[] {
  let schemas = variants(root, values);
  let value = values;
  for (const key of path) {
    value = (value as Readonly<Record<PropertyKey, unknown>> | null | undefined)?.[key];
    schemas = schemas.flatMap((schema) => childOf(schema, key)).flatMap((schema) => variants(schema, value));
  }
  return schemas;
}

function childOf(
  { properties, items, additionalProperties }: Schema,
  key: string | number,
): readonly Schema[] {
  if (typeof key === 'number') return items === undefined ? [] : [items];
  const own = properties?.[key];
  if (own !== undefined) return [own];
  return typeof additionalProperties === 'object' ? [additionalProperties] : [];
}

/** The alternatives of a schema that the value does not contradict; all, if it contradicts every one. */
function variants(schema: Schema, value: unknown): readonly Schema[] {
  if (schema.$ref !== undefined) return variants(referred(schema.$ref), value);
  const among = schema.oneOf ?? schema.anyOf;
  const all = schema.allOf?.flatMap((one) => variants(one, value)) ?? [];
  if (among === undefined) return [schema, ...all];
  const fitting = among.filter((one) => !contradicts(one, value));
  const inner = (fitting.length > 0 ? fitting : among).flatMap((one) => variants(one, value));
  const own = schema.description === undefined ? [] : [{ description: schema.description }];
  return [...inner, ...own, ...all];
}

function referred(pointer: string): Schema {
  const keys = pointer.replace(/^#\/?/, '').split('/').filter(Boolean);
  return keys.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], whole) as Schema;
}

/** Whether a value says by a constant, such as the name of a protocol, that it is another variant. */
function contradicts({ properties = {}, type }: Schema, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (typeof type === 'string' && type !== (Array.isArray(value) ? 'array' : 'object')) return true;
  return Object.entries(properties).some(([key, schema]) => {
    const given = (value as Readonly<Record<string, unknown>>)[key];
    return given !== undefined && schema.const !== undefined && schema.const !== given;
  });
}

export interface Offer {
  readonly label: string;
  readonly detail: string;
  readonly info: string;
}

/** The settings that may stand in the mapping at a path, without those that are there. */
export function keysAt(path: Path, values: unknown): readonly Offer[] {
  const there = valueAt(path, values);
  const offers = new Map<string, Offer>();
  for (const { properties = {}, required = [] } of schemasAt(path, values))
    for (const [key, schema] of Object.entries(properties)) {
      if (offers.has(key) || hasKey(there, key)) continue;
      offers.set(key, {
        label: key,
        detail: required.includes(key) ? 'required' : '',
        info: aboutText(schema),
      });
    }
  return [...offers.values()];
}

/** The values that may stand at a path. */
export function valuesAt(path: Path, values: unknown): readonly Offer[] {
  const without = withoutValue(path, values);
  const all = schemasAt(path, without).flatMap((schema) => {
    const listed = schema.enum ?? (schema.const === undefined ? [] : [schema.const]);
    const flags = schema.type === 'boolean' ? [true, false] : [];
    const shown = listed.length + flags.length > 0 ? [] : [schema.default, ...(schema.examples ?? [])];
    return [...listed, ...flags, ...shown]
      .filter((value) => ['string', 'number', 'boolean'].includes(typeof value))
      .map((value) => ({
        label: String(value),
        detail: value === schema.default ? 'default' : '',
        info: schema.description ?? '',
      }));
  });
  return [...new Map(all.map((offer) => [offer.label, offer])).values()];
}

/** What the setting at a path means. */
export function aboutAt(path: Path, values: unknown): string | undefined {
  const texts = schemasAt(path, values).map((schema) => aboutText(schema));
  return [...new Set(texts)].filter((text) => text !== '').join('\n') || undefined;
}

function aboutText({ description = '', default: preset, minimum, maximum }: Schema): string {
  const range =
    minimum === undefined ? '' : maximum === undefined ? `at least ${minimum}` : `${minimum} to ${maximum}`;
  const usual = preset === undefined || typeof preset === 'object' ? '' : `default ${String(preset)}`;
  return [description, range, usual].filter((part) => part !== '').join('; ');
}

function valueAt(path: Path, values: unknown): unknown {
  return path.reduce<unknown>(
    (value, key) => (value as Readonly<Record<PropertyKey, unknown>> | null | undefined)?.[key],
    values,
  );
}

function hasKey(value: unknown, key: string): boolean {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key);
}

/** What is half written must not decide which alternatives there are. */
function withoutValue(path: Path, values: unknown): unknown {
  const copy: unknown = structuredClone(values);
  const parent = valueAt(path.slice(0, -1), copy);
  const key = path.at(-1);
  if (typeof parent === 'object' && parent !== null && key !== undefined) Reflect.deleteProperty(parent, key);
  return copy;
}
