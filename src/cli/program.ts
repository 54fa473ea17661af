/** The command line as parsed by Commander, with help, suggestions and completion. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { styleText } from 'node:util';
import { Argument, Command as Program, CommanderError, Option } from 'commander';
import { CahootsError } from '../core/base/errors.ts';
import { version } from '../core/base/package.ts';
import type { Command } from './command.ts';
import { COMMANDS } from './commands/index.ts';
import { printCompletions, printScript, SHELLS } from './completion.ts';
import { flagName, type Flags, type FlagValues } from './flag.ts';
import { configurations, pluginsOf } from './plugins.ts';
import { PLUGIN } from './shared-flags.ts';

/** What a command line requests. */
export interface Request {
  readonly command: Command;
  readonly files: readonly string[];
  readonly values: FlagValues<Flags>;
  /** Files given with `--plugin`. */
  readonly plugins: readonly string[];
}

/** Longer lines are hard to read, however wide the terminal is. */
const WIDEST = 100;

/**
 * Parses a command line. Undefined if help, the version or a completion was requested, which is printed.
 * @throws CahootsError for anything that no command accepts
 */
export async function parse(args: readonly string[]): Promise<Request | undefined> {
  let request: Request | undefined;
  const program = new Program('cahoots')
    .description('A deterministic simulator for secure federated clustering.')
    .version(version(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .addHelpCommand(
      new Program('help')
        .argument('[COMMAND]')
        .description('print the help of a command')
        .helpGroup(heading(OTHERS)),
    );
  configure(program);
  addFlags(program, { plugin: PLUGIN });
  for (const command of COMMANDS) {
    const sub = program.command(command.name);
    configure(sub);
    sub
      .description(`${sentence(command.summary)}\n\n${command.details}`)
      .summary(command.summary)
      .helpGroup(heading(command.group));
    sub.helpOption('-h, --help', 'print this help');
    // Most commands are only listed.
    if (!args.includes(command.name)) continue;
    for (const name of command.takes) sub.addArgument(new Argument(`<${name}>`));
    addFlags(sub, { ...command.flags, plugin: PLUGIN });
    if (command.listsValues === true && asksForHelp(args))
      sub.addHelpText('after', await listedBy(command, args));
    sub.addHelpText('after', examplesText(command));
    sub.action(() => {
      const given = sub.opts<Given>();
      const files = sub.processedArgs.flat() as string[];
      request = {
        command,
        files: command.readsTraces === true ? files.map(traceOf) : files,
        values: valuesOf(command.flags, given),
        plugins: [...(program.opts<Given>()['plugin'] ?? []), ...(given['plugin'] ?? [])],
      };
    });
  }
  program
    .command('completion')
    .summary('print a shell script that completes commands, flags and files')
    .description(COMPLETION)
    .helpGroup(heading(OTHERS))
    .addArgument(new Argument('<SHELL>', 'which shell').choices(SHELLS))
    .action(printScript);
  program
    .command('complete', { hidden: true })
    .argument('[WORDS...]')
    .allowUnknownOption()
    .action((words: string[]) => printCompletions(COMMANDS, words));
  try {
    await program.parseAsync(args.length > 0 ? args : ['--help'], { from: 'user' });
  } catch (thrown) {
    if (!(thrown instanceof CommanderError)) throw thrown;
    if (thrown.exitCode !== 0) throw new CahootsError('bad-input', complaint(thrown, args));
  }
  return request;
}

const OTHERS = 'others';

const COMPLETION = `Print a shell script that completes commands, flags and files. To install it:

  bash   cahoots completion bash >> ~/.bashrc
  zsh    cahoots completion zsh > "\${fpath[1]}/_cahoots"
  fish   cahoots completion fish > ~/.config/fish/completions/cahoots.fish`;

/** The values of each flag; for a switch, true for each time. */
type Given = Readonly<Record<string, readonly string[] | undefined>>;

function configure(program: Program): void {
  program
    .exitOverride()
    // Errors are printed where they are caught.
    .configureOutput({
      outputError: () => undefined,
      getOutHelpWidth: () => Math.min(process.stdout.columns || WIDEST, WIDEST),
    })
    .configureHelp({
      styleTitle: (title) => styleText('bold', title),
      styleCommandText: (name) => styleText('cyan', name),
      styleSubcommandText: (name) => styleText('cyan', name),
      styleOptionText: (flag) => styleText('cyan', flag),
      subcommandTerm: (sub) => sub.name(),
    });
}

function addFlags(program: Program, flags: Flags): void {
  for (const [key, { placeholder, summary, repeated, choices, short }] of Object.entries(flags)) {
    const shown = placeholder === undefined ? '' : ` <${placeholder}>`;
    const often = repeated ? ' (may be given several times)' : '';
    const option = new Option(
      `${short === undefined ? '' : `-${short}, `}${flagName(key)}${shown}`,
      summary + often,
    );
    option.argParser((given: string, before: readonly string[] = []) => [...before, given]);
    if (choices) option.argChoices = [...choices];
    program.addOption(option);
  }
}

/** A folder that holds a run, and not many, stands for the run's trace. */
function traceOf(path: string): string {
  const trace = join(path, 'run.trace');
  return existsSync(trace) ? trace : path;
}

function valuesOf(flags: Flags, given: Given): FlagValues<Flags> {
  const values = Object.entries(flags).map(([key, flag]) => {
    const value = given[key];
    // A switch is `true`, however often it is given.
    return [key, flag.read(Array.isArray(value) ? value : value ? [''] : [], flagName(key))];
  });
  return Object.fromEntries(values) as FlagValues<Flags>;
}

function complaint({ message }: CommanderError, args: readonly string[]): string {
  const name = args.find((arg) => COMMANDS.some((command) => command.name === arg));
  const text = message.replace(/^error: /, '');
  return `${text}\n${name === undefined ? 'cahoots --help lists the commands' : `cahoots ${name} --help says what it takes`}`;
}

function asksForHelp(args: readonly string[]): boolean {
  return args.includes('--help') || args.includes('-h') || args[0] === 'help';
}

async function listedBy(command: Command, args: readonly string[]): Promise<string> {
  const given = args.flatMap((arg, i) => {
    if (arg === '--plugin') return args.slice(i + 1, i + 2);
    return arg.startsWith('--plugin=') ? [arg.slice('--plugin='.length)] : [];
  });
  const { listed } = await command.load();
  return `\n${listed?.(await pluginsOf([...configurations(), ...given]))}`;
}

function examplesText({ examples }: Command): string {
  if (examples.length === 0) return '';
  const lines = examples.map(([line, does]) => `  cahoots ${line}${does && `\n      ${does}`}\n`);
  return `\nExamples:\n${lines.join('')}`;
}

function heading(group: string): string {
  return `${sentence(group).slice(0, -1)}:`;
}

function sentence(words: string): string {
  return `${words[0].toUpperCase()}${words.slice(1)}.`;
}
