/**
 * `npm run docs`: llms.txt, an index of the documents for programs that read them, in the format of
 * https://llmstxt.org: each with its title and its first sentence.
 */

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { COMMANDS } from '../src/cli/commands/index.ts';
import { EXIT, MEANINGS } from '../src/cli/exit-codes.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
export const INDEX = join(ROOT, 'llms.txt');

const below = (folder: string): string[] =>
  readdirSync(join(ROOT, folder))
    .filter((file) => file.endsWith('.md'))
    .toSorted()
    .map((file) => `${folder}/${file}`);

/** The documents under their headings. */
const SECTIONS = {
  'Start here': ['docs/first-run.md', 'docs/reading-a-report.md', 'docs/reference.md', 'docs/glossary.md'],
  Course: below('docs/course'),
  Reference: below('docs/reference'),
  Documents: [...below('docs'), 'scenarios/README.md', 'CHANGELOG.md'],
  Inside: ['ARCHITECTURE.md', ...below('docs/internals'), 'CONTRIBUTING.md'],
} satisfies Record<string, readonly string[]>;

/**
 * Ends with a newline.
 * @param linkTo what a document is linked as, by its path
 */
export function llms(linkTo = (path: string): string => path): string {
  const { description } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    readonly description: string;
  };
  const listed = new Set<string>();
  const sections = Object.entries(SECTIONS).map(([heading, paths]) => {
    const own = paths.filter((path) => !listed.has(path));
    for (const path of own) listed.add(path);
    return [`## ${heading}`, '', ...own.map((path) => lineOf(path, linkTo(path)))].join('\n');
  });
  return `${[`# Cahoots\n\n> ${description}`, commands(), ...sections].join('\n\n')}\n`;
}

/** What programs call. */
function commands(): string {
  const printing = COMMANDS.filter(({ flags }) => 'json' in flags).map(({ name }) => `\`${name}\``);
  const codes = (Object.keys(EXIT) as (keyof typeof EXIT)[]).map(
    (end) => `Exit code ${EXIT[end]}: ${MEANINGS[end]}.`,
  );
  return [
    'The command line is `cahoots COMMAND`; `cahoots help COMMAND` says what a command takes, `cahoots schema` prints the JSON Schema of scenarios.',
    `With \`--json\` these print their results for programs: ${printing.join(', ')}. \`cahoots schema --of COMMAND\` prints the JSON Schema of what it prints.`,
    ...codes,
  ].join('\n');
}

function lineOf(path: string, link: string): string {
  const text = readFileSync(join(ROOT, path), 'utf8');
  const [, title = path, rest = ''] = /^# (.*)\n([^]*)$/m.exec(text) ?? [];
  const about = firstSentence(rest);
  return `- [${title}](${link})${about === '' ? '' : `: ${about}`}`;
}

/** A sentence that is longer is cut where it goes into detail. */
const LONGEST = 160;

/** Of the first paragraph, without its links. */
function firstSentence(text: string): string {
  const prose = text.replaceAll(/<!--[^]*?-->|^```[^]*?^```$/gm, '');
  const paragraph = prose.split(/\n\s*\n/).find((part) => /^\n*[\w`[]/.test(part)) ?? '';
  const plain = paragraph
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const sentence = /^(?:`[^`]*`|[^`])*?\.(?= [A-Z`]|$)/.exec(plain)?.[0] ?? plain;
  const short = sentence.length <= LONGEST ? sentence : sentence.split(/[:;] /)[0];
  return short.replace(/[.:;,]?$/, '.').replace(/^\.$/, '');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(INDEX, llms());
