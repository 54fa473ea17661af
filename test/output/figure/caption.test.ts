/** Captions beside pictures: what was drawn and run, as LaTeX and Markdown take it. */

import { expect, test } from 'vitest';
import { type Captioned, latexCaption, markdownCaption } from '../../../src/output/figure/caption.ts';
import { sha256 } from '../../../src/run/tidy/fingerprint.ts';
import type { Row } from '../../../src/run/tidy/rows.ts';

const run = (seed: number, more: Row = {}): Row => ({
  name: 'five_clients',
  scenarioDigest: 'd4d2e9da5089aa5b',
  protocol: 'secfc',
  seed,
  cahoots: '0.2.0',
  commit: '270365ba72b91fe3, changed',
  hash: `${seed}`.repeat(64),
  ...more,
});
const captioned = (runs: readonly Row[], file = 'bytes.pdf'): Captioned => ({
  file,
  drawing: { title: 'Against n', subtitle: 'the 95 % interval', caption: 'Means of 2 runs.', panels: [] },
  runs,
  width: '85mm',
});

test('a single run is named by its scenario, seed, version, commit and trace hash', () => {
  expect(latexCaption(captioned([run(1)]))).toBe(
    String.raw`\begin{figure}
  \centering
  \includegraphics[width=85mm]{bytes}
  \caption{Against n. The 95 \% interval. Means of 2 runs. Scenario five\_clients (SHA-256 d4d2e9da5089), seed 1; 1 run of Cahoots 0.2.0 at 270365ba72b9, changed; trace hash 111111111111.}
  \label{fig:bytes}
\end{figure}
`,
  );
  expect(latexCaption(captioned([run(1)], 'bytes.svg'))).toContain(
    String.raw`\includesvg[width=85mm]{bytes}`,
  );
});

test('many runs are named by what varied, and a hash that changes with any of theirs', () => {
  const runs = [2, 1, 3].map((seed) => run(seed, { 'protocol.privacy': seed, scenarioDigest: `${seed}` }));
  const text = markdownCaption(captioned(runs));
  const hash = sha256([1, 2, 3].map((seed) => `${seed}`.repeat(64)).join('\n'));
  expect(text).toContain(
    'Scenario five_clients over protocol.privacy, seeds 1 to 3; 3 runs of Cahoots 0.2.0',
  );
  expect(text).toContain(`sorted, one a line, ${hash.slice(0, 12)}.`);
  for (const { seed, hash: own } of runs)
    expect(text).toContain(`| five_clients | secfc | ${seed} | \`${own}\` |`);
  expect(markdownCaption(captioned([...runs, run(7)]))).toContain('seeds 1, 2, 3, 7;');
});

test('what does not say what was run has a caption that says so', () => {
  expect(latexCaption(captioned([]))).toContain('does not say what was run.}');
  expect(markdownCaption(captioned([]))).not.toContain('trace hash');
});
