import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Journal } from '../../../src/studies/batch/journal.ts';
import { refusal } from '../../support/refusal.ts';
import { temporaryFiles } from '../../support/temporary-files.ts';
import { thoroughly } from '../../support/long.ts';

const write = temporaryFiles();
type Entries = readonly (readonly [key: string, output: unknown])[];

function add(file: string, entries: Entries): void {
  const journal = new Journal(file, 'this build');
  for (const [key, output] of entries) journal.add(key, output);
  journal.close();
}

/** What a journal has under these keys when it is opened again. */
function kept(file: string, keys: readonly string[]): unknown[] {
  const journal = new Journal(file, 'this build');
  const outputs = keys.map((key) => journal.get(key));
  journal.close();
  return outputs;
}

/** What a journal of these looks like. */
function wholeOf(entries: Entries): string {
  const file = join(mkdtempSync(join(tmpdir(), 'cahoots-journal-')), 'whole.jsonl');
  add(file, entries);
  const text = readFileSync(file, 'utf8');
  rmSync(dirname(file), { recursive: true });
  return text;
}

const THREE: Entries = [
  ['first', { loss: 0.1, labels: [1, 2] }],
  ['second', 'a line\nand a "quote" — ü 🂡'],
  ['third', null],
];
const KEYS = THREE.map(([key]) => key);
const OUTPUTS = THREE.map(([, output]) => output);

describe('what was found', () => {
  test('is there at once, and when the file is opened again', () => {
    const file = write('again.jsonl', '');
    const journal = new Journal(file, 'this build');
    for (const [key, output] of THREE) {
      expect(journal.get(key)).toBeUndefined();
      journal.add(key, output);
      expect(journal.get(key)).toEqual(output);
    }
    journal.close();
    expect(kept(file, [...KEYS, 'fourth'])).toEqual([...OUTPUTS, undefined]);
  });

  test('is any value that JSON can write, under any key', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue(), { minKeys: 5 }), (found) => {
        const file = write('any.jsonl', '');
        add(file, Object.entries(found));
        expect(kept(file, Object.keys(found))).toEqual(JSON.parse(JSON.stringify(Object.values(found))));
      }),
      { numRuns: thoroughly(9, 30) },
    );
  });

  test('lies in a file of a line each, in folders that need not be there', () => {
    const file = join(dirname(write('beside', '')), 'not', 'yet', 'there.jsonl');
    add(file, THREE);
    const lines = readFileSync(file, 'utf8').split('\n');
    expect(lines.pop()).toBe('');
    const found = THREE.map(([key, output]) => ({ key, build: 'this build', output }));
    expect(lines.map((line) => JSON.parse(line))).toMatchObject(found);
  });
});

describe('a file that is there already', () => {
  test('only grows: opening it changes nothing, and adding keeps what stands before', () => {
    const file = write('grows.jsonl', '');
    add(file, THREE.slice(0, 2));
    const before = readFileSync(file);
    kept(file, KEYS);
    expect(readFileSync(file).equals(before)).toBe(true);
    add(file, THREE.slice(2));
    expect(readFileSync(file).subarray(0, before.length).equals(before)).toBe(true);
    expect(kept(file, KEYS)).toEqual(OUTPUTS);
  });

  test('that is empty is as good as none', () => {
    expect(kept(write('empty.jsonl', ''), KEYS)).toEqual([undefined, undefined, undefined]);
  });

  const whole = wholeOf(THREE);
  const bytes = Buffer.from(whole);
  const lastLine = Buffer.from(whole.slice(0, whole.trimEnd().lastIndexOf('\n') + 1)).length;
  /** Opens what is left of the file when it is cut off, goes on with it, and opens it once more. */
  const goesOn = (length: number): void => {
    const file = write('cut.jsonl', bytes.subarray(0, length));
    // The last line counts once it is whole, even without its end.
    const third = length >= bytes.length - 1 ? null : undefined;
    expect(kept(file, KEYS)).toEqual([OUTPUTS[0], OUTPUTS[1], third]);
    add(file, [['fourth', 4]]);
    expect(kept(file, [...KEYS, 'fourth'])).toEqual([OUTPUTS[0], OUTPUTS[1], third, 4]);
    add(file, [['third', 'anew']]);
    expect(kept(file, [...KEYS, 'fourth'])).toEqual([OUTPUTS[0], OUTPUTS[1], 'anew', 4]);
    const text = readFileSync(file);
    expect(text.subarray(0, length).equals(bytes.subarray(0, length))).toBe(true);
  };

  test('and was cut off at any byte of its last line goes on from there', () => {
    expect(bytes.length - lastLine).toBeGreaterThan(20);
    for (let length = lastLine; length <= bytes.length; length++) goesOn(length);
  });

  test('and was cut off within a character of several bytes goes on from there', () => {
    const at = bytes.indexOf(Buffer.from('🂡'));
    for (const length of [at + 1, at + 2, at + 3]) {
      const file = write('character.jsonl', bytes.subarray(0, length));
      expect(kept(file, KEYS)).toEqual([OUTPUTS[0], undefined, undefined]);
      add(file, THREE.slice(1));
      expect(kept(file, KEYS)).toEqual(OUTPUTS);
    }
  });

  test.each([
    ['a scenario', 'clients: 5\n', 1],
    ['a table', 'title,figure\nsecfc,loss\n', 1],
    ['other JSON', '[1, 2]\n', 1],
    ['null', 'null\n', 1],
    ['a journal, then something else', `${whole}and so on\n`, 4],
    ['something else, then a journal', `x\n${whole}`, 1],
    ['JSON of another layout', `${whole}{"id":"first","output":1}\n`, 4],
    ['a key that is no text', `${whole}{ "key": 1, "output": 1 }\n`, 4],
    ['a text without an end', 'notes', 1],
  ])('and holds %s is refused with the line, and left alone', (_, content, line) => {
    const file = write('foreign.jsonl', content);
    const { place, message } = refusal(() => new Journal(file, 'this build'));
    expect(place).toEqual({ file, line });
    expect(message).toBe(`${file}:${line}: expected a line that a study wrote, got another`);
    expect(readFileSync(file, 'utf8')).toBe(content);
  });

  test('of random bytes is refused or read, and never written over', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 40 }), (content) => {
        const file = write('random.jsonl', content);
        let opened = true;
        try {
          kept(file, KEYS);
        } catch {
          opened = false;
          refusal(() => new Journal(file, 'this build'));
        }
        const after = readFileSync(file);
        const added = opened && content.at(-1) !== 10 ? '\n' : '';
        expect(after.equals(Buffer.concat([content, Buffer.from(added)]))).toBe(true);
      }),
      { numRuns: thoroughly(15, 50) },
    );
  });
});

describe('a path that cannot be written', () => {
  const said = (file: string): string => {
    const { message, place } = refusal(() => new Journal(file, 'this build'));
    expect(place).toEqual({ file });
    return message.slice(file.length);
  };

  test('is refused by name: a folder', () => {
    const folder = join(dirname(write('beside', '')), 'folder.jsonl');
    mkdirSync(folder, { recursive: true });
    expect(said(folder)).toMatch(/^: expected a file to write to, got a directory$/);
    expect(statSync(folder).isDirectory()).toBe(true);
  });

  test('is refused by name: below a file', () => {
    const file = write('file', 'mine');
    const { message } = refusal(() => new Journal(join(file, 'runs.jsonl'), 'this build'));
    expect(message).toBe(`${file}: expected a directory to write to, got a file`);
    expect(readFileSync(file, 'utf8')).toBe('mine');
  });

  test('is refused by name: one that no system would take', () => {
    expect(said(join(dirname(write('beside', '')), 'x'.repeat(300)))).toMatch(
      /^: expected a file to write to, got a name that is too long$/,
    );
  });
});

describe('what is kept', () => {
  test('by other code is not taken, and known to be outdated until this code has found it too', () => {
    const file = write('builds.jsonl', '');
    add(file, THREE);
    const later = new Journal(file, 'another build');
    expect(KEYS.map((key) => later.get(key))).toEqual([undefined, undefined, undefined]);
    expect(KEYS.map((key) => later.isOutdated(key))).toEqual([true, true, true]);
    later.add('first', 'anew');
    expect(later.isOutdated('fourth')).toBe(false);
    later.close();
    const again = new Journal(file, 'another build');
    expect(again.get('first')).toBe('anew');
    expect(KEYS.map((key) => again.isOutdated(key))).toEqual([false, true, true]);
    again.close();
    // Nothing of the first is lost.
    expect(kept(file, KEYS)).toEqual(OUTPUTS);
  });

  test('in a line that was changed by hand is found out', () => {
    const file = write('edited.jsonl', '');
    add(file, THREE);
    const text = readFileSync(file, 'utf8');
    for (const [from, to] of [
      ['0.1', '0.2'],
      ['"first"', '"fifth"'],
      ['this build', 'that build'],
    ]) {
      const edited = write('edited.jsonl', text.replace(from, to));
      const { message, place } = refusal(() => new Journal(edited, 'this build'));
      expect(place).toEqual({ file: edited, line: 1 });
      expect(message).toContain('expected a line that a study wrote, got one that was changed');
    }
  });

  test('by a version that did not say which code it was is outdated', () => {
    const file = write('old.jsonl', '{"key":"first","output":1}\n');
    const journal = new Journal(file, 'this build');
    expect([journal.get('first'), journal.isOutdated('first')]).toEqual([undefined, true]);
    journal.close();
  });
});

describe('a file that somebody writes to', () => {
  test('is refused at once, until it is closed', () => {
    const file = write('locked.jsonl', '');
    const journal = new Journal(file, 'this build');
    const { message } = refusal(() => new Journal(file, 'this build'));
    expect(message).toBe(
      `${file}: expected a file that no other process writes to, got one that process ${process.pid} on ${hostname()} writes to (if it does not, remove ${file}.lock)`,
    );
    journal.close();
    expect(existsSync(`${file}.lock`)).toBe(false);
    new Journal(file, 'this build').close();
  });

  test('is refused where that is another machine, of which nothing is known', () => {
    const file = write('elsewhere.jsonl', '');
    write('elsewhere.jsonl.lock', '1 on elsewhere\n');
    expect(refusal(() => new Journal(file, 'this build')).message).toContain('process 1 on elsewhere');
    write('elsewhere.jsonl.lock', '');
    expect(refusal(() => new Journal(file, 'this build')).message).toContain(
      'one that another process writes to',
    );
  });

  test('is free again where the process is no more', () => {
    const { pid } = spawnSync(process.execPath, ['--version']);
    const file = write('left.jsonl', '');
    write('left.jsonl.lock', `${pid} on ${hostname()}\n`);
    add(file, THREE);
    expect(kept(file, KEYS)).toEqual(OUTPUTS);
    expect(readdirSync(dirname(file)).filter((name) => name.startsWith('left.jsonl.'))).toEqual([]);
  });
});
