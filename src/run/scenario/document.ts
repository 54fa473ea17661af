/** A YAML document that knows the position of everything in it, with overrides from the command line. */

import { Document, isAlias, isMap, isNode, isScalar, type Node, visit } from 'yaml';
import { CahootsError, CahootsErrors, type Place } from '../../core/base/errors.ts';
import { assignment } from './assignment.ts';
import { listOfValues, readYaml, valueOf, valueOrList, withValue, Yaml } from './yaml.ts';

type Path = readonly PropertyKey[];

export class ScenarioFile {
  readonly #file: string;
  readonly #isFile: boolean;
  readonly #yaml: Yaml;
  /** Overrides, in order. */
  readonly #changes: { readonly keys: readonly string[]; readonly value: unknown }[] = [];
  /** The document as plain values, absent until there is a change; and with all changes, for positions. */
  #changed: unknown;
  #whole: Document | undefined;
  /** Paths set from outside, and by what. */
  readonly #overrides = new Map<string, Place>();
  /** Paths with values from a point of a sweep, and the positions of those values. */
  readonly #laid = new Map<string, Place>();
  /** The `protocol` section that replaces the file's own, and where it was taken from. */
  #compared: { readonly path: Path; readonly protocol: object } | undefined;

  /**
   * @param from its actual path, if not its name; or its values, if the file is no longer available: then
   *   only paths say where a mistake is
   * @throws CahootsErrors if the file cannot be read or is not YAML
   */
  constructor(file: string, from: { readonly path: string } | { readonly values: unknown } = { path: file }) {
    this.#file = file;
    this.#isFile = 'path' in from;
    this.#yaml = 'path' in from ? readYaml(from.path) : new Yaml(new Document(from.values));
    const { document, lines } = this.#yaml;
    const problems = [...document.errors, ...document.warnings].map(({ code, message, pos }) => {
      const { line, col: column } = lines.linePos(pos[0]);
      if (code === 'MULTIPLE_DOCS')
        return new CahootsError('bad-input', 'expected one document, got several', { file, line, column });
      const what = (message.split('\n')[0] ?? '').replace(/ at line .*$/, '');
      return new CahootsError('bad-input', `expected YAML, got an error: ${what}`, { file, line, column });
    });
    if (problems.length > 0) throw new CahootsErrors(problems as [CahootsError]);
    if (!isMap(document.contents)) {
      const message = `expected a mapping of settings, got ${kindOf(document.toJS())}`;
      throw new CahootsError('bad-input', message, { file, line: 1, column: 1 });
    }
    if (!this.#yaml.sound) this.#checkAliases();
    this.#yaml.sound = true;
  }

  /**
   * Sets one value, as in `--set protocol.privacy=3`; the text after the sign is YAML.
   * @throws CahootsError if it is not a setting or lies below something that is not a mapping
   */
  set(setting: string): void {
    const { path, text, place } = assignment('--set', setting);
    this.#override(path.split('.'), text, valueOf, place);
  }

  /**
   * Lets a sweep vary a setting, as in `--axis protocol.privacy=1..4`, instead of how the file varies it.
   * @throws CahootsError if it names no values of a setting
   */
  vary(axis: string): void {
    const { path, text, place } = assignment('--axis', axis);
    this.#override(['sweep', path], text, path === 'seeds' ? valueOrList : listOfValues, place);
  }

  #override(keys: readonly string[], text: string, read: (text: string) => unknown, place: Place): void {
    this.#checkParents(keys, place);
    let value: unknown;
    try {
      value = read(text);
      JSON.stringify(value); // throws if it contains itself
    } catch {
      throw new CahootsError('bad-input', `expected a value in YAML, got ${text}`, place);
    }
    this.#change(keys, value);
    this.#overrides.set(keys.join('.'), place);
  }

  /**
   * Sets one value that is given elsewhere in the document, as in a sweep.
   * @throws CahootsError if it would lie below something that is not a mapping
   */
  lay(path: string, value: unknown, at: Path): void {
    const keys = path.split('.');
    const place = this.place(at);
    this.#checkParents(keys, place);
    if (this.#compared !== undefined && keys[0] === 'protocol' && keys.length > 1) {
      const protocol = withValue(this.#compared.protocol, keys.slice(1), value) as object;
      this.#compared = { ...this.#compared, protocol };
    } else this.#change(keys, value);
    this.#laid.set(path, place);
  }

  /**
   * Takes another protocol, by name or with settings, from the list at `path`. Settings of the file's own
   * protocol that it does not set carry over, if `knows` says that the other protocol has them.
   *
   * @param path of the list item
   * @throws CahootsError if there is neither a name nor a mapping with one
   */
  useProtocol(path: Path, knows: (protocol: string, setting: string) => boolean): void {
    const { protocol } = this.values as { protocol: object };
    const item = this.#valueAt(path);
    const named = typeof item === 'string' ? { name: item } : (item as { name?: unknown } | undefined);
    if (typeof named?.name !== 'string') {
      const message = `expected the name of a protocol, or a mapping with name, got ${this.show(path)}`;
      throw new CahootsError('bad-input', message, this.place(path));
    }
    const { name } = named;
    // The name stays in its place, so that the file's own protocol, taken from a list, is described as by the file.
    const carried = Object.entries(protocol).filter(
      ([setting]) => setting === 'name' || knows(name, setting),
    );
    this.#compared = { path, protocol: { ...Object.fromEntries(carried), ...named } };
  }

  /**
   * The document as plain values. Parts that no change affects are the same objects for every reader of the
   * same text.
   * @throws CahootsError if its aliases would expand to more than anybody writes
   */
  get values(): unknown {
    const values = (this.#changed ?? this.#plain) as object;
    return this.#compared === undefined ? values : { ...values, protocol: this.#compared.protocol };
  }

  /** Whether it is a file, and not what a trace or a row stores, and says no seed itself. */
  get isUnseeded(): boolean {
    return this.#isFile && !Object.hasOwn(this.#plain as object, 'seed');
  }

  get #plain(): unknown {
    try {
      return this.#yaml.values;
    } catch (error) {
      const place = { file: this.#file, line: 1, column: 1 };
      throw new CahootsError('bad-input', `expected fewer aliases, got: ${(error as Error).message}`, place);
    }
  }

  #change(keys: readonly string[], value: unknown): void {
    this.#changed = withValue(this.#changed ?? this.#plain, keys, value);
    this.#changes.push({ keys, value });
    this.#whole = undefined;
  }

  /** The document with all changes, built when a position is requested. */
  get #document(): Document {
    if (this.#whole === undefined) {
      const whole = this.#yaml.document.clone();
      for (const { keys, value } of this.#changes) setIn(whole, keys, value);
      this.#whole = whole;
    }
    return this.#whole;
  }

  /** The position of the value at a path, or of the nearest existing value around it. */
  place(path: Path): Place {
    const names = path.map(String);
    const above = (places: ReadonlyMap<string, Place>): Place | undefined => {
      for (let depth = path.length; depth > 0; depth--) {
        const place = places.get(names.slice(0, depth).join('.'));
        if (place === undefined) continue;
        // Below a mapping or a list that was set as a whole, the path says which of its values.
        return depth === path.length ? place : { ...place, path: `${place.path} ${names.join('.')}` };
      }
      return undefined;
    };
    const laid = above(this.#laid);
    if (laid !== undefined) return laid;
    const compared = this.#comparedPath(path);
    if (compared !== undefined) return this.place(compared);
    const set = above(this.#overrides);
    if (set !== undefined) return set;
    for (let depth = path.length; depth > 0; depth--) {
      const node = this.#document.getIn(path.slice(0, depth), true);
      if (!isNode(node)) continue;
      return hasPlace(node) ? this.#at(node, names.join('.')) : this.#setBelow(names.slice(0, depth));
    }
    return this.#at(this.#document.contents, names.join('.'));
  }

  /**
   * The position of a protocol's path if another protocol replaces the file's own; settings that carried over
   * keep their positions.
   */
  #comparedPath(path: Path): Path | undefined {
    if (this.#compared === undefined || path[0] !== 'protocol') return undefined;
    const own = [...this.#compared.path, ...path.slice(1)];
    // A protocol may be listed by its name alone.
    const isOwn = path[1] === 'name' || this.#document.hasIn(own) || !this.#document.hasIn(path);
    return isOwn ? own : undefined;
  }

  /** The position of the key at the end of a path. */
  keyPlace(path: Path): Place {
    const parent =
      path.length === 1 ? this.#document.contents : this.#document.getIn(path.slice(0, -1), true);
    const key = isMap(parent)
      ? parent.items.find((item) => String(item.key) === path.at(-1))?.key
      : undefined;
    return isNode(key) && hasPlace(key) ? this.#at(key, path.map(String).join('.')) : this.place(path);
  }

  /** The value at a path as a short text; `nothing` if there is none. */
  show(path: Path): string {
    const value = this.#valueAt(path);
    if (value === undefined) return 'nothing';
    // YAML has notations that JSON lacks.
    if (typeof value === 'number' && !Number.isFinite(value)) {
      return Number.isNaN(value) ? '.nan' : value > 0 ? '.inf' : '-.inf';
    }
    const text = JSON.stringify(value);
    return text.length <= 60 ? text : `${text.slice(0, 57)}...`;
  }

  #valueAt(path: Path): unknown {
    let value: unknown = this.values;
    for (const key of path) value = (value as Record<PropertyKey, unknown> | null | undefined)?.[key];
    return value;
  }

  /** Every alias must have an anchor, and must not lie inside the value that it refers to. */
  #checkAliases(): void {
    const refuse = (node: Node, message: string): never => {
      throw new CahootsError('bad-input', message, this.#at(node, ''));
    };
    visit(this.#document, {
      Pair: (_, { key }) =>
        isScalar(key) ? undefined : refuse(key as Node, 'expected a key, got a list or a mapping'),
      Alias: (_, alias, ancestors) => {
        const target = alias.resolve(this.#document);
        if (target === undefined)
          return refuse(alias, `expected an anchor &${alias.source}, got only its alias`);
        if (ancestors.includes(target))
          return refuse(alias, `expected a value, got *${alias.source} inside itself`);
        return undefined;
      },
    });
  }

  /** Checks that a setting from outside has mappings, or lists, to be set in. */
  #checkParents(keys: readonly string[], place: Place): void {
    let parent: unknown = this.values;
    for (const [depth, key] of keys.slice(0, -1).entries()) {
      parent = Object.hasOwn(parent as object, key)
        ? (parent as Readonly<Record<string, unknown>>)[key]
        : null;
      if (parent === undefined || parent === null) return;
      const path = keys.slice(0, depth + 1).join('.');
      if (typeof parent !== 'object')
        throw new CahootsError(
          'bad-input',
          `expected a mapping at ${path}, got ${JSON.stringify(parent)}`,
          place,
        );
      if (Array.isArray(parent) && !/^\d+$/.test(keys[depth + 1]))
        throw new CahootsError('bad-input', `expected the number of an item, got ${keys[depth + 1]}`, place);
    }
  }

  /** The override that created a value without a line of its own. */
  #setBelow(names: readonly string[]): Place {
    const prefix = `${names.join('.')}.`;
    const made = [...this.#laid, ...this.#overrides].find(([path]) => path.startsWith(prefix));
    return made?.[1] ?? { path: names.join('.') };
  }

  #at(node: Node | null, path: string): Place {
    const { line, col: column } = this.#yaml.lines.linePos(node?.range?.[0] ?? 0);
    return { file: this.#file, line, column, path };
  }
}

/** What a document is that is no mapping, without quoting it. */
function kindOf(whole: unknown): string {
  if (whole === null || whole === undefined) return 'nothing';
  return Array.isArray(whole) ? 'a list' : `a ${typeof whole === 'string' ? 'text' : typeof whole}`;
}

/** Whether a node is in the file; one set from outside is not. */
function hasPlace(node: Node): boolean {
  return node.range !== undefined && node.range !== null;
}

/** Sets a value within mappings and lists, creating mappings that are missing. */
function setIn(document: Document, keys: readonly string[], value: unknown): void {
  for (let depth = 1; depth < keys.length; depth++) {
    const parents = keys.slice(0, depth);
    const parent = document.getIn(parents, true);
    if (isAlias(parent)) return;
    if (isScalar(parent) && parent.value === null) document.setIn(parents, document.createNode({}));
  }
  document.setIn(keys, document.createNode(value));
}
