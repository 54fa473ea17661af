/** A YAML document that knows where everything in it stands, with settings from the command line laid over it. */

import { Document, isAlias, isMap, isNode, isScalar, type Node, visit } from 'yaml';
import { CahootsError, CahootsErrors, type Place } from '../base/errors.ts';
import { readYaml, valueOf, withValue, Yaml } from './yaml.ts';

type Path = readonly PropertyKey[];

export class ScenarioFile {
  readonly #file: string;
  readonly #yaml: Yaml;
  /** What was set or laid over it, in order. */
  readonly #changes: { readonly keys: readonly string[]; readonly value: unknown }[] = [];
  /** The document as plain values, absent until there was a change; and with all changes in it, for places. */
  #changed: unknown;
  #whole: Document | undefined;
  /** Paths that were set from outside, and from where. */
  readonly #overrides = new Map<string, Place>();
  /** Paths that have the value of a point of a sweep, and where that stands. */
  readonly #laid = new Map<string, Place>();
  /** The `protocol` section that stands in for the file's own, and where it was taken from. */
  #compared: { readonly path: Path; readonly protocol: object } | undefined;

  /**
   * @param from where it lies, if not where its name says; or what was in it, where it is no longer at hand: then only paths
   * say where a mistake stands
   * @throws CahootsErrors when the file cannot be read or is no YAML
   */
  constructor(file: string, from: { readonly path: string } | { readonly values: unknown } = { path: file }) {
    this.#file = file;
    this.#yaml = 'path' in from ? readYaml(from.path) : new Yaml(new Document(from.values));
    const { document, lines } = this.#yaml;
    const problems = [...document.errors, ...document.warnings].map(({ message, pos }) => {
      const { line, col: column } = lines.linePos(pos[0]);
      const what = (message.split('\n')[0] ?? '').replace(/ at line .*$/, '');
      return new CahootsError('bad-input', `expected YAML, got a mistake: ${what}`, { file, line, column });
    });
    if (problems.length > 0) throw new CahootsErrors(problems as [CahootsError]);
    if (!isMap(document.contents)) {
      throw new CahootsError('bad-input', 'expected a mapping of settings', { file, line: 1, column: 1 });
    }
    if (!this.#yaml.sound) this.#checkAliases();
    this.#yaml.sound = true;
  }

  /**
   * Sets one value, as `--set protocol.privacy=3` does; the text behind the sign is YAML.
   * @throws CahootsError when it is no setting or stands below something that is no mapping
   */
  set(setting: string): void {
    const [, path, text] = /^([\w-]+(?:\.[\w-]+)*)=(.*)$/s.exec(setting) ?? [];
    if (path === undefined || text === undefined) {
      throw new CahootsError('bad-input', `expected path=value, got ${setting}`, { path: '--set' });
    }
    const keys = path.split('.');
    const place = { path: `--set ${setting}` };
    this.#checkParents(keys, place);
    let value: unknown;
    try {
      value = valueOf(text);
      JSON.stringify(value); // throws when it contains itself
    } catch {
      throw new CahootsError('bad-input', `expected a value in YAML, got ${text}`, place);
    }
    this.#change(keys, value);
    this.#overrides.set(path, place);
  }

  /**
   * Sets one value that stands elsewhere in the document, as a sweep does.
   * @throws CahootsError when it would stand below something that is no mapping
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
   * Takes another protocol, by its name or with settings, from where it is listed. Settings that it does not name and that the
   * file's own protocol names carry over where `knows` says that the other one has them.
   *
   * @param path of the item of the list
   * @throws CahootsError where there is neither a name nor a mapping with one
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
    const carried = Object.entries(protocol).filter(([setting]) => knows(name, setting));
    this.#compared = { path, protocol: { ...Object.fromEntries(carried), ...named } };
  }

  /**
   * The document as plain values. Those of one text that no change is about are the same objects for whoever reads it.
   * @throws CahootsError when its aliases would unfold to more than anybody writes
   */
  get values(): unknown {
    const values = (this.#changed ?? this.#plain) as object;
    return this.#compared === undefined ? values : { ...values, protocol: this.#compared.protocol };
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

  /** The document with all changes, made when somebody asks where something stands. */
  get #document(): Document {
    if (this.#whole === undefined) {
      const whole = this.#yaml.document.clone();
      for (const { keys, value } of this.#changes) setIn(whole, keys, value);
      this.#whole = whole;
    }
    return this.#whole;
  }

  /** Where the value at a path stands, or the nearest thing around it that is there. */
  place(path: Path): Place {
    const names = path.map(String);
    const above = (places: ReadonlyMap<string, Place>): Place | undefined => {
      for (let depth = path.length; depth > 0; depth--) {
        const place = places.get(names.slice(0, depth).join('.'));
        if (place !== undefined) return place;
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

  /** Where a path of the protocol leads when another stands in for it; settings that carried over stay where they are. */
  #comparedPath(path: Path): Path | undefined {
    if (this.#compared === undefined || path[0] !== 'protocol') return undefined;
    const own = [...this.#compared.path, ...path.slice(1)];
    // A protocol may be listed by its name alone.
    const isOwn = path[1] === 'name' || this.#document.hasIn(own) || !this.#document.hasIn(path);
    return isOwn ? own : undefined;
  }

  /** Where the key at the end of a path stands. */
  keyPlace(path: Path): Place {
    const parent =
      path.length === 1 ? this.#document.contents : this.#document.getIn(path.slice(0, -1), true);
    const key = isMap(parent)
      ? parent.items.find((item) => String(item.key) === path.at(-1))?.key
      : undefined;
    return isNode(key) && hasPlace(key) ? this.#at(key, path.map(String).join('.')) : this.place(path);
  }

  /** The value at a path as a short text; `nothing` where there is none. */
  show(path: Path): string {
    const value = this.#valueAt(path);
    if (value === undefined) return 'nothing';
    // As YAML writes what JSON has no word for.
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

  /** Every alias must have its anchor, and not stand inside what it is an alias of. */
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

  /** Makes sure that a setting from outside has mappings, or lists, to stand in. */
  #checkParents(keys: readonly string[], place: Place): void {
    let parent: unknown = this.values;
    for (const [depth, key] of keys.slice(0, -1).entries()) {
      parent = Object.hasOwn(parent as object, key)
        ? (parent as Readonly<Record<string, unknown>>)[key]
        : null;
      if (parent === undefined || parent === null) return;
      const path = keys.slice(0, depth + 1).join('.');
      if (typeof parent !== 'object')
        throw new CahootsError('bad-input', `expected a mapping, got a value at ${path}`, place);
      if (Array.isArray(parent) && !/^\d+$/.test(keys[depth + 1]))
        throw new CahootsError('bad-input', `expected the number of an item, got ${keys[depth + 1]}`, place);
    }
  }

  /** The setting from outside that made something which stands in no line. */
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

/** Whether a node stands in the file; one that was set from outside does not. */
function hasPlace(node: Node): boolean {
  return node.range !== undefined && node.range !== null;
}

/** Sets a value that is to stand in mappings and lists, of which those are made that are not there. */
function setIn(document: Document, keys: readonly string[], value: unknown): void {
  for (let depth = 1; depth < keys.length; depth++) {
    const parents = keys.slice(0, depth);
    const parent = document.getIn(parents, true);
    if (isAlias(parent)) return;
    if (isScalar(parent) && parent.value === null) document.setIn(parents, document.createNode({}));
  }
  document.setIn(keys, document.createNode(value));
}
