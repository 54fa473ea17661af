/** Draws a scene on a canvas. */

import type { Scene } from './scene.ts';
import { timeText } from './words.ts';

export interface Colours {
  readonly ink: string;
  readonly faint: string;
  readonly line: string;
  readonly paper: string;
}

/** By fate; the same as in pictures. */
const FATES = ['#8c959f', '#e69f00', '#cc79a7', '#d55e00', '#56b4e9'];
const COMPUTING = '#0072b2';
const FAULT = '#d55e00';
/** Fault, timeout, finished, stalled. */
const MARKS = [FAULT, '#cc79a7', '#009e73', '#d55e00'];

/** Segments per path: browsers are slow with much longer ones. */
const BATCH = 1000;

/** With more lines than this each is thin, since otherwise they would hide everything else. */
const MANY = 80;

/**
 * Draws the visible part of the timeline.
 * @param selected the message with a highlight
 * @param cursorNs where the replay is
 */
export function draw(
  context: CanvasRenderingContext2D,
  scene: Scene,
  colours: Colours,
  selected: number | undefined,
  cursorNs: number | undefined,
): void {
  const { run, width, height } = scene;
  context.clearRect(0, 0, width, height);
  context.font = '11px system-ui, sans-serif';
  drawAxis(context, scene, colours);
  context.save();
  context.beginPath();
  context.rect(scene.left, 0, width - scene.left, height);
  context.clip();
  drawSpans(context, scene);
  drawComputations(context, scene);
  const ordinary = scene.drawn.filter(
    (i) => !run.faults.has(i) && !(scene.critical && run.messages.critical[i] === 1),
  );
  for (const [fate, colour] of FATES.entries()) {
    const own = ordinary.filter((i) => run.messages.fate[i] === fate);
    lines(context, scene, own, colour, 1, own.length > 3000 ? 0.35 : 0.7);
  }
  lines(
    context,
    scene,
    scene.drawn.filter((i) => run.faults.has(i)),
    FAULT,
    1.4,
    0.9,
  );
  if (scene.critical) {
    const path = scene.drawn.filter((i) => run.messages.critical[i] === 1);
    lines(context, scene, path, colours.ink, path.length > MANY ? 0.6 : 2, path.length > MANY ? 0.6 : 1);
  }
  crosses(context, scene, colours.ink);
  drawMarks(context, scene);
  if (selected !== undefined) lines(context, scene, [selected], '#009e73', 4, 1);
  if (cursorNs !== undefined) {
    context.strokeStyle = colours.ink;
    context.setLineDash([4, 3]);
    context.lineWidth = 1;
    stroke(context, scene.x(cursorNs), 0, scene.x(cursorNs), height);
    context.setLineDash([]);
  }
  context.restore();
}

function drawAxis(context: CanvasRenderingContext2D, scene: Scene, colours: Colours): void {
  const { run, width, height } = scene;
  context.lineWidth = 1;
  const every = Math.ceil(12 / scene.laneHeight);
  run.actors.forEach((name, actor) => {
    context.strokeStyle = colours.line;
    stroke(context, scene.left, scene.y(actor), width, scene.y(actor));
    if (actor % every !== 0) return;
    context.fillStyle = colours.ink;
    context.textAlign = 'right';
    context.textBaseline = 'middle';
    const shown = name.length > scene.letters ? `${name.slice(0, scene.letters - 1)}…` : name;
    context.fillText(shown, scene.left - 8, scene.y(actor));
  });
  context.textAlign = 'left';
  context.textBaseline = 'alphabetic';
  context.fillStyle = colours.faint;
  let free = scene.left;
  const visible = run.stretches.filter(
    ([startNs, endNs]) => endNs >= scene.fromNs && startNs <= scene.untilNs,
  );
  for (const [startNs, endNs, round] of run.stretches) {
    if (endNs < scene.fromNs || startNs > scene.untilNs || startNs === endNs) continue;
    const x = scene.x(startNs);
    context.strokeStyle = colours.faint;
    context.globalAlpha = 0.45;
    if (x >= scene.left && visible.length <= MANY) stroke(context, x, 4, x, height);
    context.globalAlpha = 1;
    const at = Math.max(x, scene.left) + 3;
    const label = round >= 0 ? `round ${round}` : round === -1 ? 'delivery' : 'late';
    const across = context.measureText(label).width;
    if (at < free || at + across > width) continue;
    context.fillText(label, at, 12);
    free = at + across + 8;
  }
}

function drawSpans(context: CanvasRenderingContext2D, scene: Scene): void {
  for (const [words, startNs, endNs, actor] of scene.run.spans) {
    const x = scene.x(startNs);
    const y = actor < 0 ? scene.top : scene.y(actor) - scene.laneHeight / 2;
    const tall = actor < 0 ? scene.height - scene.top : scene.laneHeight;
    context.globalAlpha = 0.18;
    context.fillStyle = FAULT;
    context.fillRect(x, y, scene.x(endNs) - x, tall);
    context.globalAlpha = 1;
    if (endNs >= scene.fromNs && startNs <= scene.untilNs)
      context.fillText(scene.run.words[words], Math.max(x, scene.left) + 3, y + 10);
  }
}

function drawComputations(context: CanvasRenderingContext2D, scene: Scene): void {
  const { computations, endNs: last } = scene.run;
  const { filter } = scene;
  context.fillStyle = COMPUTING;
  const tall = Math.max(2, scene.laneHeight * 0.4);
  for (let i = 0; i < computations.actor.length; i++) {
    const startNs = computations.startNs[i];
    const endNs = computations.endNs[i] < 0 ? last : computations.endNs[i];
    if (endNs < scene.fromNs || startNs > scene.untilNs) continue;
    if (filter.actor >= 0 && computations.actor[i] !== filter.actor) continue;
    if (filter.round >= 0 && computations.round[i] !== filter.round) continue;
    const x = scene.x(startNs);
    context.fillRect(x, scene.y(computations.actor[i]) - tall / 2, Math.max(1, scene.x(endNs) - x), tall);
  }
}

function drawMarks(context: CanvasRenderingContext2D, scene: Scene): void {
  const { marks } = scene.run;
  for (let i = 0; i < marks.actor.length; i++) {
    if (marks.timeNs[i] < scene.fromNs || marks.timeNs[i] > scene.untilNs) continue;
    context.fillStyle = MARKS[marks.kind[i]];
    const x = scene.x(marks.timeNs[i]);
    const y = scene.y(marks.actor[i]);
    context.beginPath();
    context.moveTo(x, y - 5);
    context.lineTo(x + 5, y);
    context.lineTo(x, y + 5);
    context.lineTo(x - 5, y);
    context.fill();
  }
}

function lines(
  context: CanvasRenderingContext2D,
  scene: Scene,
  places: readonly number[],
  colour: string,
  width: number,
  opacity: number,
): void {
  const { messages, times } = scene.run;
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.globalAlpha = opacity;
  for (let start = 0; start < places.length; start += BATCH) {
    context.beginPath();
    for (let at = start; at < Math.min(places.length, start + BATCH); at++) {
      const i = places[at];
      const end = scene.endOf(i);
      context.moveTo(scene.x(times.sentNs[i]), scene.y(messages.from[i]));
      context.lineTo(end.x, end.y);
    }
    context.stroke();
  }
  context.globalAlpha = 1;
}

/** Crosses where messages were lost or refused. */
function crosses(context: CanvasRenderingContext2D, scene: Scene, colour: string): void {
  context.strokeStyle = colour;
  context.lineWidth = 1.3;
  context.beginPath();
  for (const i of scene.drawn) {
    const fate = scene.run.messages.fate[i];
    if (fate === 0 || fate === 4) continue;
    const { x, y } = scene.endOf(i);
    context.moveTo(x - 3, y - 3);
    context.lineTo(x + 3, y + 3);
    context.moveTo(x + 3, y - 3);
    context.lineTo(x - 3, y + 3);
  }
  context.stroke();
}

function stroke(context: CanvasRenderingContext2D, x1: number, y1: number, x2: number, y2: number): void {
  context.beginPath();
  context.moveTo(x1, y1);
  context.lineTo(x2, y2);
  context.stroke();
}

/** A summary of the window, in one line. */
export function windowText(scene: Scene): string {
  const { found, drawn, run } = scene;
  const count = (of: number): string => of.toLocaleString('en-US');
  const shown =
    drawn.length < found.length
      ? `${count(drawn.length)} of ${count(found.length)} messages drawn: zoom in or filter to see all`
      : `${count(found.length)} messages`;
  const sample =
    run.sampledOf === undefined
      ? ''
      : `; the page holds ${count(run.times.count)} of ${count(run.sampledOf)}`;
  return `${timeText(scene.fromNs)} to ${timeText(scene.untilNs)}: ${shown}${sample}`;
}
