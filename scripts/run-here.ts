/** Commands in documents as links to the simulator's page: the same scenario with the same changes. */

/** The scenario that `cahoots init first` writes, which the course changes. */
const FIRST = 'first/scenario.yaml';

/** A block with what was typed and printed. */
const CONSOLE = /^```console\n[^]*?^```$/gm;

/**
 * Adds a link below each block with a command that the page can run.
 * @param shipped the paths of its scenarios
 */
export function withLinks(document: string, shipped: ReadonlySet<string>): string {
  return document.replaceAll(CONSOLE, (block) => {
    const fragments = [...block.matchAll(/^\$ (.*)$/gm)].flatMap(([, line]) => fragmentsIn(line, shipped));
    const links = [...new Set(fragments)].map(
      (fragment, i, { length }) =>
        `[Run it here${length > 1 ? ` (${i + 1})` : ''}](/try/index.html#${fragment}){target="_self"}`,
    );
    return links.length === 0 ? block : `${block}\n\n${links.join(' · ')}`;
  });
}

function fragmentsIn(line: string, shipped: ReadonlySet<string>): string[] {
  return line.split(/[;&]+/).flatMap((command) => {
    const [, called = ''] = /^\s*(cahoots [^|>]*|npm start\b)/.exec(command) ?? [];
    const words = [...called.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain);
    const fragment = fragmentOf(words[0] === 'npm' ? QUICKSTART : words.slice(1), shipped);
    return fragment === undefined ? [] : [fragment];
  });
}

const QUICKSTART = ['run', 'scenarios/quickstart.yaml'];

/** Flags of commands that change the run, and their settings. */
const CHANGES: Readonly<Record<string, (value: string) => string>> = {
  '--set': (value) => value,
  '--seed': (value) => `seed=${value}`,
  '--members': (value) => `collusion=[{ members: [${value.replaceAll(',', ', ')}] }]`,
  '--any': (value) => `collusion=[{ any: ${value} }]`,
};

/** The fragment of a link; see site/try/page/link.ts. Undefined for what only the command line can do. */
function fragmentOf(
  [command, file = '', ...flags]: readonly string[],
  shipped: ReadonlySet<string>,
): string | undefined {
  if (command !== 'run' && command !== 'attack') return undefined;
  const path = file === FIRST ? 'first' : file.replace(/^scenarios\//, '').replace(/\.yaml$/, '');
  if (!shipped.has(path)) return undefined;
  const given = new URLSearchParams({ scenario: path });
  for (const [at, flag] of flags.entries()) {
    const change = CHANGES[flag];
    if (change !== undefined) given.append('set', change(flags[at + 1]));
  }
  // Markdown ends a link at a bracket.
  return given.toString().replaceAll('%2F', '/').replaceAll('(', '%28').replaceAll(')', '%29');
}
