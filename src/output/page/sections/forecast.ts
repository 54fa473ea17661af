/** The cost under other settings: a forecast from the protocol's cost formulas. */

import { bytes, integer, operations } from '../../../run/report/format.ts';
import type { Forecast } from '../../record/forecast.ts';
import { h, type Html, tableOf } from '../html.ts';
import type { PageRun } from '../run.ts';

/** The section on what the run would cost under other settings. */
export function forecastOf({ record, forecasts }: PageRun): Html {
  if (forecasts.length === 0)
    return h`<p class="faint">None: the protocol has no cost formulas, or its scenario is not available.</p>`;
  const settings = [...new Set(forecasts.map(({ setting }) => setting))];
  const { balance, work } = record.report;
  const done = work.reduce((sum, cell) => sum + cell.operations, 0);
  return h`<p><b>A forecast, not a run:</b> numbers of messages and operations by the protocol’s own formulas, where every client answers and as many iterations are taken as here; bytes are those of this run, scaled by the formulas. For comparison, this run sent ${integer(balance.sent.messages)} messages, ${bytes(balance.sent.wireBytes)}, and computed ${operations(done)} operations.</p>
${settings.map((setting) =>
  settingOf(
    setting,
    forecasts.filter((one) => one.setting === setting),
  ),
)}`;
}

function settingOf(setting: string, rows: readonly Forecast[]): Html {
  const now = rows.find((row) => row.now)?.costs;
  const name = setting === 'clients' ? 'clients' : `protocol.${setting}`;
  const times = (row: Forecast): string =>
    row.costs === undefined || now === undefined || now.bytes === 0
      ? ''
      : `${(row.costs.bytes / now.bytes).toFixed(2)} ×`;
  return h`<details${setting === 'privacy' || setting === 'clients' ? h` open` : undefined}><summary>What would another ${setting === 'clients' ? 'number of clients' : name} cost?</summary>${tableOf(
    setting === 'clients'
      ? 'The same points, distributed evenly over this many clients'
      : `Another ${name}, everything else unchanged`,
    [
      {
        title: name,
        text: (row) => `${row.value}${row.now ? ' (this run)' : ''}`,
        value: (row) => row.value,
      },
      ...(setting === 'clients'
        ? []
        : [
            {
              title: 'clients',
              text: (row: Forecast) => integer(row.clients),
              value: (row: Forecast) => row.clients,
            },
          ]),
      {
        title: 'messages',
        text: (row) => (row.costs ? integer(row.costs.messages) : ''),
        value: (row) => row.costs?.messages,
      },
      {
        title: 'numbers in them',
        text: (row) => (row.costs ? integer(row.costs.elements) : ''),
        value: (row) => row.costs?.elements,
      },
      {
        title: 'bytes, about',
        text: (row) => (row.costs ? bytes(row.costs.bytes) : ''),
        value: (row) => row.costs?.bytes,
      },
      { title: 'of this run', text: times, value: (row) => row.costs?.bytes },
      {
        title: 'operations',
        text: (row) => (row.costs ? operations(row.costs.operations) : ''),
        value: (row) => row.costs?.operations,
      },
      {
        title: 'note',
        words: true,
        text: (row) => {
          if (row.refused === undefined) return '';
          return row.costs === undefined
            ? `cannot be: ${row.refused}`
            : `cannot be with these clients (${row.refused}); shown for ${row.clients}`;
        },
      },
    ],
    rows,
  )}</details>`;
}
