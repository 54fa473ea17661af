/** The command line: picks the command, and turns every failure into a message and an exit code. */

import { CahootsError } from '../base/errors.ts';
import { attackCommand } from './attack.ts';
import { blamed } from '../plugin/blame.ts';
import { loadPlugins } from '../plugin/load.ts';
import type { Plugin } from '../plugin/plugin.ts';
import type { Command } from './command.ts';
import { compareCommand } from './compare.ts';
import { dataCommand } from './data.ts';
import { diffCommand } from './diff.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { pluginFiles } from './plugins.ts';
import { replayCommand } from './replay.ts';
import { reportCommand } from './report.ts';
import { runCommand } from './run.ts';
import { schemaCommand } from './schema.ts';
import { shrinkCommand } from './shrink.ts';
import { swarmCommand } from './swarm.ts';

const COMMANDS: Readonly<Record<string, Command>> = {
  run: runCommand,
  compare: compareCommand,
  data: dataCommand,
  report: reportCommand,
  replay: replayCommand,
  diff: diffCommand,
  attack: attackCommand,
  swarm: swarmCommand,
  shrink: shrinkCommand,
  schema: schemaCommand,
};

/**
 * @param args what stands behind the program's name
 * @param plugins what scenarios may name, beside what `--plugin` and a configuration in the working directory bring
 */
export async function main(args: readonly string[], plugins: readonly Plugin[]): Promise<ExitCode> {
  let known = plugins;
  try {
    const { files, others } = pluginFiles(args);
    const [name, ...rest] = others;
    if (name === undefined || name === 'help' || name === '--help' || rest.includes('--help')) {
      process.stdout.write(usage());
      return EXIT.done;
    }
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    if (command === undefined) {
      throw new CahootsError('bad-input', `expected a command, got ${name}\n${usage().trimEnd()}`);
    }
    known = [...plugins, ...(await loadPlugins(files))];
    return await command.run(rest, known);
  } catch (thrown) {
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
  const commands = Object.values(COMMANDS);
  const width = Math.max(...commands.map((command) => command.usage.length));
  const lines = commands.map((command) => `cahoots ${command.usage.padEnd(width)}  ${command.summary}\n`);
  return `${lines.join('')}every command also takes --plugin FILE, and loads cahoots.config.{js,mjs,ts} of the working directory\n`;
}
