/** CodeMirror for scenarios: completion and hover from their schema, mistakes at their places. */

import {
  autocompletion,
  closeBrackets,
  type CompletionContext,
  type CompletionResult,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import { HighlightStyle, indentUnit, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  hoverTooltip,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { Problem } from '../../shapes.ts';
import { placeOf, settingAt } from './place.ts';
import { aboutAt, keysAt, valuesAt } from './schema.ts';

const colours = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], class: 'tok-key' },
  { tag: tags.comment, class: 'tok-comment' },
  { tag: [tags.string, tags.content], class: 'tok-text' },
  { tag: [tags.number, tags.bool, tags.null, tags.keyword], class: 'tok-number' },
]);

function complete(context: CompletionContext): CompletionResult | null {
  const { state, pos, explicit } = context;
  const word = context.matchBefore(/[\w.%-]*/)?.text ?? '';
  const text = state.doc.toString();
  const before = text.slice(0, pos);
  if (!explicit && word === '' && !/(?::|[{,-]) $/.test(before)) return null;
  if (/#[^\n]*$/.test(before)) return null;
  const place = placeOf(before, word, text.slice(pos));
  if (place === undefined) return null;
  const isKey = place.writes === 'key';
  const offers = isKey ? keysAt(place.path, place.values) : valuesAt(place.path, place.values);
  if (offers.length === 0) return null;
  const hasColon = /^[\w-]*\s*:/.test(text.slice(pos));
  return {
    from: pos - word.length,
    options: offers.map(({ label, detail, info }) => ({
      label,
      detail,
      info,
      type: isKey ? 'property' : 'constant',
      apply: isKey && !hasColon ? `${label}: ` : label,
      boost: detail === 'required' ? 1 : 0,
    })),
  };
}

const hover = hoverTooltip((view, pos) => {
  const found = settingAt(view.state.doc.toString(), pos);
  const about = found && aboutAt(found.path, found.values);
  if (found === undefined || about === undefined) return null;
  return {
    pos,
    create() {
      const dom = document.createElement('div');
      dom.className = 'about';
      const name = document.createElement('b');
      name.textContent = found.path.join('.');
      dom.append(name, ...about.split('\n').map((line) => paragraph(line)));
      return { dom };
    },
  };
});

function paragraph(line: string): HTMLElement {
  const element = document.createElement('p');
  element.textContent = line;
  return element;
}

export interface Editor {
  /** Shows a text that was changed elsewhere. */
  show(text: string): void;
  mark(problems: readonly Problem[]): void;
  destroy(): void;
}

export function openEditor(
  parent: HTMLElement,
  text: string,
  { changed, run }: { readonly changed: (text: string) => void; readonly run: () => void },
): Editor {
  let isOurs = false;
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        lintGutter(),
        history(),
        drawSelection(),
        highlightActiveLine(),
        indentUnit.of('  '),
        yaml(),
        syntaxHighlighting(colours),
        closeBrackets(),
        autocompletion({ override: [complete] }),
        hover,
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({
          'aria-label': 'The scenario, in YAML. Escape, then Tab leaves the editor.',
        }),
        keymap.of([
          { key: 'Mod-Enter', run: () => (run(), true) },
          ...completionKeymap,
          ...defaultKeymap,
          ...historyKeymap,
          indentWithTab,
        ]),
        EditorView.updateListener.of(({ docChanged, state }) => {
          if (docChanged && !isOurs) changed(state.doc.toString());
        }),
      ],
    }),
  });
  return {
    show(next) {
      if (next === view.state.doc.toString()) return;
      isOurs = true;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } });
      isOurs = false;
    },
    mark(problems) {
      const { doc } = view.state;
      const diagnostics = problems.map(({ message, line = 1, column = 1 }): Diagnostic => {
        const { from, to, text: written } = doc.line(Math.max(1, Math.min(doc.lines, line)));
        const start = Math.min(to, from + column - 1);
        const [word = ''] = /^[^\s,:{}[\]#]+/.exec(written.slice(start - from)) ?? [];
        return {
          from: start,
          to: Math.max(Math.min(to, start + 1), start + word.length),
          severity: 'error',
          message,
        };
      });
      view.dispatch(setDiagnostics(view.state, diagnostics));
    },
    destroy: () => view.destroy(),
  };
}
