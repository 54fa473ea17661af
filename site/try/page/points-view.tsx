/** The scatter of points beside the messages: clusters as they converge, and what a coalition knows of them. */

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Run } from '../../../src/output/page/client/data.ts';
import type { Scatter } from '../shapes.ts';
import { coloursOf } from './colours.ts';
import { frameAt, withStart } from './moments.ts';
import { Points } from './scatter.ts';
import type { Session } from './session.ts';
import { Text } from './edit.ts';

interface Given {
  readonly session: Session;
  readonly scatter: Scatter;
  readonly run: Run;
  readonly timeNs: number;
  readonly look: number;
}

export function PointsView({ session, scatter, run, timeNs, look }: Given) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const points = useRef<Points | undefined>(undefined);
  const whole = useMemo(() => withStart(scatter), [scatter]);
  const [told, tell] = useState<number>();
  const [chosen, choose] = useState<string>();
  const { exposed, text } = session.state;
  const named = useMemo(() => new Text(text).coalition, [text]);
  const attacks = exposed?.attacks ?? [];
  // What is revealed on purpose would hide what is not.
  const order = attacks.toSorted((a, b) => Number(a.intended) - Number(b.intended) || b.whole - a.whole);
  const attack = attacks.find((one) => one.attack === chosen) ?? order[0];
  const members = exposed?.members ?? named;
  const at = frameAt(run, whole.frames.length, timeNs);
  useEffect(() => {
    if (canvas.current !== null) points.current = new Points(canvas.current, whole);
    tell(undefined);
  }, [whole]);
  useEffect(() => {
    const marked = { members, shares: attack?.shares };
    if (canvas.current !== null) points.current?.draw(at, coloursOf(canvas.current), marked);
  });
  void look;
  const frame = Math.floor(at);
  const count = whole.places.length / 2;
  const label = told === undefined ? undefined : whole.frames[frame][told];
  return (
    <figure class="points">
      <canvas
        ref={canvas}
        role="img"
        aria-label={`${count} points: ${whenText(frame, whole.frames.length)}`}
        onPointerMove={(event) => tell(points.current?.pointAt(event.offsetX, event.offsetY))}
        onPointerLeave={() => tell(undefined)}
      />
      <figcaption>
        {told === undefined
          ? `${whenText(frame, whole.frames.length)}${changedText(whole, frame)}`
          : `a point of ${whole.owners[told]}, ${label === 0xffff ? 'in no cluster' : `in cluster ${(label ?? 0) + 1}`}${shareText(attack?.shares[told])}`}
        <span class="faint"> {seenText(whole, count)}</span>
        {attack !== undefined && (
          <span class="learnt">
            <i class="exposed" /> what {members.join(', ')} learnt by{' '}
            {attacks.length === 1 ? (
              attack.attack
            ) : (
              <select
                aria-label="attack"
                value={attack.attack}
                onChange={({ currentTarget }) => choose(currentTarget.value)}
              >
                {attacks.map((one) => (
                  <option key={one.attack}>{one.attack}</option>
                ))}
              </select>
            )}
            : {percent(attack.whole)}
          </span>
        )}
        {members.length > 0 && (
          <span class="learnt">
            <i class="held" /> their own
          </span>
        )}
      </figcaption>
    </figure>
  );
}

export function percent(share: number): string {
  return `${(100 * share).toFixed(share === 0 || share === 1 ? 0 : 1)} %`;
}

function whenText(frame: number, frames: number): string {
  if (frame === frames - 1) return frames === 2 ? 'the result' : `the result, after ${frames - 1} iterations`;
  if (frame === 0) return frames === 2 ? 'before the result' : 'as they start';
  return `after iteration ${frame} of ${frames - 1}`;
}

function changedText({ frames }: Scatter, frame: number): string {
  if (frame === 0 || frames.length === 2) return '';
  const before = frames[frame - 1];
  const moved = frames[frame].reduce((sum, label, i) => sum + Number(label !== before[i]), 0);
  return moved === 0 ? ': no point changed its cluster' : `: ${moved} points changed their cluster`;
}

function shareText(share: number | undefined): string {
  if (share === undefined || share === 0) return '';
  return share < 0 ? ': the coalition holds it' : `: the coalition got ${percent(share)} of it`;
}

function seenText({ of, dimension }: Scatter, count: number): string {
  const some = count < of ? `${count} of ${of.toLocaleString('en-US')} points` : `${count} points`;
  return `(${some}${dimension > 2 ? `; the two of ${dimension} directions in which they vary most` : ''})`;
}
