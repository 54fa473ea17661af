import { describe, expect, test } from 'vitest';
import { MAGIC } from '../../src/run/trace/format.ts';
import { version } from '../../src/core/base/package.ts';
import { COMMANDS } from '../../src/cli/commands/index.ts';
import { KINDS } from '../../src/output/figure/kinds.ts';
import { EXIT } from '../../src/cli/exit-codes.ts';
import { outcomeLine } from '../../src/run/report/text.ts';
import { flagName } from '../../src/cli/flag.ts';
import { temporaryFiles } from '../support/temporary-files.ts';
import { cahoots, QUICKSTART } from '../support/program.ts';

const write = temporaryFiles();

/** Exit code 2, nothing on stdout, and on stderr what was wrong: no stack, no blame. */
async function mistake(...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await cahoots(...args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(/[^\n]\n$/);
  expect(stderr).not.toMatch(/^ +at |bug in Cahoots|node:|\.ts:\d/m);
  return stderr;
}

describe('help', () => {
  test.each([[], ['help'], ['--help'], ['-h']])(
    'lists every command on stdout: cahoots %s',
    async (...args) => {
      const { code, stdout, stderr } = await cahoots(...args);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      for (const { name, summary } of COMMANDS)
        expect(stdout).toContain(`\n  ${name.padEnd(17)}${summary}\n`);
      expect(stdout).toContain('--plugin <FILE>');
    },
  );

  test.each(COMMANDS.map(({ name }) => name))('of %s describes every flag, with an example', async (name) => {
    for (const args of [
      [name, '--help'],
      ['help', name],
    ]) {
      const { code, stdout, stderr } = await cahoots(...args);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toContain(`Usage: cahoots ${name} `);
      const { flags, examples } = COMMANDS.find((command) => command.name === name)!;
      for (const key of Object.keys(flags))
        expect(stdout).toMatch(new RegExp(`\n  (-\\w, )?${flagName(key)}( <\\S+>)? +\\S+`));
      for (const [line] of examples) expect(stdout).toContain(`\n  cahoots ${line}\n`);
    }
  });

  test('of plot lists every kind of picture, and those of plugins', async () => {
    const { stdout } = await cahoots('plot', '--help');
    for (const { name } of KINDS) expect(stdout).toMatch(new RegExp(`^  ${name} +\\S`, 'm'));
    const [kit, pictures] = ['run/plugin/plugin.ts', 'output/figure/authors.ts'].map(
      (path) => new URL(`../../src/${path}`, import.meta.url).href,
    );
    const file = write(
      'own.ts',
      `import { plugin } from '${kit}';
       import { picture } from '${pictures}';
       const own = picture({ name: 'own-kind', summary: 'drawn here', needs: 'table', heeds: [],
         rows: () => [], draw: () => ({ title: 'own', panels: [] }) });
       export const mine = plugin(import.meta.url, { name: 'mine', pictures: [own] });`,
    );
    const { stdout: more } = await cahoots('help', 'plot', '--plugin', file);
    expect(more).toMatch(/^ {2}own-kind +drawn here$/m);
  });

  test('has no line over 100 columns, and is not coloured where nobody sees colours', async () => {
    for (const args of [['--help'], ...COMMANDS.map(({ name }) => [name, '--help'])]) {
      const { stdout } = await cahoots(...args);
      expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100);
      expect(stdout).not.toContain('\u001b');
    }
  });

  test.each(['--version', '-V'])('%s prints the version of the package', async (flag) => {
    expect(await cahoots(flag)).toEqual({ code: 0, stdout: `${version()}\n`, stderr: '' });
    expect(version()).toMatch(/^\d+\.\d+\.\d+/);
  });
});

describe('a command line that is wrong', () => {
  test.each(['walk', 'Run', '', 'toString', '__proto__'])('names the unknown command: %j', async (name) => {
    const said = await mistake(name);
    expect(said.split('\n')[0]).toBe(`unknown command '${name}'`);
    expect(said).toContain('\ncahoots --help lists the commands\n');
  });

  test('suggests what was meant', async () => {
    expect(await mistake('comapre', QUICKSTART)).toContain('(Did you mean compare?)');
    expect(await mistake('run', QUICKSTART, '--sead', '1')).toContain('(Did you mean --seed?)');
  });

  test.each([
    [['run', QUICKSTART, '--thread', '2'], "unknown option '--thread'"],
    [['run', QUICKSTART, '-s'], "unknown option '-s'"],
    [['report', 'run.trace', '--seed', '1'], "unknown option '--seed'"],
    [['run', QUICKSTART, '--seed'], "option '--seed <N>' argument missing"],
    [['run', QUICKSTART, '--json=yes'], "unknown option '--json=yes'"],
    [['run'], "missing required argument 'FILE'"],
    [['report'], "missing required argument 'FILE'"],
    [['diff', 'a.trace'], "missing required argument 'TRACE'"],
    [['data'], "missing required argument 'FILE'"],
    [['run', 'a.yaml', 'b.yaml'], "too many arguments for 'run'. Expected 1 argument but got 2."],
    [['run', QUICKSTART, '--plugin'], "option '--plugin <FILE>' argument missing"],
  ])('names what is wrong and says where to look: %j', async (args, what) => {
    const said = await mistake(...args);
    expect(said).toContain(what);
    expect(said).toMatch(new RegExp(`\ncahoots ${args[0]} --help says what it takes\n$`));
  });

  test('names a flag that says two things', async () => {
    expect(await mistake('run', QUICKSTART, '--seed', '1', '--seed', '2')).toBe(
      '--seed: expected it once, got 1 and 2\n',
    );
  });

  test.each([
    ['schema', '--bogus'],
    ['schema', 'file.yaml'],
  ])('names what a command without arguments cannot take: %s %s', async (...args) => {
    expect(await mistake(...args)).toMatch(/unknown option '--bogus'|Expected 0 arguments but got 1/);
  });

  test.each([
    ['--threads=-1', '--threads: expected an integer from 0 to 256, got -1\n'],
    ['--threads=257', '--threads: expected an integer from 0 to 256, got 257\n'],
    ['--threads=1.5', '--threads: expected an integer from 0 to 256, got 1.5\n'],
    ['--threads=two', '--threads: expected an integer from 0 to 256, got two\n'],
    ['--seed=-1x', '--seed: expected an integer from 0 to 9007199254740991, got -1x\n'],
    ['--threads=', '--threads: expected an integer from 0 to 256, got \n'],
    ['--seed=-1', '--seed: expected an integer from 0 to 9007199254740991, got -1\n'],
    [
      '--seed=9007199254740993',
      '--seed: expected an integer from 0 to 9007199254740991, got 9007199254740993\n',
    ],
    ['--seed=1e3', '--seed: expected an integer from 0 to 9007199254740991, got 1e3\n'],
    ['--log=loud', '--log: expected one of trace, debug, info, warn, error, fatal, got loud\n'],
    ['--set=clients', '--set: expected path=value, got clients\n'],
  ])('names the flag, what it takes and what it got: %s', async (flag, said) => {
    expect(await mistake('run', QUICKSTART, flag)).toBe(said);
  });
});

describe('a scenario that is wrong', () => {
  test('is answered with every mistake, a line each, and nothing else', async () => {
    const file = write(
      'wrong.yaml',
      'clients: none\ndata: { source: sql }\nprotocol: { name: secfc, clusters: 2 }\n',
    );
    expect(await mistake('run', file)).toBe(
      `${file}:1:10 clients: expected a number, got "none"
${file}:2:17 data.source: expected a mapping with source: one of gaussian-mixture, csv, jsonl, parquet, arrow, npy, npz, idx, leaf, got "sql"
${file}:3:11 protocol.privacy: expected a number, got nothing
`,
    );
  });

  test.each([
    ['missing.yaml', 'no such file'],
    ['.', 'a directory'],
    ['missing/folder.yaml', 'no such file'],
  ])('is named: %s', async (file, got) => {
    expect(await mistake('run', file)).toBe(`${file}: expected a scenario, got ${got}\n`);
  });

  test('by --set is answered with what was set', async () => {
    expect(await mistake('run', QUICKSTART, '--set', 'protocol.privacy=5')).toBe(
      '--set protocol.privacy=5: expected n >= 2(l+t)-1 = 11 clients for segments l=1 and privacy t=5, got n=10\n',
    );
  });

  test.each([
    'network.latency=3000h',
    'network.latency={ pareto: { minimum: 1ms, shape: 0.001 } }',
    'network.latency={ lognormal: { median: 1ms, sigma: 1000 } }',
    'network.framing=5000MiB',
    'network.clients={ uplink: 0.0001bps }',
    'devices.server=0.00000001op/s',
    'protocol.timeout=2500h',
    'faults=[{ fault: throttle, who: everyone, bandwidth: 1bps }, { fault: oversize, who: everyone, bytes: 512MiB }]',
    'faults=[{ fault: slow, who: everyone, factor: 1000000000 }, { fault: slow, who: everyone, factor: 1000000000 }]',
    'faults=[{ fault: flood, who: everyone, copies: 100000 }, { fault: flood, who: everyone, copies: 100000 }, { fault: oversize, who: everyone, bytes: 512MiB }]',
  ])('beyond all reason is refused or runs out of time, and is no bug of ours: --set %s', async (setting) => {
    // Or gigabytes would be drawn before a bound is reached.
    const small = ['--set', 'data.points=100', '--set', 'limits.held=64MiB'];
    const { code } = await cahoots('run', QUICKSTART, ...small, '--set', setting);
    expect([EXIT.badInput, EXIT.undecided]).toContain(code);
  });
});

test('a reliable link on which all but nothing gets through gives up, and the run ends', async () => {
  const args = ['--set', 'data.points=100', '--set', 'network.loss=0.99999999999'];
  const { code, stdout } = await cahoots('run', QUICKSTART, ...args);
  expect(code).toBe(EXIT.violated);
  expect(stdout).toMatch(/^aborted +expected 9 ready clients, got 0 in time$/m);
});

test.each([
  [['network.retransmit=2500h', 'network.loss=0.5'], EXIT.violated],
  // The result is there by then.
  [['faults=[{ fault: duplicate, who: clients, by: 2400h }]'], EXIT.done],
])('packets that come after the end of all time come never: --set %j', async (settings, expected) => {
  const small = ['data.points=100', 'expect={ finishes: true }', ...settings];
  const { code, stderr } = await cahoots('run', QUICKSTART, ...small.flatMap((one) => ['--set', one]));
  expect({ code, stderr }).toEqual({ code: expected, stderr: '' });
});

test('each bound of a run ends it with a sentence that names the setting', async () => {
  const small = ['run', QUICKSTART, '--set', 'data.points=100', '--set'];
  for (const [setting, sentence] of [
    ['limits.messages=50', 'more than 50 messages would be sent (limits.messages)'],
    ['limits.events=50', 'more than 50 events would happen (limits.events)'],
    ['limits.held=50KB', 'more than 50000 B would be in transit, in mailboxes and saved (limits.held)'],
  ]) {
    const { code, stdout } = await cahoots(...small, setting);
    expect(code).toBe(EXIT.undecided);
    expect(stdout).toContain(`\n${outcomeLine('aborted', sentence)}`);
  }
});

describe('cahoots report', () => {
  test.each([
    ['a scenario', 'clients: 3\n'],
    ['nothing', ''],
    ['other bytes', Uint8Array.from({ length: 400 }, (_, i) => (i * 37) % 256)],
    ['a trace of another version', 'cahoots trace 7\nand so on'],
  ])('refuses %s', async (_, content) => {
    const file = write('not.trace', content);
    expect(await mistake('report', file)).toMatch(
      new RegExp(`^${file}: expected a Cahoots trace of version 3, got (another kind of file|version 7)\n$`),
    );
  });

  test.each(['missing.trace', '.'])('refuses %s by name', async (file) => {
    expect(await mistake('report', file)).toMatch(/^\S+: expected a trace, got .+\n$/);
  });

  test('refuses a trace that ends before it says who takes part', async () => {
    const file = write('short.trace', `${MAGIC}\u0001`);
    expect(await mistake('report', file)).toMatch(/^\S+: the trace is cut-off .*header is not whole\n$/);
  });
});

test('cahoots schema prints one JSON document', async () => {
  const { code, stdout, stderr } = await cahoots('schema');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(JSON.parse(stdout)).toMatchObject({ type: 'object', required: ['clients', 'data', 'protocol'] });
});
