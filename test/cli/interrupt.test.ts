import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { temporaryFiles } from '../support/temporary-files.ts';
import { cahoots, ended, start } from '../support/program.ts';

const write = temporaryFiles();
let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cahoots-interrupt-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A hundred rounds, half a minute or more. */
const LONG = `name: long
clients: 3
data: { source: gaussian-mixture, points: 20000, dimension: 50, components: 8, deviation: 100 }
protocol: { name: secfc, clusters: 8, privacy: 1 }
`;

describe.each([
  [0, 'SIGINT'],
  [2, 'SIGTERM'],
] as const)('in the middle of a long run with %d threads, %s', (threads, signal) => {
  test('ends it soon with exit code 130 and a trace that can be read as far as it goes', async () => {
    const out = join(folder, `${threads}`);
    const child = start(
      'run',
      write('long.yaml', LONG),
      '--out',
      out,
      '--log',
      'info',
      '--threads',
      `${threads}`,
    );
    const end = ended(child);
    let log = '';
    while (!log.includes('"round":1')) {
      const [text] = (await once(child.stderr ?? child, 'data')) as [string];
      log += text;
    }
    const sentNs = process.hrtime.bigint();
    child.kill(signal);
    const { code, stdout, stderr } = await end;
    expect(Number(process.hrtime.bigint() - sentNs)).toBeLessThan(15e9);
    expect(code).toBe(130);

    const trace = join(out, 'run.trace');
    expect(stderr.trimEnd().split('\n').at(-1)).toBe(`interrupted; the trace so far is in ${trace}`);
    expect(stdout).toMatch(/^aborted +interrupted$/m);
    expect(stdout).not.toContain('trace hash');
    expect(readdirSync(out).toSorted()).toEqual(['report.json', 'run.trace']);
    expect(JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')).outcome.ending).toBe('aborted');

    const said = await cahoots('report', trace);
    expect(said.code).toBe(2);
    expect(said.stderr).toMatch(/: the trace is cut-off after entry \d+ at \d+ ns: /);
    expect(said.stdout).toMatch(/^ *1 +iterate /m);
    const table = (text: string): string =>
      text.slice(text.search(/^(?: .*\n)*round /m), text.indexOf('\nended'));
    const [tables] = said.stdout.split('\npayloads are kept by ');
    expect(tables.trimEnd()).toBe(table(stdout).trimEnd());
  });
});
