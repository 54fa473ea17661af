/** The user's own table, which never leaves the page, and protocols compared on it. */

import { useState } from 'preact/hooks';
import type { Session } from './session.ts';
import { Text } from './edit.ts';

export function DataView({ session }: { session: Session }) {
  const { own, missing, text, running } = session.state;
  const [over, setOver] = useState(false);
  const take = (file: File | undefined): void => void (file !== undefined && session.take(file));
  const listed = new Text(text).get('compare');
  const others = Array.isArray(listed) ? listed.length : 0;
  const name = (column: 'label' | 'client', value: string): void => {
    if (own === undefined) return;
    const { [column]: _, ...rest } = own.columns;
    void session.take(own.file, value === '' ? rest : { ...rest, [column]: value });
  };
  return (
    <div class="data">
      {missing.map(({ name: file, digest }) => (
        <p key={digest} class="warn" role="alert">
          This run is over <b>{file}</b>, which only its author has. If you do, give it to this page: it is
          the same if its SHA-256 begins with <code>{digest.slice(0, 16)}</code>.
        </p>
      ))}
      <label
        class={`drop ${over ? 'over' : ''}`}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          take(event.dataTransfer?.files[0]);
        }}
      >
        <b>{own === undefined ? 'Drop a CSV file here, or choose one' : own.file.name}</b>
        <span class="faint">It stays in this page: nothing is sent anywhere.</span>
        <input
          type="file"
          accept=".csv,text/csv"
          onChange={({ currentTarget }) => take(currentTarget.files?.[0])}
        />
      </label>
      {own !== undefined && (
        <>
          <ul class="diagnosis" aria-label="How the table was read">
            {own.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
          {(['label', 'client'] as const).map((column) => (
            <label key={column} class="pick">
              {column === 'label' ? 'Column of true clusters' : 'Column of who holds a row'}{' '}
              <select
                value={own.columns[column] ?? ''}
                onChange={({ currentTarget }) => name(column, currentTarget.value)}
              >
                <option value="">{column === 'label' ? 'none' : 'as guessed'}</option>
                {own.names.map((one) => (
                  <option key={one}>{one}</option>
                ))}
              </select>
            </label>
          ))}
        </>
      )}
      {others > 0 && (
        <p>
          <button type="button" disabled={running} onClick={() => void session.compare()}>
            Compare {others + 1} protocols
          </button>
        </p>
      )}
    </div>
  );
}
