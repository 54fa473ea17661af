/**
 * Loads the bundle, which the build makes of all modules, with what V8 compiled of it in an earlier process: without, a short run
 * spends a third of its time on compiling.
 */

import { Compiled } from './compiled.ts';

// An import of one of these makes Node.js look up everything that it exports first.
const { readFileSync } = process.getBuiltinModule('node:fs');
const { createRequire } = process.getBuiltinModule('node:module');
const { cachedDataVersionTag, setFlagsFromString } = process.getBuiltinModule('node:v8');
const { Script } = process.getBuiltinModule('node:vm');
const { isMainThread } = process.getBuiltinModule('node:worker_threads');

/** The SHA-256 of the bundle, which the build fills in: V8 itself compares nothing but its length. */
declare const BUNDLE_SHA256: string;

type Module = Readonly<Record<string, unknown>>;
type Modules = Readonly<Record<string, () => Module>>;
type Evaluate = (
  require: (specifier: string) => unknown,
  imported: (specifier: string) => Promise<unknown>,
  dist: string,
) => Modules;

const BUNDLE = new URL('modules.cjs', import.meta.url);
const PROGRAM = 'bin/cahoots';

/** ES modules that the bundle imports and could not require: whoever is about to load it provides them. */
const provided = new Map<string, unknown>();
const required = createRequire(BUNDLE);

let modules: Modules | undefined;

/**
 * Returns a module of the bundle.
 * @param name its path in the source, without extension
 */
export function load(name: string): Module {
  modules ??= run(name);
  return (modules[name] as () => Module)();
}

/** Makes an ES module known under its specifier, for the bundle to require. */
export function provide(specifier: string, module: unknown): void {
  provided.set(specifier, module);
}

/** Evaluates the bundle. */
function run(first: string): Modules {
  if (first === PROGRAM) setUp();
  const compiled = new Compiled(
    `${purposeOf(first)}-${BUNDLE_SHA256.slice(0, 16)}-${cachedDataVersionTag()}`,
  );
  // It has only characters of ASCII.
  const script = new Script(readFileSync(BUNDLE, 'latin1'), {
    filename: BUNDLE.href,
    cachedData: compiled.code,
  });
  if (isMainThread) compiled.keepAtEnd(script);
  const evaluate = script.runInThisContext() as Evaluate;
  return evaluate(
    (specifier) => provided.get(specifier) ?? required(specifier),
    (specifier) => import(specifier),
    new URL('..', import.meta.url).href,
  );
}

/**
 * What is compiled depends on what is done: for each command of the program there is a file, and for each other module that is loaded
 * first. Threads end without saying so, and are given what a run needs.
 */
function purposeOf(first: string): string {
  if (!isMainThread) return 'run';
  if (first !== PROGRAM) return first.replaceAll('/', '.');
  const words = process.argv.slice(2);
  const [command = ''] = words;
  return /^[a-z]+$/.test(command) && !words.includes('--help') ? command : 'help';
}

/**
 * How many bytes of bytecode a function executes before V8 considers optimising it, twice the default of
 * Node.js 20. Most commands end within seconds, a quarter of whose processor time is spent on optimising:
 * this saves a tenth of the total, and long-running functions are still found soon enough. Versions from 22 on use other
 * criteria, which suit short runs.
 */
const BUDGET_BYTES = 150_000;

/**
 * By how much V8's memory may grow, in percent, before all of it is searched for garbage. By default it triples: with 10^5 clients of
 * k-FED, of 580 MB 390 are left by steps that all clients have done. They take a quarter less this way, and a tenth more processor time.
 */
const GROWTH = 80;

/** Must be called before there is much to compile or to collect. */
function setUp(): void {
  // Otherwise what has not run for a while is missing in what is kept.
  setFlagsFromString('--no-flush-bytecode');
  setFlagsFromString(`--heap-growing-percent=${GROWTH}`);
  if (process.versions.node.startsWith('20.')) setFlagsFromString(`--interrupt-budget=${BUDGET_BYTES}`);
}
