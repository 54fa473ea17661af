/** Shows the progress of a run or study, and loads the report when it is done. */

import type { LiveState } from '../live-shape.ts';

function card([value, name]: LiveState['cards'][number]): HTMLDivElement {
  const element = document.createElement('div');
  element.className = 'card';
  const bold = document.createElement('b');
  bold.textContent = value;
  const label = document.createElement('span');
  label.textContent = name;
  element.append(bold, label);
  return element;
}

function show({ cards, rows }: LiveState): void {
  document.querySelector('.cards')?.replaceChildren(...cards.map(card));
  const heads = [...document.querySelectorAll('th')];
  document.querySelector('tbody')?.replaceChildren(
    ...rows.map((cells) => {
      const row = document.createElement('tr');
      row.append(
        ...cells.map((text, i) => {
          const cell = document.createElement('td');
          cell.textContent = text;
          cell.className = heads[i].className;
          return cell;
        }),
      );
      return row;
    }),
  );
}

const events = new EventSource('events');
events.addEventListener('message', (event) => show(JSON.parse(String(event.data)) as LiveState));
events.addEventListener('done', () => {
  events.close();
  location.reload();
});
