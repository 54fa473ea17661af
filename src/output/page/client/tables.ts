/** Tables that sort by the column whose heading is clicked. */

/** Makes a table sort by the column whose head is clicked, in both directions. */
export function sortable(table: HTMLTableElement): void {
  const heads = [...table.querySelectorAll<HTMLTableCellElement>('thead th')];
  heads.forEach((head, column) => {
    const button = head.querySelector('button');
    button?.addEventListener('click', () => {
      const down = head.getAttribute('aria-sort') !== 'descending';
      for (const other of heads) other.removeAttribute('aria-sort');
      head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
      sort(table, column, down);
    });
  });
}

function sort(table: HTMLTableElement, column: number, down: boolean): void {
  const body = table.tBodies[0];
  const keyed = [...body.rows].map((row) => ({ row, key: row.cells[column]?.dataset['value'] ?? '' }));
  const numbers = keyed.every(({ key }) => key === '' || Number.isFinite(Number(key)));
  const sorted = keyed.toSorted((a, b) =>
    // Missing values come last in either direction.
    a.key === '' || b.key === ''
      ? Number(a.key === '') - Number(b.key === '')
      : (down ? -1 : 1) * (numbers ? Number(a.key) - Number(b.key) : a.key.localeCompare(b.key, 'en')),
  );
  body.replaceChildren(...sorted.map(({ row }) => row));
}
