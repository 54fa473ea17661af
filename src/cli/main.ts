/** The command line: selects the command, and turns every failure into a message and an exit code. */

import { CahootsError } from '../core/base/errors.ts';
import type { Plugin } from '../run/plugin/plugin.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { configurations, pluginsOf } from './plugins.ts';
import { keepStdout } from './print.ts';
import { parse } from './program.ts';

/**
 * @param args the arguments after the program's name
 * @param load returns what scenarios may name, besides what `--plugin` and a configuration in the working
 *   directory add
 */
export async function main(
  args: readonly string[],
  load: () => Promise<readonly Plugin[]>,
): Promise<ExitCode> {
  let known: readonly Plugin[] = [];
  let release: (() => void) | undefined;
  try {
    const request = await parse(args);
    if (request === undefined) return EXIT.done;
    const { command, files, values } = request;
    known = await load();
    const modules = [...configurations(), ...request.plugins];
    if (modules.length > 0) release = keepStdout();
    known = [...known, ...(await pluginsOf(modules))];
    const { run } = await command.load();
    await sayMissing(files, known);
    const plugins = known;
    const work = (): Promise<ExitCode> => run({ files, values, plugins });
    if (modules.length === 0) return await work();
    const { withPlugins } = await import('./with-plugins.ts');
    return await withPlugins(plugins, work);
  } catch (thrown) {
    const { blamed } = await import('../run/plugin/blame.ts');
    const error = blamed(thrown, { plugins: known });
    if (error instanceof CahootsError) {
      process.stderr.write(`${error.message}\n`);
      return error.code === 'not-reproducible' ? EXIT.notReproducible : EXIT.badInput;
    }
    if (error instanceof RangeError && NO_MEMORY.test(error.message)) {
      process.stderr.write(`expected enough memory for this command, got less\n`);
      return EXIT.badInput;
    }
    process.stderr.write(`This is a bug in Cahoots; please report it with the command that shows it.\n`);
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    return EXIT.bug;
  } finally {
    release?.();
  }
}

/** Says which plugins are missing that the files of a command were made with. */
async function sayMissing(files: readonly string[], plugins: readonly Plugin[]): Promise<void> {
  // Not loaded to run a scenario.
  const results = files.filter((file) => !/\.(ya?ml|json)$/i.test(file));
  if (results.length === 0) return;
  const { missingPlugins } = await import('./made-with.ts');
  for (const line of await missingPlugins(results, plugins)) process.stderr.write(`${line}\n`);
}

/** What Node.js says when the system refuses to give it more memory. */
const NO_MEMORY = /allocation failed|could not allocate memory/i;
