/** Changes to a scenario's text that keep its comments and its order. */

import { type Document, isMap, isSeq, parseDocument, type YAMLMap, type YAMLSeq } from 'yaml';

/** What a party can be made to do, and the fault that does it. */
export const TROUBLES = {
  slow: { says: 'is slow', fault: { fault: 'slow', factor: 20 } },
  crash: { says: 'crashes', fault: { fault: 'crash', when: { round: 1 }, restartAfter: '1s' } },
  dropout: { says: 'leaves', fault: { fault: 'dropout', when: { round: 1 } } },
  falsify: { says: 'lies', fault: { fault: 'falsify' } },
} as const;

export type Trouble = keyof typeof TROUBLES;

/** A scenario's text as far as controls show it. */
export class Text {
  readonly #document: Document;
  /** Whether it can be edited by controls. */
  readonly sound: boolean;

  constructor(text: string) {
    this.#document = parseDocument(text);
    this.sound = this.#document.errors.length === 0 && isMap(this.#document.contents);
  }

  get(...path: readonly (string | number)[]): unknown {
    if (!this.sound) return undefined;
    const value = this.#document.getIn(path) as { toJSON?: () => unknown } | undefined;
    return typeof value === 'object' && value !== null && 'toJSON' in value ? value.toJSON?.() : value;
  }

  /** @param value undefined takes the setting away */
  with(path: readonly (string | number)[], value: unknown): string {
    const { document } = this.#changed();
    if (value === undefined) document.deleteIn(path);
    else document.setIn(path, flowing(document, value));
    return textOf(document);
  }

  /** What a party was made to do. */
  troubleOf(party: string): Trouble | undefined {
    const faults = this.get('faults');
    if (!Array.isArray(faults)) return undefined;
    const own = (faults as { readonly fault?: string; readonly who?: unknown }[]).find(
      ({ fault = '', who }) => fault in TROUBLES && isOnly(who, party),
    );
    return own?.fault as Trouble | undefined;
  }

  withTrouble(party: string, trouble: Trouble | undefined): string {
    const { document } = this.#changed();
    const faults = sequence(document, 'faults');
    faults.items = faults.items.filter((item) => {
      const { fault = '', who } = (isMap(item) ? item.toJSON() : {}) as { fault?: string; who?: unknown };
      return !(fault in TROUBLES && isOnly(who, party));
    });
    if (trouble !== undefined) {
      const { fault, ...settings } = TROUBLES[trouble].fault;
      faults.items.push(flowing(document, { fault, who: party, ...settings }) as YAMLMap);
    }
    if (faults.items.length === 0) document.delete('faults');
    return textOf(document);
  }

  /** The members of the first coalition that is given by names. */
  get coalition(): readonly string[] {
    const entries = this.get('collusion');
    if (!Array.isArray(entries)) return [];
    const named = (entries as { readonly members?: unknown }[]).find(({ members }) => Array.isArray(members));
    return (named?.members ?? []) as readonly string[];
  }

  withCoalition(members: readonly string[]): string {
    const { document } = this.#changed();
    const entries = sequence(document, 'collusion');
    const at = entries.items.findIndex((item) => isMap(item) && isSeq(item.get('members', true)));
    if (members.length === 0) {
      if (at >= 0) entries.items.splice(at, 1);
    } else if (at >= 0) (entries.items[at] as YAMLMap).set('members', flowing(document, members));
    else entries.items.push(flowing(document, { members }) as YAMLMap);
    if (entries.items.length === 0) document.delete('collusion');
    return textOf(document);
  }

  #changed(): { readonly document: Document } {
    return { document: this.#document.clone() };
  }
}

/** A text with changes as `--set` takes them, such as `protocol.privacy=3`. */
export function withChanges(text: string, changes: readonly string[]): string {
  return changes.reduce((changed, one) => {
    const at = one.indexOf('=');
    const value = new Text(`value: ${one.slice(at + 1)}`).get('value');
    return new Text(changed).with(one.slice(0, at).split('.'), value);
  }, text);
}

function isOnly(who: unknown, party: string): boolean {
  return who === party || (Array.isArray(who) && who.length === 1 && who[0] === party);
}

function sequence(document: Document, key: string): YAMLSeq<YAMLMap> {
  const found = document.get(key, true);
  if (isSeq(found)) return found as YAMLSeq<YAMLMap>;
  const made = document.createNode([]) as YAMLSeq<YAMLMap>;
  document.set(key, made);
  return made;
}

/** Collections on one line, as the scenarios that come with Cahoots write them. */
function flowing(document: Document, value: unknown): unknown {
  return document.createNode(value, { flow: true });
}

function textOf(document: Document): string {
  const text = document.toString({ lineWidth: 0, flowCollectionPadding: true });
  // Lists without the spaces of mappings, where no quoted text or comment can look like one.
  return text.replaceAll(/^[^'"#\n]*$/gm, (line) => line.replaceAll(/\[ ([^[\]]*) \]/g, '[$1]'));
}
