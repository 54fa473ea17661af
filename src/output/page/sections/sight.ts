/** Who could see what: what each party was sent, what the protocol claims, and what coalitions inferred. */

import type { Finding } from '../../../lab/attack/finding.ts';
import { powerText, probability } from '../../../lab/attack/verdict.ts';
import { bytes, fixed, integer } from '../../../run/report/format.ts';
import type { Exchange } from '../../../run/trace/exchanges.ts';
import { h, type Html, tableOf } from '../html.ts';
import type { PageRun } from '../run.ts';

const TONES = { refuted: 'bad', flagged: 'bad', 'nothing found': 'good', open: 'warn' } as const;

/** The section on what parties see: traffic by type, and the certificate. */
export function sightOf({ record, certificate, uncertified }: PageRun): Html {
  const { traffic, exchanges } = record.report;
  const phasesOf = ({ from, to, type }: Exchange): string => {
    const cells = traffic.filter((cell) => cell.from === from && cell.to === to && cell.type === type);
    return [...new Set(cells.map(({ phase }) => phase))].join(', ');
  };
  return h`
${certificate === undefined ? h`<p>No attacks were tried: ${uncertified ?? ''}.</p>` : certificateOf(certificate)}
<h3>What each party was sent</h3>
${tableOf(
  'By role, with what was lost on the way: nobody was sent anything else',
  [
    { title: 'receiver', words: true, text: (cell) => cell.to },
    { title: 'type of message', words: true, text: (cell) => cell.type },
    { title: 'from', words: true, text: (cell) => cell.from },
    { title: 'in phases', words: true, text: phasesOf },
    { title: 'messages', text: (cell) => integer(cell.messages), value: (cell) => cell.messages },
    { title: 'numbers in them', text: (cell) => integer(cell.elements), value: (cell) => cell.elements },
    { title: 'bytes', text: (cell) => bytes(cell.bytes), value: (cell) => cell.bytes },
  ],
  exchanges,
)}
${exchanges.length === 0 ? h`<p class="faint">Nothing was sent.</p>` : undefined}`;
}

function certificateOf({
  verdicts,
  findings,
  statement,
  untried,
  detected,
}: NonNullable<PageRun['certificate']>): Html {
  const reasons = new Map<string, string[]>();
  for (const { attack, reason, coalition } of untried) {
    const line = `${attack}: ${reason}`;
    reasons.set(line, [...(reasons.get(line) ?? []), coalition]);
  }
  return h`<p><b>${statement}</b></p>
${
  verdicts.length === 0
    ? h`<p class="faint">The protocol makes no claims that attacks could refute.</p>`
    : tableOf(
        'Its claims, and the results of the attacks on this run: finding nothing is not a proof',
        [
          { title: 'claim', words: true, text: (one) => one.claim },
          {
            title: 'verdict',
            words: true,
            text: (one) => h`<b class="${TONES[one.status]}">${one.status}</b>`,
            value: (one) => one.status,
          },
          {
            title: 'because',
            words: true,
            text: (one) => [...one.missing.map((what) => `missing: ${what}`), ...one.because].join('; '),
          },
        ],
        verdicts,
      )
}
${tableOf(
  'What coalitions got',
  [
    { title: 'coalition', words: true, text: (one) => whoOf(one) },
    { title: 'attack', words: true, text: (one) => one.attack },
    { title: 'coalitions', text: (one) => integer(one.attempts), value: (one) => one.attempts },
    {
      title: 'recovered, at most',
      text: (one) => `${(100 * one.exposed.most).toFixed(1)} %`,
      value: (one) => one.exposed.most,
    },
    { title: 'advantage', text: (one) => advantageOf(one), value: (one) => one.advantage?.value },
    {
      title: 'p',
      text: (one) => (one.evidence === undefined ? '' : probability(one.evidence.pValue)),
      value: (one) => one.evidence?.pValue,
    },
    {
      title: 'power',
      text: (one) => (one.evidence?.power === undefined ? '' : powerText(one.evidence.power)),
      value: (one) => one.evidence?.power?.at,
    },
    { title: 'which means', words: true, text: (one) => one.meaning },
  ],
  findings,
)}
<p class="faint">Got: the share of what an attack is after; of graded numbers, those within 1 %. Advantage: of what a guess from public things misses, the share that the attack gets, in its 95 % interval. p: of honest randomness that looks as suspicious. Power: how often a deviation from evenness of such a size is flagged.</p>
<details><summary>What was not tried</summary><ul>${[...reasons].map(([line, who]) => h`<li>${line} <span class="faint">(${who.join('; ')})</span></li>`)}${detected === undefined ? h`<li>repeated runs, which look for noise that is not random and for traffic that tells of points: cahoots attack TRACE --repeats 16</li>` : undefined}</ul></details>`;
}

function whoOf({ coalition, adversary }: Finding): string {
  return adversary === undefined ? coalition : `${coalition} (${adversary})`;
}

function advantageOf({ advantage }: Finding): string {
  if (advantage === undefined) return '';
  const [low, high] = advantage.interval;
  return `${fixed(advantage.value, 2)} in [${fixed(low, 2)}, ${fixed(high, 2)}]`;
}
