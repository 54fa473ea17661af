/** A YAML document that knows where everything in it stands, with settings from the command line laid over it. */

import { readFileSync } from 'node:fs';
import { isMap, isNode, isScalar, LineCounter, parse, parseDocument, type Document, type Node } from 'yaml';
import { CahootsError, CahootsErrors, type Place } from '../errors.ts';

type Path = readonly PropertyKey[];

export class ScenarioFile {
  readonly #file: string;
  readonly #document: Document;
  readonly #lines: LineCounter;
  /** Paths that were set from outside, with the text that set them. */
  readonly #overrides = new Map<string, string>();

  /** @throws CahootsErrors when the file cannot be read or is no YAML */
  constructor(file: string) {
    this.#file = file;
    this.#lines = new LineCounter();
    this.#document = parseDocument(readText(file), { lineCounter: this.#lines });
    const problems = [...this.#document.errors, ...this.#document.warnings].map(({ message, pos }) => {
      const { line, col: column } = this.#lines.linePos(pos[0]);
      const what = (message.split('\n')[0] ?? '').replace(/ at line .*$/, '');
      return new CahootsError('bad-input', `expected YAML, got a mistake: ${what}`, { file, line, column });
    });
    if (problems.length > 0) throw new CahootsErrors(problems as [CahootsError]);
    if (!isMap(this.#document.contents)) {
      throw new CahootsError('bad-input', 'expected a mapping of settings', { file, line: 1, column: 1 });
    }
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
    for (let depth = 1; depth < keys.length; depth++) {
      const parent = this.#document.getIn(keys.slice(0, depth), true);
      if (parent !== undefined && isScalar(parent)) {
        const got = `a value at ${keys.slice(0, depth).join('.')}`;
        throw new CahootsError('bad-input', `expected a mapping, got ${got}`, { path: `--set ${setting}` });
      }
    }
    try {
      this.#document.setIn(keys, this.#document.createNode(parse(text)));
    } catch {
      throw new CahootsError('bad-input', `expected a value in YAML, got ${text}`, {
        path: `--set ${setting}`,
      });
    }
    this.#overrides.set(path, setting);
  }

  /** The document as plain values. */
  get values(): unknown {
    return this.#document.toJS();
  }

  /** Where the value at a path stands, or the nearest thing around it that is there. */
  place(path: Path): Place {
    const name = path.map(String).join('.');
    for (let depth = path.length; depth > 0; depth--) {
      const setting = this.#overrides.get(path.slice(0, depth).map(String).join('.'));
      if (setting !== undefined) return { path: `--set ${setting}` };
    }
    for (let depth = path.length; depth > 0; depth--) {
      const node = this.#document.getIn(path.slice(0, depth), true);
      if (isNode(node)) return this.#at(node, name);
    }
    return this.#at(this.#document.contents, name);
  }

  /** Where the key at the end of a path stands. */
  keyPlace(path: Path): Place {
    const key = String(path.at(-1));
    const parent =
      path.length === 1 ? this.#document.contents : this.#document.getIn(path.slice(0, -1), true);
    const pair = isMap(parent) ? parent.items.find((item) => String(item.key) === key) : undefined;
    const overridden = this.#overrides.has(path.map(String).join('.'));
    if (overridden || pair === undefined || !isNode(pair.key)) return this.place(path);
    return this.#at(pair.key, path.map(String).join('.'));
  }

  /** The value at a path as a short text; `nothing` where there is none. */
  show(path: Path): string {
    const value: unknown = path.length === 0 ? this.values : this.#document.getIn(path);
    if (value === undefined) return 'nothing';
    const text = JSON.stringify(isNode(value) ? value.toJS(this.#document) : value);
    return text.length <= 60 ? text : `${text.slice(0, 57)}...`;
  }

  #at(node: Node | null, path: string): Place {
    const { line, col: column } = this.#lines.linePos(node?.range?.[0] ?? 0);
    return { file: this.#file, line, column, path };
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const reason =
      (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'no such file' : (error as Error).message;
    throw new CahootsError('bad-input', `expected a scenario, got ${reason}`, { file });
  }
}
