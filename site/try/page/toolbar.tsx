/** What runs: which scenario, with which seed; and what to do with the run. */

import { paths } from 'made:shipped';
import { useMemo } from 'preact/hooks';
import { timeText } from '../../../src/output/page/client/words.ts';
import type { Ran } from '../shapes.ts';
import { Text } from './edit.ts';
import { MOST_MS, type Session, textOf } from './session.ts';

const GROUPS: readonly (readonly [title: string, starts: string])[] = [
  ['Protocols', ''],
  ['A bad day', 'faults/'],
  ['Coalitions', 'attacks/'],
];

export function Toolbar({ session }: { session: Session }) {
  const { scenario, text, running, progress } = session.state;
  const written = useMemo(() => new Text(text), [text]);
  const seed = written.get('seed');
  const listed = (starts: string) =>
    paths.filter((path) => (starts === '' ? !path.includes('/') : path.startsWith(starts)));
  const isChanged = scenario !== undefined && text !== textOf(scenario);
  return (
    <div class="toolbar">
      <label class="field">
        <span>Scenario</span>
        <select
          value={scenario ?? ''}
          onChange={({ currentTarget }) => void session.pick(currentTarget.value)}
        >
          {scenario === undefined && <option value="">your own data</option>}
          {GROUPS.map(([title, starts]) => (
            <optgroup key={title} label={title}>
              {listed(starts).map((path) => (
                <option key={path} value={path}>
                  {path.slice(starts.length)}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      </label>
      <label class="field seed">
        <span>Seed</span>
        <input
          type="number"
          min={0}
          step={1}
          value={typeof seed === 'number' ? seed : ''}
          disabled={!written.sound}
          onInput={({ currentTarget }) => {
            const value = Number(currentTarget.value);
            if (currentTarget.value !== '' && Number.isSafeInteger(value) && value >= 0)
              session.edit(written.with(['seed'], value), { live: true });
          }}
        />
      </label>
      {running ? (
        <button type="button" class="main" onClick={() => void session.cancel()}>
          Cancel
        </button>
      ) : (
        <button type="button" class="main" onClick={() => void session.run()}>
          Run
        </button>
      )}
      {isChanged && (
        <button
          type="button"
          onClick={() => void session.pick(scenario)}
          title={`the scenario ${scenario} as it comes with Cahoots`}
        >
          Undo changes
        </button>
      )}
      {running && progress !== undefined && progress.of > 0 && (
        <progress max={progress.of} value={progress.done} aria-label="rounds" />
      )}
      <Share session={session} />
    </div>
  );
}

/** How the run ended, in one line, or how far it has come. */
export function Status({ session }: { session: Session }) {
  const { running, progress, ran, promised, problems, said } = session.state;
  return (
    <div class="status" role="status" aria-live="polite">
      {running ? (
        <p>{progress === undefined ? 'Running …' : `Running: ${progress.text}`}</p>
      ) : (
        ran !== undefined &&
        problems.length === 0 && <Ended session={session} ran={ran} promised={promised} />
      )}
      {!running && problems.length > 0 && (
        <ul class="notes problems">
          {problems.map(({ message, kind }) => (
            <li key={message} class="error">
              {kind === 'ours' ? <pre>{message}</pre> : message}
            </li>
          ))}
        </ul>
      )}
      {said !== '' && <p class="said">{said}</p>}
    </div>
  );
}

const WHY = {
  asked: 'Cancelled',
  time: `Stopped, as it took longer than ${MOST_MS / 1000} s`,
  memory: 'Stopped, as its trace became larger than a page can hold',
} as const;

function Ended({ session, ran, promised }: { session: Session; ran: Ran; promised: string | undefined }) {
  if (ran.kind === 'stopped')
    return (
      <p>
        {WHY[ran.why]}: {ran.reached}. There is no result.{' '}
        {ran.why === 'time' && (
          <button type="button" onClick={() => void session.run(10 * session.mostMs)}>
            Run for up to {(10 * session.mostMs) / 60_000} minutes
          </button>
        )}
      </p>
    );
  return (
    <p>
      {timeText(ran.endNs)} of virtual time and {ran.messages.toLocaleString('en-US')} messages, in{' '}
      {ran.tookMs < 1000 ? `${Math.round(ran.tookMs)} ms` : `${(ran.tookMs / 1000).toFixed(1)} s`}.{' '}
      <span class="hash">
        Trace hash{' '}
        <code title={`${ran.hash}: the same on any machine, and on the command line`}>{ran.hash}</code>
      </span>{' '}
      {promised !== undefined &&
        (promised === ran.hash ? (
          <b class="good">the same run as the link’s</b>
        ) : (
          <b class="bad">
            another run than the link’s, which had {promised.slice(0, 16)}…: it was made with another version
          </b>
        ))}
    </p>
  );
}

function Share({ session }: { session: Session }) {
  const { text, scenario, ran, report } = session.state;
  const name = ran?.kind === 'ran' ? ran.name : (scenario ?? 'scenario').replace(/^.*\//, '');
  const isShipped = scenario !== undefined && text === textOf(scenario);
  const copy = async (what: string, content: string): Promise<void> => {
    try {
      await navigator.clipboard.writeText(content);
      session.say(`Copied the ${what}.`);
    } catch {
      // Pages opened as files may not write to the clipboard.
      session.say(content);
    }
  };
  const link = (): string => {
    const url = new URL(location.href);
    url.hash = session.link;
    return url.href;
  };
  return (
    <div class="share" role="group" aria-label="This run">
      <button type="button" onClick={() => void copy('link', link())}>
        Copy link
      </button>
      <button
        type="button"
        onClick={() =>
          void copy(
            'command',
            isShipped ? `cahoots run scenarios/${scenario}.yaml` : writing(`${name}.yaml`, text),
          )
        }
      >
        Copy as command
      </button>
      <button type="button" onClick={() => download(`${name}.yaml`, text, 'application/yaml')}>
        Download scenario
      </button>
      <button
        type="button"
        disabled={report === undefined}
        onClick={() => report && download(`${name}.html`, report.page, 'text/html')}
      >
        Download report
      </button>
    </div>
  );
}

function download(name: string, content: string, type: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** A command for a shell that writes the scenario to a file, and runs that; whatever a link's text says, it runs nothing else. */
function writing(name: string, text: string): string {
  const file = name.replaceAll(/[^\w.-]/g, '-');
  const lines = text.trimEnd().split('\n');
  let end = 'END';
  while (lines.includes(end)) end += '_';
  return [`cat > ./${file} <<'${end}'`, ...lines, end, `cahoots run ./${file}`].join('\n');
}
