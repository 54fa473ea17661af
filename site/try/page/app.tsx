/** The page. */

import { useEffect, useReducer, useRef, useState } from 'preact/hooks';
import { themeButton } from '../../../src/output/page/client/theme.ts';
import { wake } from '../../../src/output/page/client/wake.ts';
import { Break } from './break.tsx';
import { DataView } from './data-view.tsx';
import { Editor } from './editor/editor.tsx';
import { type View, VIEWS } from './link.ts';
import { Html, Report } from './report.tsx';
import type { Session } from './session.ts';
import { Stage } from './stage.tsx';
import { Status, Toolbar } from './toolbar.tsx';

const TITLES: Readonly<Record<View, string>> = {
  break: 'Break it',
  scenario: 'Scenario',
  data: 'Your data',
};

export function App({ session }: { session: Session }) {
  const [, follow] = useReducer((count: number) => count + 1, 0);
  const [look, setLook] = useState(0);
  const theme = useRef<HTMLButtonElement>(null);
  useEffect(() => session.subscribe(() => follow(undefined as never)), []);
  useEffect(() => {
    if (theme.current !== null) themeButton(theme.current, () => setLook((count) => count + 1));
  }, []);
  const { scenario, stage, report, comparison, running, view, text } = session.state;
  return (
    <>
      <header>
        <div>
          <h1>
            <a href="../">Cahoots</a> in your browser
          </h1>
          <p class="faint">
            The simulator itself, running on your machine: the same protocols, the same bytes, the same trace
            hash as on the command line.
          </p>
        </div>
        <button type="button" class="theme" ref={theme}>
          dark
        </button>
      </header>
      <main>
        <Toolbar session={session} />
        <Status session={session} />
        <div class="work">
          <div class={`seen ${running ? 'old' : ''}`}>
            {scenario !== undefined && <About text={text} />}
            {stage === undefined ? (
              <div class="waiting" aria-hidden="true" />
            ) : (
              <Stage session={session} shown={stage} look={look} />
            )}
          </div>
          <Panel session={session} view={view} />
        </div>
        {comparison !== undefined && <Comparison html={comparison.html} />}
        {report !== undefined && (
          <div class={running ? 'old' : ''}>
            <h2 class="hidden">What the run gave</h2>
            <Html html={report.top} />
            <Report report={report} look={look} />
          </div>
        )}
      </main>
      <footer class="faint">
        <p>
          <a href="../">Documentation</a> · everything runs in this page, and nothing is sent anywhere ·{' '}
          <a href="licences.txt">licences of what it is made of</a>
        </p>
      </footer>
    </>
  );
}

/** Protocols side by side, as `cahoots compare` reports them. */
function Comparison({ html }: { html: string }) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (section.current === null) return;
    wake(section.current);
    section.current.scrollIntoView();
  }, [html]);
  return (
    <section class="comparison" ref={section} aria-label="Protocols compared">
      <h2>Protocols compared</h2>
      <Html html={html} />
    </section>
  );
}

/** What the scenario is about, and what to look at: its first comment. */
function About({ text }: { text: string }) {
  const [comment = ''] = /^(?:#.*\n)+/.exec(text) ?? [];
  const words = comment.replaceAll(/^# ?/gm, '').replaceAll('\n', ' ').trim();
  return words === '' ? null : <p class="about-run">{words}</p>;
}

/** One of three ways to change the run, as tabs. */
function Panel({ session, view }: { session: Session; view: View }) {
  const move = (event: KeyboardEvent): void => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by === undefined) return;
    const next = VIEWS[(VIEWS.indexOf(view) + by + VIEWS.length) % VIEWS.length];
    session.show(next);
    document.getElementById(`tab-${next}`)?.focus();
  };
  return (
    <aside class="panel" aria-label="Changes">
      <div role="tablist" aria-label="Ways to change the run" onKeyDown={move}>
        {VIEWS.map((one) => (
          <button
            type="button"
            role="tab"
            key={one}
            id={`tab-${one}`}
            aria-selected={one === view}
            aria-controls="panel"
            tabIndex={one === view ? 0 : -1}
            onClick={() => session.show(one)}
          >
            {TITLES[one]}
          </button>
        ))}
      </div>
      <div role="tabpanel" id="panel" aria-labelledby={`tab-${view}`}>
        {view === 'break' && <Break session={session} />}
        {view === 'scenario' && <Editor session={session} />}
        {view === 'data' && <DataView session={session} />}
      </div>
    </aside>
  );
}
