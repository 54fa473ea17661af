/** Shows what a run that goes on tells of itself, and loads the report when it is done. */

import type { LiveState } from '../live-shape.ts';
import { bytesText, timeText } from './words.ts';

/** More rounds nobody reads while they change. */
const MOST_ROUNDS = 40;

function cell(text: string, words: boolean): HTMLTableCellElement {
  const element = document.createElement('td');
  element.textContent = text;
  if (words) element.className = 'words';
  return element;
}

function card(value: string, name: string): HTMLDivElement {
  const element = document.createElement('div');
  element.className = 'card';
  const bold = document.createElement('b');
  bold.textContent = value;
  const label = document.createElement('span');
  label.textContent = name;
  element.append(bold, label);
  return element;
}

function show({ virtualNs, messages, bytes, lost, speed, rounds }: LiveState): void {
  const newest = rounds.at(-1);
  document
    .querySelector('.cards')
    ?.replaceChildren(
      card(newest === undefined ? 'starting' : `${newest.round}, ${newest.phase}`, 'round and phase'),
      card(timeText(virtualNs), 'virtual time'),
      card(`${speed.toPrecision(3)} ×`, 'virtual time over real time'),
      card(messages.toLocaleString('en-US'), 'messages'),
      card(bytesText(bytes), 'on the wire'),
      card(lost.toLocaleString('en-US'), 'lost'),
    );
  const rows = rounds
    .slice(-MOST_ROUNDS)
    .toReversed()
    .map((round) => {
      const row = document.createElement('tr');
      row.append(
        cell(`${round.round}`, true),
        cell(round.phase, true),
        cell(timeText(round.startNs), false),
        cell(round.messages.toLocaleString('en-US'), false),
        cell(bytesText(round.bytes), false),
      );
      return row;
    });
  document.querySelector('tbody')?.replaceChildren(...rows);
}

const events = new EventSource('/events');
events.addEventListener('message', (event) => show(JSON.parse(String(event.data)) as LiveState));
events.addEventListener('done', () => {
  events.close();
  location.reload();
});
