import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROCrate } from 'ro-crate';
import { Validator } from 'ro-crate/dist/lib/validator.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeCrate } from '../../../../experiments/paper/claims/crate.ts';
import { sha256 } from '../../../../src/run/tidy/fingerprint.ts';

interface Entity {
  readonly '@id': string;
  readonly '@type': readonly string[];
  readonly [property: string]: readonly unknown[] | string;
}

const METADATA = 'ro-crate-metadata.json';
let folder = '';
let json = '';
let crate: ROCrate;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cahoots-crate-'));
  const data = join(folder, 'celltype');
  mkdirSync(data);
  writeFileSync(join(data, 'points.npy'), 'points');
  const results = new Map([
    ['claims.md', '# Claims\n'],
    ['claims.jsonl', '{}\n'],
  ]);
  writeCrate(join(folder, 'crate'), { results, seeds: 3, quick: true, data: [data] });
  json = readFileSync(join(folder, 'crate', METADATA), 'utf8');
  crate = new ROCrate(JSON.parse(json), { array: true, link: true });
});
afterAll(() => rmSync(folder, { recursive: true }));

/** What the library finds wrong with a crate and its files; its check of the context would need the network. */
function complaints(text: string): string[] {
  const validator = new Validator(undefined);
  validator.parseJSON(text);
  validator.rootDataEntity();
  const names = readdirSync(join(folder, 'crate'), { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => name !== METADATA && statSync(join(folder, 'crate', name)).isFile());
  validator.checkFiles(Object.fromEntries(files.map((name) => [name, { exists: true }])), undefined);
  const results = validator.results as readonly { readonly id: string; readonly status: string }[];
  return results.flatMap(({ id, status }) => (status === 'success' ? [] : [id]));
}

const entity = (id: string): Entity => crate.getEntity(id) as unknown as Entity;
const ofType = (type: string): Entity[] =>
  ([...crate.entities()] as unknown as Entity[]).filter((one) => one['@type'].includes(type));
const ids = (value: unknown): string[] => (value as readonly Entity[]).map((one) => one['@id']);

describe('the crate of the claims', () => {
  test('is accepted by the library of RO-Crate, with every file in it described', () => {
    expect(complaints(json)).toEqual([]);
  });

  test('would not be without a licence, without a file, or with a file too many', () => {
    expect(complaints(json.replaceAll('"license"', '"licence"'))).toContain('licenseRequired');
    expect(complaints(json.replaceAll('claims.md', 'other.md'))).toEqual([
      'validCrateDataEntityPath',
      'validCrateDataEntityInCrateDir',
    ]);
  });

  test('uses terms of its context alone, and refers to nothing that it does not describe', () => {
    const described = new Set([...crate.entities()].map((one) => (one as unknown as Entity)['@id']));
    const graph = (JSON.parse(json) as { '@graph': Record<string, unknown>[] })['@graph'];
    const terms = graph.flatMap((one) => [...Object.keys(one), ...[one['@type']].flat()]).map(String);
    expect(terms.filter((term) => !term.startsWith('@') && crate.resolveTerm(term) === undefined)).toEqual(
      [],
    );
    const references = graph.flatMap((one) =>
      Object.values(one).flatMap((value) => [value].flat().flatMap((each) => Object(each)['@id'] ?? [])),
    ) as string[];
    const standards = references.filter((id) => !described.has(id));
    expect([...new Set(standards)]).toEqual(['https://w3id.org/ro/crate/1.2']);
  });

  test("meets what the profile of a workflow's run requires", () => {
    expect(ids(crate.rootDataset.conformsTo)).toContain('https://w3id.org/ro/wfrun/workflow/0.5');
    const [main] = crate.rootDataset.mainEntity as unknown as Entity[];
    expect(main['@type']).toEqual(['File', 'SoftwareSourceCode', 'ComputationalWorkflow']);
    const [run, ...others] = ofType('CreateAction');
    expect([ids(run.instrument), others]).toEqual([[main['@id']], []]);
    // Every input and output of the run is an example of a parameter of the workflow.
    const examples = [...(main.input as Entity[]), ...(main.output as Entity[])].flatMap((one) => {
      expect(one['@type']).toEqual(['FormalParameter']);
      expect(one.additionalType).toHaveLength(1);
      return ids(one.workExample);
    });
    expect(examples).toEqual([...ids(run.object), ...ids(run.result)]);
    expect(examples).toEqual(['#seeds', '#quick', '#data-celltype', 'claims.md', 'claims.jsonl']);
  });

  test('gives the digest of every file, and of data that it does not contain', () => {
    const files = ofType('File');
    for (const { '@id': id, sha256: digest } of files.filter((one) => !one['@id'].startsWith('ni:')))
      expect(digest).toEqual([sha256(readFileSync(join(folder, 'crate', id)))]);
    const [points] = entity('#data-celltype').hasPart as Entity[];
    expect(points).toMatchObject({ name: ['celltype/points.npy'], sha256: [sha256('points')] });
    expect(points['@id']).toBe(`ni:///sha-256;${Buffer.from(sha256('points'), 'hex').toString('base64url')}`);
  });
});
