/** Roles in Python, by the module that comes with Cahoots. */

import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { Self } from '../../../../src/core/engine/actors/actor.ts';
import { type Behaviour, collect, receive, send } from '../../../../src/core/engine/actors/effects.ts';
import type { Task } from '../../../../src/core/engine/compute/task.ts';
import type { Interference } from '../../../../src/core/engine/simulation/interference.ts';
import { program, programTask } from '../../../../src/core/protocol/program/program.ts';
import { actor, actors, Note, Other, play } from '../../../support/cast.ts';
import { hasNumpy, NUMPY } from '../../../support/python.ts';
import { temporaryFiles } from '../../../support/temporary-files.ts';
import { add, everything, Mixed } from './everything.ts';

const write = temporaryFiles();
const addThere = programTask('test/add');
const messages = [Note, Other, Mixed];

const agreed = {
  clusters: 3,
  timeout: 5e9,
  half: 0.5,
  names: ['x', 'y'],
  inner: { large: 2n ** 65n, values: Float64Array.of(1, 2) },
  nothing: undefined,
};

const inPython = program(import.meta.url, ['python3', 'everything.py'], { messages, tasks: [addThere] });

/** What happens, without the times that this machine took. */
async function playAll(role: (self: Self) => Behaviour, task: Task<never, unknown>) {
  const others = actors('b', 2, function* ({ name }) {
    const { body } = yield* receive(Mixed);
    yield* receive(Note);
    if (name === 'b-2') yield* send('a', Other, { value: 2 });
    yield* send('a', Other, { value: 4 });
    yield* send('a', Mixed, { ...body, number: -1 });
    if (name === 'b-1') yield* receive(Note);
  });
  const interference: Interference = {
    begin(controls) {
      controls.later(2e9, () => {
        controls.crash(0, true);
        controls.later(3e9, () => controls.restart(0));
      });
    },
    rules: [],
    slowness: () => 1,
  };
  const tasks = new Map([[task.name, task as Task<never, unknown>]]);
  const { result, log } = await play([actor('a', role), others], { messages, interference, tasks });
  return { result, log: log.map((event) => ({ ...event, measuredNs: 0, payload: undefined })) };
}

describe.skipIf(!hasNumpy)(`a role in Python (${NUMPY})`, () => {
  test('has every effect with the meaning that it has in TypeScript, also after a crash', async () => {
    const there = await playAll((self) => inPython(self, { agreed }), addThere);
    const here = await playAll((self) => everything(self, { ...agreed, nothing: null }), add);
    expect(there.result.results.get('a')).toEqual(here.result.results.get('a'));
    expect(there.result.results.get('a')).toMatchObject({ life: 2, sums: 10 });
    expect(there.log).toEqual(here.log);
    expect(there.result.ending).toBe('done');
  });

  const saidBy = async (
    lines: string,
    first = 'import cahoots as c\nimport numpy as np',
  ): Promise<string> => {
    const file = write('wrong.py', `${first}\n${lines}\n`);
    const wrong = program(pathToFileURL(file).href, ['python3', 'wrong.py'], { messages, tasks: [addThere] });
    const b = actor('b', function* () {
      yield* send('a', Note, { value: 1 });
      yield* collect(Note, { count: 1 });
    });
    const played = play([actor('a', (self) => wrong(self, { agreed: {} })), b], {
      messages,
      tasks: new Map([[addThere.name, addThere as Task<never, unknown>]]),
    });
    const error: unknown = await played.catch((thrown: unknown) => thrown);
    return (error as Error).message;
  };
  const role = (line: string) => `def a(self, given):\n    ${line}\n    yield c.sleep(1)\nc.play(a)`;

  test.each([
    ['raises an exception', role('1 / 0'), 'ZeroDivisionError: division by zero, at wrong.py:4'],
    [
      'raises one in a computation',
      role("yield c.compute('test/add', 1, lambda: [][1])"),
      'IndexError: list index out of range, at wrong.py:4',
    ],
    [
      'raises one where it accepts',
      role("yield c.receive('note', accept=lambda told: told.body.more or 'no')"),
      'AttributeError: ',
    ],
    [
      'sends an undeclared message',
      role("yield c.send('b', 'more', value=1)"),
      "ValueError: expected a message of note or other or mixed, got 'more', at wrong.py:4",
    ],
    [
      'sends an undeclared field',
      role("yield c.send('b', 'note', values=1)"),
      'ValueError: expected the fields value in a message note, got values, at wrong.py:4',
    ],
    [
      'sends what a field cannot hold',
      role("yield c.send('b', 'note', value=1.5)"),
      'ValueError: expected an integer, got 1.5, at wrong.py:4',
    ],
    [
      'yields something else',
      role('yield 3'),
      'TypeError: expected an effect, got 3 (a generator needs `yield from`), at wrong.py:4',
    ],
    [
      'yields nothing',
      'def a(self, given):\n    return 3\nc.play(a)',
      'TypeError: expected a role that yields effects, got a function without yield',
    ],
    [
      'has another name',
      'def d(): pass\ndef e(): pass\nc.play(d, e)',
      'LookupError: expected a function named a',
    ],
    ['saves what nobody can store', role('yield c.save(c)'), 'TypeError: expected numbers, texts, arrays,'],
  ])('one that %s ends the run with its place', async (_, lines, said) => {
    expect(await saidBy(lines)).toContain(`a (python3 wrong.py): expected an effect, got ${said}`);
  });

  test('one that does not start ends the run with the last that it says', async () => {
    expect(await saidBy('import no_such_module')).toBe(
      "a (python3 wrong.py): expected an effect, got none: it ended with exit code 1: ModuleNotFoundError: No module named 'no_such_module'",
    );
    expect(await saidBy('import cahoots', "print('early', flush=True)")).toContain(
      'it wrote "early" to its standard output',
    );
    expect(await saidBy('1 +')).toContain('exit code 1: SyntaxError: invalid syntax');
  });
});
