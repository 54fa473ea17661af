/**
 * The table of claims as a Workflow Run RO-Crate (RO-Crate 1.2, Workflow Run Crate 0.5): what was run, on which code and
 * machine, from which data and with which results. Data are named by their SHA-256 and not copied.
 */

import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { arch, release, type } from 'node:os';
import { basename, dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeDirectory, replaceWhole } from '../../../src/run/data/write.ts';
import { thisPlace } from '../../../src/run/tidy/provenance.ts';
import { sha256 } from '../../../src/run/tidy/fingerprint.ts';
import { provenanceOf } from '../../../src/studies/tables/provenance.ts';

/** An entity of the graph. */
type Entity = Readonly<Record<string, unknown>> & { readonly '@id': string };

export interface Crated {
  /** The results, by name. */
  readonly results: ReadonlyMap<string, string>;
  readonly seeds: number;
  readonly quick: boolean;
  /** The folders of data that were read. */
  readonly data: readonly string[];
}

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const WORKFLOW = 'experiments/paper/claims';
const MAIN = `${WORKFLOW}/index.ts`;
/** What else is copied, with the type of its content. */
const COPIED: Readonly<Record<string, string>> = {
  'CITATION.cff': 'application/yaml',
  LICENSE: 'text/plain',
  'package.json': 'application/json',
  'package-lock.json': 'application/json',
};
const TYPES: Readonly<Record<string, string>> = {
  '.md': 'text/markdown',
  '.jsonl': 'application/jsonl',
  '.ts': 'text/x-typescript',
};

const METADATA = 'ro-crate-metadata.json';
const SPECIFICATION = 'https://w3id.org/ro/crate/1.2';
const WORKFLOW_CRATE = 'https://w3id.org/workflowhub/workflow-ro-crate/1.0';
const PROFILES: Readonly<Record<string, string>> = {
  'https://w3id.org/ro/wfrun/process/0.5': 'Process Run Crate',
  'https://w3id.org/ro/wfrun/workflow/0.5': 'Workflow Run Crate',
  [WORKFLOW_CRATE]: 'Workflow RO-Crate',
};
const MIT = 'https://spdx.org/licenses/MIT';
const NODE = 'https://nodejs.org/';
const TYPESCRIPT = 'https://www.typescriptlang.org/';
const AUTHORS = '#authors';
const RUN = '#run';

const ref = (id: string): { readonly '@id': string } => ({ '@id': id });

/** Writes the crate's files and its metadata. */
export function writeCrate(folder: string, crated: Crated): void {
  const code = readdirSync(join(ROOT, WORKFLOW)).map((name) => `${WORKFLOW}/${name}`);
  for (const name of [...code, ...Object.keys(COPIED)]) {
    makeDirectory(join(folder, dirname(name)));
    cpSync(join(ROOT, name), join(folder, name));
  }
  for (const [name, text] of crated.results) replaceWhole(join(folder, name), text);
  const files = [...crated.results.keys(), ...Object.keys(COPIED), ...code.filter((name) => name !== MAIN)];
  const data = crated.data.flatMap(dataOf);
  const graph = [
    ...descriptionOf(files, data),
    ...workflowOf(crated),
    ...files.map((name) => {
      const file = fileOf(folder, name);
      return crated.results.has(name) ? { ...file, exampleOfWork: ref(`#output-${name}`) } : file;
    }),
    ...data,
  ];
  const text = JSON.stringify({ '@context': `${SPECIFICATION}/context`, '@graph': graph }, null, 2);
  replaceWhole(join(folder, METADATA), `${text}\n`);
}

/** The metadata's own descriptor, the root, and what it conforms to. */
function descriptionOf(files: readonly string[], data: readonly Entity[]): readonly Entity[] {
  const idsOf = (kind: string): string[] =>
    data.flatMap((entity) => (entity['@type'] === kind ? [entity['@id']] : []));
  return [
    {
      '@id': METADATA,
      '@type': 'CreativeWork',
      conformsTo: [ref(SPECIFICATION), ref(WORKFLOW_CRATE)],
      about: ref('./'),
    },
    {
      '@id': './',
      '@type': 'Dataset',
      name: 'The claims of three papers on secure federated clustering, repeated',
      description:
        'A verdict on every item of the papers on SecFC, MUFC and FedDP-KMeans, computed from the numbers of the experiments by one rule',
      datePublished: new Date().toISOString(),
      license: ref(MIT),
      author: ref(AUTHORS),
      conformsTo: Object.keys(PROFILES).map(ref),
      mainEntity: ref(MAIN),
      hasPart: [MAIN, ...files, ...idsOf('File')].map(ref),
      mentions: [RUN, ...idsOf('Collection')].map(ref),
    },
    ...Object.entries(PROFILES).map(([id, name]) => {
      return { '@id': id, '@type': ['CreativeWork', 'Profile'], name, version: basename(id) };
    }),
    { '@id': MIT, '@type': 'CreativeWork', name: 'MIT License', identifier: 'MIT' },
    { '@id': AUTHORS, '@type': 'Organization', name: 'The Cahoots authors' },
  ];
}

/** What was run: the main workflow with its parameters, the programs that it needs, and the run. */
function workflowOf({ results, seeds, quick, data }: Crated): readonly Entity[] {
  const { cahoots, commit, code } = provenanceOf([]);
  const { node, machine } = thisPlace();
  // A changed commit identifies nothing.
  const revision = commit !== undefined && /^[0-9a-f]{40}$/.test(commit) ? [`swh:1:rev:${commit}`] : [];
  const inputs = [
    { name: 'seeds', value: seeds, kind: 'Integer' },
    { name: 'quick', value: quick, kind: 'Boolean' },
  ];
  const folders = data.map(collectionId).map(ref);
  return [
    {
      '@id': MAIN,
      '@type': ['File', 'SoftwareSourceCode', 'ComputationalWorkflow'],
      name: 'npm run paper -- claims',
      version: cahoots,
      identifier: [...revision, `sha256:${code}`],
      license: ref(MIT),
      programmingLanguage: ref(TYPESCRIPT),
      softwareRequirements: [ref(NODE), ref('package-lock.json')],
      input: [...inputs.map(({ name }) => ref(`#input-${name}`)), ref('#input-data')],
      output: [...results.keys()].map((name) => ref(`#output-${name}`)),
      encodingFormat: TYPES['.ts'],
      sha256: digestOf(join(ROOT, MAIN)),
    },
    { '@id': TYPESCRIPT, '@type': 'ComputerLanguage', name: 'TypeScript', url: TYPESCRIPT },
    {
      '@id': NODE,
      '@type': 'SoftwareApplication',
      name: 'Node.js',
      url: NODE,
      softwareVersion: node,
      operatingSystem: `${type()} ${release()} ${arch()}`,
      processorRequirements: machine,
    },
    {
      '@id': RUN,
      '@type': 'CreateAction',
      name: 'A run of all experiments',
      description: `${seeds} seeds${quick ? ', few where that is stated' : ''}`,
      instrument: ref(MAIN),
      endTime: new Date().toISOString(),
      object: [...inputs.map(({ name }) => ref(`#${name}`)), ...folders],
      result: [...results.keys()].map(ref),
      actionStatus: 'http://schema.org/CompletedActionStatus',
    },
    ...inputs.flatMap(({ name, value, kind }) => [
      {
        '@id': `#${name}`,
        '@type': 'PropertyValue',
        name,
        value: `${value}`,
        exampleOfWork: ref(`#input-${name}`),
      },
      parameter(`#input-${name}`, name, kind, [ref(`#${name}`)]),
    ]),
    parameter('#input-data', 'data', 'Collection', folders),
    ...[...results.keys()].map((name) => parameter(`#output-${name}`, name, 'File', [ref(name)])),
  ];
}

function parameter(id: string, name: string, additionalType: string, workExample: readonly object[]): Entity {
  return { '@id': id, '@type': 'FormalParameter', name, additionalType, workExample };
}

function fileOf(folder: string, name: string): Entity {
  const file = join(folder, name);
  return {
    '@id': name,
    '@type': extname(name) === '.ts' ? ['File', 'SoftwareSourceCode'] : 'File',
    name: basename(name),
    encodingFormat: COPIED[name] ?? TYPES[extname(name)],
    contentSize: `${readFileSync(file).byteLength}`,
    sha256: digestOf(file),
  };
}

const collectionId = (folder: string): string => `#data-${basename(folder)}`;

/** A folder of data, and its files by RFC 6920's names, which contain their digests. */
function dataOf(folder: string): readonly Entity[] {
  const files = filesOf(folder);
  return [
    {
      '@id': collectionId(folder),
      '@type': 'Collection',
      name: basename(folder),
      hasPart: files.map(({ id }) => ref(id)),
      exampleOfWork: ref('#input-data'),
    },
    ...files.map(({ id, name, bytes, digest }) => {
      return {
        '@id': id,
        '@type': 'File',
        name: `${basename(folder)}/${name}`,
        contentSize: `${bytes}`,
        sha256: digest,
      };
    }),
  ];
}

interface DataFile {
  readonly id: string;
  readonly name: string;
  /** How many. */
  readonly bytes: number;
  /** SHA-256, in hexadecimal. */
  readonly digest: string;
}

function filesOf(folder: string): readonly DataFile[] {
  const names = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  return names.map(({ name }) => {
    const content = readFileSync(join(folder, name));
    const digest = sha256(content);
    const id = `ni:///sha-256;${Buffer.from(digest, 'hex').toString('base64url')}`;
    return { id, name, bytes: content.byteLength, digest };
  });
}

const digestOf = (file: string): string => sha256(readFileSync(file));
