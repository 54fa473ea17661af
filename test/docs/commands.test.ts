/** Commands in documents: each is one that there is, with flags that it takes, and names scenarios that there are. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { site } from '../../scripts/site.ts';
import { parse } from '../../src/cli/program.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
const documents = [...site().pages.keys()]
  .map((page) => (page === 'index.md' ? 'README.md' : page))
  .filter((page) => page.endsWith('.md') && existsSync(join(root, page)));

/** What follows a program's name on lines of code blocks. */
function linesOf(text: string, program: string): string[] {
  const found = text.matchAll(new RegExp(`^(?:    )?(?:\\$ )?(?:npx )?${program} (\\S.*)$`, 'gm'));
  return [...found].map(([, rest = '']) => rest);
}

/** The same between backquotes, where what a command takes is often left out. */
function mentionsOf(text: string, program: string): string[] {
  return [...text.matchAll(new RegExp(`\`${program} ([^\`]+)\``, 'g'))].map(([, rest = '']) => rest);
}

/** What the command line says against it. */
async function problemOf(words: readonly string[]): Promise<string> {
  try {
    await parse(words);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

/** Words of a command up to where the shell does something else with it. */
function wordsOf(command: string): string[] {
  const words = [...command.matchAll(/(?:[^\s"']+|"[^"]*"|'[^']*')+/g)].map(([word]) =>
    word.replaceAll(/^["']|["']$/g, '').replaceAll(/(?<==)["']/g, ''),
  );
  const end = words.findIndex((word) => /^(?:\d?[|>&]|#|>)/.test(word));
  return end === -1 ? words : words.slice(0, end);
}

/** What is wrong with a command of `cahoots`; nothing, where nothing is. */
async function wrongIn(command: string, whole: boolean): Promise<string[]> {
  const words = wordsOf(command);
  // A sentence may begin with the name.
  if (words.length < 2 || words[0] === 'help' || words.includes('...')) return [];
  const problem = await problemOf(words);
  const lost = words.filter(
    (word) => /^(?:scenarios|examples)\/\S+\.yaml$/.test(word) && !existsSync(join(root, word)),
  );
  const refused = problem !== '' && (whole || !problem.includes('missing'));
  return [...(refused ? [problem] : []), ...lost].map((what) => `${command}: ${what}`);
}

describe.each(documents)('%s', (document) => {
  const text = readFileSync(join(root, document), 'utf8');

  test('calls commands that there are, with flags that they take', async () => {
    const wrong = await Promise.all([
      ...linesOf(text, 'cahoots').map((command) => wrongIn(command, true)),
      ...mentionsOf(text, 'cahoots').map((command) => wrongIn(command, false)),
    ]);
    expect(wrong.flat()).toEqual([]);
  });

  test('calls scripts that there are, with files that there are', () => {
    const commands = [...linesOf(text, 'npm run'), ...mentionsOf(text, 'npm run')].map(wordsOf);
    const names = commands.map((words) => words.find((word) => !word.startsWith('-')) ?? '');
    expect(names.filter((name) => scripts[name] === undefined)).toEqual([]);
    const files = text.matchAll(/(?<!\/)\b(?:scripts|experiments|test)\/[a-z/.-]+\.ts\b/g);
    expect([...files].map(([file]) => file).filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });
});
