/** The run as it happens: messages between parties in virtual time, and the points in their clusters beside it. */

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { withTimes } from '../../../src/output/page/client/data.ts';
import { messageWords, timeText } from '../../../src/output/page/client/words.ts';
import type { Contents, Stage as Shown } from '../shapes.ts';
import { colourOf, coloursOf } from './colours.ts';
import { PartyLabels } from './parties.tsx';
import { Player, SPEEDS } from './player.ts';
import { PointsView } from './points-view.tsx';
import type { Session } from './session.ts';
import { lanesOf, SpaceTime } from './space-time.ts';

const isCalm = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** @param look changes whenever colours do */
export function Stage({ session, shown, look }: { session: Session; shown: Shown; look: number }) {
  const run = useMemo(() => withTimes(shown.payload), [shown]);
  const servers = useServers(session);
  const lanes = useMemo(() => lanesOf(run, servers), [run, servers]);
  const laneHeight = lanes.length > 24 ? 15 : lanes.length > 14 ? 20 : 27;
  const canvas = useRef<HTMLCanvasElement>(null);
  const picture = useRef<SpaceTime | undefined>(undefined);
  const [, redraw] = useState(0);
  const [selected, select] = useState<number>();
  const player = useMemo(() => new Player(run.endNs, () => redraw((count) => count + 1)), [run]);

  useEffect(() => {
    if (canvas.current !== null) picture.current = new SpaceTime(canvas.current, run, lanes, laneHeight);
    select(undefined);
    if (isCalm()) player.seek(run.endNs);
    else player.play();
    return () => player.pause();
  }, [run]);
  useEffect(() => {
    const observer = new ResizeObserver(() => redraw((count) => count + 1));
    if (canvas.current !== null) observer.observe(canvas.current);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    if (canvas.current !== null) picture.current?.draw(player.timeNs, coloursOf(canvas.current), selected);
  });
  void look;

  const step = (by: 1 | -1): void => {
    player.pause();
    const order = picture.current?.messages ?? [];
    const { sentNs } = run.times;
    const after = order.findIndex((i) => sentNs[i] > player.timeNs);
    const now =
      selected === undefined
        ? (after < 0 ? order.length : after) - (by === 1 ? 1 : 0)
        : order.indexOf(selected);
    const next = order[Math.max(0, Math.min(order.length - 1, now + by))];
    if (next === undefined) return;
    select(next);
    player.seek(run.times.endNs[next]);
  };
  const point = (event: PointerEvent): void => {
    const found = picture.current?.messageAt(event.offsetX, event.offsetY, player.timeNs);
    if (found !== undefined || event.type === 'click') select(found);
  };
  const toggle = (): void => (player.playing ? player.pause() : player.play());
  const keys: Readonly<Record<string, () => void>> = {
    ' ': toggle,
    ArrowRight: () => step(1),
    ArrowLeft: () => step(-1),
    Home: () => player.seek(0),
    End: () => player.seek(run.endNs),
    Escape: () => select(undefined),
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
  const { actors, types, messages, sampledOf } = run;
  const height = lanes.length * laneHeight + 22;
  return (
    <section class="stage" aria-label="The run as it happens">
      <div class="scene">
        <div class="lanes">
          <PartyLabels session={session} names={lanes.map((lane) => actors[lane])} height={laneHeight} />
          <canvas
            ref={canvas}
            class="space"
            style={{ height: `${height}px` }}
            tabIndex={0}
            role="img"
            aria-label={`Messages between ${lanes.length} parties over ${timeText(run.endNs)} of virtual time. Space plays and pauses, the arrow keys go from message to message.`}
            onPointerMove={point}
            onClick={point as never}
            onKeyDown={onKeyDown}
          />
        </div>
        <PointsView session={session} scatter={shown.scatter} run={run} timeNs={player.timeNs} look={look} />
      </div>
      <div class="player" role="group" aria-label="Playing">
        <button type="button" class="play" onClick={toggle} aria-label={player.playing ? 'pause' : 'play'}>
          {player.playing ? '❚❚' : '►'}
        </button>
        <button type="button" onClick={() => step(-1)} aria-label="previous message">
          ‹
        </button>
        <button type="button" onClick={() => step(1)} aria-label="next message">
          ›
        </button>
        <input
          type="range"
          min={0}
          max={1000}
          step={1}
          value={Math.round((1000 * player.timeNs) / player.endNs)}
          aria-label="virtual time"
          aria-valuetext={timeText(player.timeNs)}
          onInput={({ currentTarget }) => {
            player.pause();
            player.seek((Number(currentTarget.value) / 1000) * player.endNs);
          }}
        />
        <output class="clock">{timeText(player.timeNs)}</output>
        <label>
          <span class="hidden">speed</span>
          <select
            value={player.speed}
            onChange={({ currentTarget }) => {
              player.speed = Number(currentTarget.value);
              redraw((count) => count + 1);
            }}
          >
            {SPEEDS.map((speed) => (
              <option key={speed} value={speed}>
                {speed}×
              </option>
            ))}
          </select>
        </label>
        <span class="faint rate">{rateText(player.rate)}</span>
      </div>
      <ul class="legend" aria-label="Types of messages">
        {types.map((type, i) => (
          <li key={type}>
            <i style={{ background: colourOf(i) }} />
            {type}
          </li>
        ))}
        {lanes.length < actors.length && (
          <li class="sampled">
            {lanes.length} of {actors.length} parties are drawn
          </li>
        )}
        {sampledOf !== undefined && (
          <li class="sampled">
            {messages.id.length.toLocaleString('en-US')} of {sampledOf.toLocaleString('en-US')} messages are
            drawn
          </li>
        )}
      </ul>
      <Message
        session={session}
        words={selected === undefined ? [] : messageWords(run, selected)}
        id={selected === undefined ? undefined : messages.id[selected]}
      />
    </section>
  );
}

function rateText(rate: number): string {
  const times = (factor: number): string => factor.toLocaleString('en-US', { maximumSignificantDigits: 2 });
  return rate >= 1 ? `${times(rate)} times as fast as it was` : `${times(1 / rate)} times slower than it was`;
}

function useServers(session: Session): readonly string[] {
  const { ran } = session.state;
  const parties = ran?.kind === 'ran' ? ran.parties : undefined;
  return useMemo(() => (parties ?? []).filter(({ holds }) => !holds).map(({ name }) => name), [parties]);
}

/** What there is to read about a message: its way, and its fields once they are there. */
function Message({
  session,
  words,
  id,
}: {
  session: Session;
  words: readonly string[];
  id: number | undefined;
}) {
  const [found, setFound] = useState<{ readonly id: number; readonly contents: Contents | undefined }>();
  useEffect(() => {
    if (id === undefined) return undefined;
    let wanted = true;
    // A moment of rest, so that not every message that the pointer crosses is asked for.
    const timer = setTimeout(() => {
      session.contents(id).then(
        (contents) => wanted && setFound({ id, contents }),
        () => undefined,
      );
    }, 120);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [id]);
  if (id === undefined)
    return (
      <p class="message faint">
        Point at a message to see its bytes and fields; choose a party to make it fail or collude.
      </p>
    );
  const contents = found?.id === id ? found.contents : undefined;
  return (
    <div class="message" aria-live="polite">
      <p>
        <b>{words[0]}</b>
        <br />
        {words.slice(1).join(' · ')}
      </p>
      {contents !== undefined && (
        <table class="fields">
          <caption class="hidden">Fields</caption>
          <tbody>
            {contents.fields.map(({ name, is, value }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td class="faint">{is}</td>
                <td>
                  <code>{value}</code>
                </td>
              </tr>
            ))}
            <tr>
              <th scope="row">bytes</th>
              <td class="faint">
                {contents.why ?? `${contents.payloadBytes.toLocaleString('en-US')} of payload`}
              </td>
              <td>
                <code>{contents.hex} …</code>
              </td>
            </tr>
          </tbody>
        </table>
      )}
    </div>
  );
}
