/** Provenance finds masks, shares and noise that come from the wrong secrets, and nothing in sound protocols. */

import { describe, expect, test } from 'vitest';
import { fastlloyd, feddp, mufc, secfc } from '../../../bin/standard.ts';
import { maskInput, type MaskInput } from '../../../actors/blocks/secagg/masks.ts';
import { ModularVectors } from '../../../src/core/kit/field.ts';
import { changed, computing } from '../../../experiments/mutants/broken.ts';
import { scenarioOf } from '../../../experiments/mutants/examine.ts';
import type { Mutant } from '../../../experiments/mutants/mutant.ts';
import { SETTINGS } from '../../../experiments/mutants/settings.ts';
import { mutants } from '../../../experiments/mutants/mutants.ts';
import type { AnyProtocol } from '../../../src/core/protocol/protocol.ts';
import { examineProvenance, type Provenance } from '../../../src/lab/provenance/examine.ts';
import { assert } from '../../../src/core/base/errors.ts';
import { seal, toHex } from '../../../src/core/kit/crypto.ts';
import { loadScenario } from '../../../src/run/scenario/load.ts';
import { thoroughly } from '../../support/long.ts';
import { plugins } from '../../support/plugins.ts';

const SERVER = [['server']];
const CLIENTS = [['client-1', 'client-2']];
const FLAMINGO = 'protocol.aggregation={ protocol: flamingo, decryptors: 5 }';

function examined(mutant: Mutant, coalitions: readonly (readonly string[])[]): Promise<Provenance> {
  const { scenario, plugins: own } = scenarioOf(mutant, 3);
  return examineProvenance(scenario, mutant.protocol, { plugins: own }, coalitions);
}

/** Masking with other seeds or other masks. */
const masking = (run: (input: MaskInput) => ReturnType<typeof maskInput.run>): AnyProtocol =>
  computing(mufc, maskInput, run);

describe('has nothing to say against', () => {
  test.each([
    ['scenarios/quickstart.yaml', ['client-1', 'client-2', 'client-3', 'client-4'], ['data.points=200']],
    ['scenarios/mufc.yaml', ['server'], []],
    // Masks of pairs follow from a hash to a group.
    ['scenarios/mufc.yaml', ['server'], ['data.points=100', 'protocol.remove=[]', FLAMINGO]],
    ['scenarios/fastlloyd.yaml', ['server'], []],
    ['scenarios/fastlloyd.yaml', ['client-1', 'client-2'], []],
    ['scenarios/faults/restart.yaml', ['client-1', 'client-2', 'client-3'], []],
  ])('%s, which %j examine, with %j', async (file, members, set) => {
    const scenario = loadScenario(file, { plugins, set });
    const protocol = [secfc, mufc, fastlloyd].find(({ name }) => name === scenario.protocol) as AnyProtocol;
    const { findings, runs } = await examineProvenance(scenario, protocol, { plugins }, [members]);
    expect(findings).toEqual([]);
    expect(runs).toBe(2);
  });
});

test('a scenario may delay messages itself', async () => {
  const faults = [{ fault: 'delay', who: 'client-1', rate: 1, by: '1ms' }];
  const setting = { ...SETTINGS.mufc, faults };
  const { findings, runs } = await examined({ name: '', what: '', protocol: mufc, setting }, SERVER);
  expect(findings).toEqual([]);
  expect(runs).toBe(2);
});

test('whoever is left alone in a sum is told by the sum, whatever masks there are', async () => {
  // Client 5 comes too late in the second run, and client 4 is then the only one outside.
  const sound = { name: '', what: '', protocol: mufc, setting: 'mufc three' } as const;
  const { findings, traced } = await examined(sound, [['server', 'client-1', 'client-2', 'client-3']]);
  expect(findings).toEqual([]);
  expect(traced).toBeGreaterThan(0);
});

describe('of seeds that are shares', () => {
  const aggregators = [['server'], ['helper']];

  test('it has nothing to say where clients draw them', async () => {
    const sound = { name: 'proven', what: '', protocol: feddp, setting: 'feddp proven' } as const;
    expect((await examined(sound, aggregators)).findings).toEqual([]);
  });

  test.each([
    ['seeds from the nonce', 'the coalition can derive'],
    ['seeds in the code', 'the coalition can derive'],
    ['seeds of all reports', 'is in another share, too'],
  ])('it flags %s', async (name, because) => {
    const mutant = mutants.find((one) => one.name === name);
    assert(mutant !== undefined, `there is no mutant ${name}`);
    const { findings } = await examined(mutant, aggregators);
    expect(findings.filter(({ status }) => status === 'flagged').length).toBeGreaterThan(0);
    expect(findings.map((one) => one.because).join('; ')).toContain(because);
  });
});

test('traces every share that a coalition receives', async () => {
  // Three others deal to two members, modulo each of the primes, in two runs.
  const { traced, findings } = await examined({ name: 'secfc', what: '', protocol: secfc }, CLIENTS);
  expect(findings).toEqual([]);
  expect(traced % 12).toBe(0);
  expect(traced).toBeGreaterThan(0);
});

const flaggedIn = ({ findings }: Provenance): string =>
  findings
    .filter(({ status }) => status === 'flagged')
    .map((one) => `${one.where}: ${one.because}`)
    .join('\n');

describe('flags the mutant', () => {
  const FLAGGED: readonly [name: string, coalitions: readonly (readonly string[])[], because: RegExp][] = [
    ['fixed key', CLIENTS, /same in different runs/],
    ['key from a name', CLIENTS, /derive every key stream/],
    ['one vector less', CLIENTS, /fewer unknown key streams/],
    ['everybody gets one share more', CLIENTS, /fewer unknown key streams/],
    ['second channel', CLIENTS, /shares in gossip: fewer unknown key streams/],
    ['no salt', CLIENTS, /without a salt/],
    ['one salt', CLIENTS, /without a salt/],
    ['masks from the stream of noise', CLIENTS, /beginning of one key stream/],
    ['masks reused', SERVER, /fewer unknown key streams/],
    ['pair masks reused', SERVER, /fewer unknown key streams/],
    ['both shares revealed', SERVER, /derive every key stream/],
    ['pair masks from public keys', SERVER, /derive every key stream/],
    ['one secret for both', SERVER, /used for/],
    ['polynomials reused', SERVER, /coefficient is used twice/],
    ['polynomials of the self mask', SERVER, /keys of all coefficients/],
    ['degree zero', [['server', 'client-1']], /derive every key stream/],
    ['shares in the clear', SERVER, /derive every key stream/],
    ['encrypted with public keys', SERVER, /no secret went into it/],
    ['one nonce in both directions', SERVER, /one nonce/],
    ['self masks reused', SERVER, /fewer unknown key streams/],
    ['no self mask', SERVER, /derive every key stream/],
    ['both shares of the dropped', SERVER, /derive every key stream/],
    ['coded masks reused', SERVER, /fewer unknown key streams/],
    ['noise from a public seed', CLIENTS, /derive all keys/],
    ['noise used in every iteration', CLIENTS, /added in rounds/],
    ['common key in the clear', SERVER, /derive every key stream/],
    ['one mask for all clients', SERVER, /masks cancel/],
    ['own follows from surplus', SERVER, /derive all keys/],
  ];
  // On every change the first of those that are flagged by the same coalition for the same reason.
  const alike = FLAGGED.map(([, ...why]) => String(why));
  const first = FLAGGED.filter((_, at) => alike.indexOf(alike[at]) === at);
  test.each(thoroughly(first, FLAGGED))('%s', async (name, coalitions, because) => {
    const mutant = mutants.find((one) => one.name === name);
    assert(mutant !== undefined, `there is no mutant ${name}`);
    expect(flaggedIn(await examined(mutant, coalitions))).toMatch(because);
  });
});

describe('flags', () => {
  test.each<[what: string, AnyProtocol, readonly (readonly string[])[], because: RegExp]>([
    [
      'two plaintexts under one nonce',
      changed(mufc, (effect, self) => {
        const key = self.random.again('nonce').secretKey('reused');
        const plain = new Uint8Array(8).fill(effect.kind?.length ?? 0);
        seal(key, new Uint8Array(12), plain);
        return [effect];
      }),
      SERVER,
      /one nonce/,
    ],
    [
      'a key in the trace',
      changed(mufc, (effect, self) =>
        effect.kind === 'label'
          ? [{ ...effect, phase: toHex(self.random.again().secretKey('leaked')) }]
          : [effect],
      ),
      SERVER,
      /'leaked' of client-/,
    ],
  ])('%s', async (_, protocol, coalitions, because) => {
    expect(flaggedIn(await examined({ name: '', what: '', protocol }, coalitions))).toMatch(because);
  });
});

test('leaves open what did not come from the kit', async () => {
  const own = masking((input) => {
    const vectors = new ModularVectors(input.modulus);
    const masked = maskInput.run(input);
    const pads = Array.from(input.input, (x, i) => BigInt(x) + 0x9e3779b97f4a7c15n * BigInt(i));
    return masked && { ...masked, values: vectors.pack(vectors.from(pads)) };
  });
  const { findings } = await examined({ name: '', what: '', protocol: own }, SERVER);
  expect(findings.map(({ status }) => status)).toContain('open');
});
