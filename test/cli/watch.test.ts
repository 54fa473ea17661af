/** `--watch`: a page tells of what goes on, and is the report when it is done. */

import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { LiveState } from '../../src/output/page/live-shape.ts';
import { cahoots, ended, start } from '../support/program.ts';
import { temporaryFiles } from '../support/temporary-files.ts';

const write = temporaryFiles();
const SMALL = ['--set', 'data.points=300'];

async function addressOf(child: ChildProcess): Promise<string> {
  let said = '';
  for await (const text of child.stderr ?? []) {
    said += String(text);
    const [, address] = /watch it at (\S+)\n/.exec(said) ?? [];
    if (address !== undefined) return address;
  }
  throw new Error(`no address in ${said}`);
}

describe.each([
  ['run', ['scenarios/quickstart.yaml', ...SMALL], 'round and phase'],
  ['compare', ['scenarios/quickstart.yaml', ...SMALL, '--seeds', '2', '--threads', '1'], 'runs'],
  ['sweep', ['scenarios/sweep/small.yaml', '--threads', '1'], 'runs'],
])('%s --watch', (command, args, card) => {
  test('tells a page what happens, which is the report in the end', { timeout: 60_000 }, async () => {
    const out = join(dirname(write('beside', '')), command);
    const child = start(command, ...args, '--out', out, '--watch');
    const done = ended(child);
    const address = await addressOf(child);
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
    expect(await (await fetch(address)).text()).toContain('running; the report comes when it is done');
    const events = await (await fetch(`${address}events`)).text();
    const states = events
      .split('\n\n')
      .filter((event) => event.startsWith('data: '))
      .map((event) => JSON.parse(event.slice('data: '.length)) as LiveState);
    expect(states.length).toBeGreaterThan(1);
    expect(states.at(-1)?.cards.map(([, name]) => name)).toContain(card);
    expect(events).toContain('event: done');
    expect((await done).code).toBe(0);
    expect(readFileSync(join(out, 'report.html'), 'utf8')).toContain('<!doctype html>');
  });

  test('is refused without a folder to end in', async () => {
    const { code, stderr } = await cahoots(command, ...args, '--watch');
    expect({ code, stderr: stderr.split('\n').slice(-2) }).toEqual({
      code: 2,
      stderr: ['--watch: expected --out as well, got none', ''],
    });
  });
});
