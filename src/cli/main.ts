/** The command line: picks the command, and turns every failure into a message and an exit code. */

import { CahootsError } from '../base/errors.ts';
import type { Plugin } from '../plugin/plugin.ts';
import { COMMANDS, type Listed } from './commands.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { pluginFiles } from './plugins.ts';

/**
 * @param args what stands behind the program's name
 * @param load gives what scenarios may name, beside what `--plugin` and a configuration in the working directory bring
 */
export async function main(
  args: readonly string[],
  load: () => Promise<readonly Plugin[]>,
): Promise<ExitCode> {
  let known: readonly Plugin[] = [];
  try {
    const { files, others } = pluginFiles(args);
    const [name, ...rest] = others;
    if (name === undefined || name === 'help' || name === '--help' || rest.includes('--help')) {
      process.stdout.write(usage());
      return EXIT.done;
    }
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name as keyof typeof COMMANDS] : undefined;
    if (command === undefined) {
      throw new CahootsError('bad-input', `expected a command, got ${name}\n${usage().trimEnd()}`);
    }
    known = await load();
    const { loadPlugins } = await import('../plugin/load.ts');
    known = [...known, ...(await loadPlugins(files))];
    const { run } = await command.load();
    return await run(rest, known);
  } catch (thrown) {
    const { blamed } = await import('../plugin/blame.ts');
    const error = blamed(thrown, { plugins: known });
    if (error instanceof CahootsError) {
      process.stderr.write(`${error.message}\n`);
      return error.code === 'not-reproducible' ? EXIT.notReproducible : EXIT.badInput;
    }
    if (error instanceof RangeError && NO_MEMORY.test(error.message)) {
      process.stderr.write(`expected more memory than this process may have, for what was asked of it\n`);
      return EXIT.badInput;
    }
    process.stderr.write(`This is a bug in Cahoots; please report it with the command that shows it.\n`);
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    return EXIT.bug;
  }
}

/** What Node.js says where the system gives it no more. */
const NO_MEMORY = /allocation failed|could not allocate memory/i;

function usage(): string {
  const commands: readonly Listed[] = Object.values(COMMANDS);
  const width = Math.max(...commands.map((command) => command.usage.length));
  const lines = commands.map((command) => `cahoots ${command.usage.padEnd(width)}  ${command.summary}\n`);
  return `${lines.join('')}every command also takes --plugin FILE, and loads cahoots.config.{js,mjs,ts} of the working directory\n`;
}
