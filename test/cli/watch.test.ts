/** `--watch`: a page tells of what goes on, and is the report when it is done. */

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { dirname, join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { Watch } from '../../src/cli/watch.ts';
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
  ['sweep', ['scenarios/sweep/small.yaml', '--threads', '1', '--set', 'sweep.seeds=2'], 'runs'],
])('%s --watch', (command, args, card) => {
  test('tells a page what happens, which is the report in the end', { timeout: 60_000 }, async () => {
    const out = join(dirname(write('beside', '')), command);
    const child = start(command, ...args, '--out', out, '--watch');
    const done = ended(child);
    const address = await addressOf(child);
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[\w-]{22}\/$/);
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

describe('the page of --watch', () => {
  const page = { title: 'a study', table: { caption: 'lines', columns: [{ title: 'line', words: true }] } };
  const state = (): LiveState => ({ cards: [['7', 'secrets']], rows: [] });

  async function watched(visit: (address: URL) => Promise<void>): Promise<void> {
    const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const watch = await Watch.of('nowhere', { page, state });
    try {
      const [, address = ''] = /watch it at (\S+)\n/.exec(String(stderr.mock.lastCall?.[0])) ?? [];
      await visit(new URL(address));
    } finally {
      stderr.mockRestore();
      watch.close();
    }
  }

  /** `fetch` sends its own headers only. */
  async function statusOf(
    url: URL,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<number | undefined> {
    const asking = request(url, { headers });
    asking.end();
    const [response] = (await once(asking, 'response')) as [IncomingMessage];
    response.destroy();
    return response.statusCode;
  }

  test.each(['', 'events'])('/%s is for who has its secret, at the loopback address alone', async (path) => {
    await watched(async (address) => {
      const url = new URL(path, address);
      const { host, port } = address;
      expect(await statusOf(url)).toBe(200);
      expect(await statusOf(url, { host: `localhost:${port}`, origin: `http://localhost:${port}` })).toBe(
        200,
      );
      expect(await statusOf(new URL(`/${path}`, address))).toBe(404);
      expect(await statusOf(new URL(`/${'A'.repeat(22)}/${path}`, address))).toBe(404);
      for (const foreign of ['evil.example', `evil.example:${port}`, `127.0.0.1.evil.example:${port}`])
        expect(await statusOf(url, { host: foreign })).toBe(403);
      for (const foreign of ['http://evil.example', 'null', `https://${host}`, 'http://127.0.0.1:1'])
        expect(await statusOf(url, { origin: foreign })).toBe(403);
    });
  });
});
