/** What programs do wrong ends a run with one sentence, and no program outlives its party. */

import { existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { CahootsError } from '../../../../src/core/base/errors.ts';
import { receive, send, sleep } from '../../../../src/core/engine/actors/effects.ts';
import { message, residues } from '../../../../src/core/engine/wire/message.ts';
import { program, programTask } from '../../../../src/core/protocol/program/program.ts';
import { actor, actors, Note, play, Vector } from '../../../support/cast.ts';
import { temporaryFiles } from '../../../support/temporary-files.ts';

const write = temporaryFiles();
const HERE = pathToFileURL(write('here.ts', '')).href;
const work = programTask('test/work');

type Command = readonly [string, ...string[]];
const shell = (script: string): Command => ['sh', '-c', script];
const asking = (...requests: readonly object[]): Command => [
  process.execPath,
  new URL('answering.mjs', import.meta.url).pathname,
  JSON.stringify(requests),
];

const playing = (command: Command, patienceMs?: number) =>
  actor('a', (self) =>
    program(HERE, command, { messages: [Note, Vector], tasks: [work], patienceMs })(self, { agreed: {} }),
  );

/** What a run with this program says, without the party and its program. */
async function saidOf(command: Command, patienceMs?: number): Promise<string> {
  const roles = [playing(command, patienceMs), actor('b', function* () {})];
  const error: unknown = await play(roles, { tasks: new Map([[work.name, work as never]]) }).catch(
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(CahootsError);
  const { message: said } = error as CahootsError;
  expect(said.startsWith(`a (${command.join(' ')}): `)).toBe(true);
  return said.slice(`a (${command.join(' ')}): `.length);
}

const NONE = 'expected an effect, got none: it';
const note = (body: object) => asking({ kind: 'send', to: 'b', type: 'note', body });

test.each<[string, Command, string]>([
  ['does not exist', ['no-such-program'], `${NONE} could not be started (ENOENT)`],
  ['ends', shell('exit 0'), `${NONE} ended with exit code 0`],
  [
    'fails',
    shell('echo first >&2; echo last words >&2; exit 3'),
    `${NONE} ended with exit code 3: last words`,
  ],
  ['is killed', shell('kill -9 $$'), `${NONE} was ended by SIGKILL`],
  [
    'prints',
    shell('echo hello world; sleep 100'),
    `${NONE} wrote "hello world" to its standard output, which is for messages alone`,
  ],
  [
    'sends garbage',
    shell("printf '\\306\\0\\0\\0\\2\\301\\301'; sleep 100"),
    'expected MessagePack, got 2 bytes that are none',
  ],
  [
    'asks for nothing known',
    asking({ kind: 'guess' }),
    "expected a request, got one of another form: kind: Invalid discriminator value. Expected 'send' | 'send-each' | 'wait' | 'sleep' | 'clock' | 'compute' | 'phase' | 'round' | 'save' | 'stream' | 'secret' | 'finish' | 'abort' | 'computed' | 'verdict' | 'failed'",
  ],
  [
    'leaves something out',
    asking({ kind: 'sleep' }),
    'expected a request, got one of another form: ns: Invalid input: expected number, received undefined',
  ],
  [
    'fails in words',
    asking({ kind: 'failed', error: 'ValueError: no' }),
    'expected an effect, got ValueError: no',
  ],
  [
    'sends an undeclared message',
    asking({ kind: 'send', to: 'b', type: 'other', body: {} }),
    'expected a message: note or vector, got "other"',
  ],
  [
    'sends an undeclared field',
    note({ value: 1, more: 2 }),
    'expected the fields value in a message note, got value, more',
  ],
  ['leaves out a field', note({}), 'expected the fields value in a message note, got none'],
  [
    'sends another kind of value',
    note({ value: 'one' }),
    'expected value of a message note to be an integer, got "one"',
  ],
  [
    'computes an undeclared task',
    asking({ kind: 'compute', task: 'test/more', operations: 1 }),
    'expected a task: test/work, got "test/more"',
  ],
  [
    'does not do what it said it would',
    asking({ kind: 'compute', task: 'test/work', operations: 1 }, { kind: 'clock' }),
    'expected the request computed, got clock',
  ],
  [
    'has too few bodies',
    asking({ kind: 'send-each', to: ['b', 'b'], type: 'note', bodies: [{ value: 1 }] }),
    'expected a body for each of 2 parties, got 1',
  ],
])('a program that %s', async (_, command, said) => {
  expect(await saidOf(command)).toBe(said);
});

test('a program that is silent for too long', async () => {
  expect(await saidOf(shell('sleep 1000'), 200)).toBe(`${NONE} gave no answer within 0.2 s`);
  const computing = asking({ kind: 'compute', task: 'test/work', operations: 1 });
  expect(await saidOf(computing, 1500)).toBe(`${NONE} gave no answer within 1.5 s`);
});

test('a program that sends without end is stopped by the bounds of the run', async () => {
  const requests = asking({ kind: 'send', to: 'b', type: 'note', body: { value: 1 } });
  const roles = [playing([...requests, 'forever']), actor('b', function* () {})];
  const { result } = await play(roles, { limits: { messages: 2000 } });
  expect(result.ending).toBe('limit');
});

test('messages with fields that are nothing outside of this program are refused when they are declared', () => {
  const Masked = message('masked', { values: residues });
  expect(() => program(HERE, ['x'], { messages: [Masked] })).toThrow(
    'program: expected a field of the kinds integer, flag, binary, numbers, labels, reals, packed, got values of a message masked, which holds',
  );
  expect(() => program(HERE, ['x'], { messages: [], patienceMs: 0 })).toThrow('patienceMs: expected');
});

/** Whether the process that wrote its number into this file is still there, now or soon. */
async function outlives(file: string): Promise<boolean> {
  for (let tries = 0; tries < 100; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    try {
      process.kill(Number(readFileSync(file, 'utf8')), 0);
    } catch {
      return false;
    }
  }
  return true;
}

describe('a program that never ends by itself', () => {
  /** It ignores what it can, and has a process of its own, whose number it writes. */
  const stubborn = (file: string): Command =>
    shell(
      `trap '' TERM HUP INT; (trap '' TERM HUP INT; sleep 1000) & echo $! > ${file}; wait; while :; do sleep 1; done`,
    );
  const written = async (file: string): Promise<void> => {
    while (!existsSync(file) || readFileSync(file, 'utf8') === '')
      await new Promise((resolve) => setTimeout(resolve, 20));
  };

  test('ends with the silence that is too long', async () => {
    const file = `${dirname(write('x', ''))}/silent.pid`;
    await saidOf(stubborn(file), 1000);
    expect(await outlives(file)).toBe(false);
  });

  test("ends with a run that somebody else's mistake ends", async () => {
    const file = `${dirname(write('x', ''))}/mistake.pid`;
    const mistaken = actor('b', function* () {
      yield* sleep(1);
      while (!existsSync(file) || readFileSync(file, 'utf8') === '');
      throw new Error('a mistake');
    });
    const waiting = actor('a', (self) => {
      const behaviour = program(HERE, stubborn(file), { messages: [] })(self, { agreed: {} });
      return (function* () {
        yield* sleep(2);
        yield* behaviour;
      })();
    });
    // Its program was started, and it never came to it.
    await expect(play([waiting, mistaken])).rejects.toThrow('a mistake');
    expect(existsSync(file)).toBe(true);
  });

  test('ends with a run that is aborted', async () => {
    const file = `${dirname(write('x', ''))}/aborted.pid`;
    const controller = new AbortController();
    const waiting = asking({ kind: 'wait', types: ['note'], count: 1 });
    const [file2, entry, requests] = waiting;
    const roles = [
      playing(shell(`echo $$ > ${file}; exec '${file2}' '${entry}' '${requests}'`)),
      actor('b', function* () {
        for (;;) yield* sleep(1);
      }),
    ];
    const run = play(roles, { signal: controller.signal });
    await written(file);
    controller.abort();
    expect((await run).result.ending).toBe('aborted');
    expect(await outlives(file)).toBe(false);
  });
});

test('parties that are programs share a run with others', async () => {
  const requests = [
    { kind: 'wait', types: ['note'], count: 1, sender: 'b' },
    { kind: 'send', to: 'b', type: 'note', body: { value: 7 } },
    { kind: 'finish', result: 'done' },
  ];
  const { result, of } = await play([
    actors('a', 2, (self) => program(HERE, asking(...requests), { messages: [Note] })(self, { agreed: {} })),
    actor('b', function* () {
      yield* send(['a-1', 'a-2'], Note, { value: 1 });
      for (let i = 0; i < 2; i++) yield* receive(Note);
    }),
  ]);
  expect(result.ending).toBe('done');
  expect(result.results).toEqual(
    new Map([
      ['a-1', 'done'],
      ['a-2', 'done'],
    ]),
  );
  expect(of('delivered')).toHaveLength(4);
});
