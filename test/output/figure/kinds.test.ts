import { beforeAll, describe, expect, test } from 'vitest';
import { fileOf } from '../../../src/cli/picture-file.ts';
import type { Drawing } from '../../../src/output/figure/drawing.ts';
import type { Choice, Subject } from '../../../src/output/figure/picture.ts';
import { fitting, KINDS } from '../../../src/output/figure/kinds.ts';
import { svgOf } from '../../../src/output/figure/svg.ts';
import { queuesOf } from '../../../src/output/record/queues.ts';
import { registryOf } from '../../../src/run/plugin/registry.ts';
import type { Row } from '../../../src/run/tidy/rows.ts';
import { plugins } from '../../support/plugins.ts';
import { pictureSubjects, TABLE } from '../../support/picture-subjects.ts';
import { cahoots } from '../../support/program.ts';

const { figures } = registryOf(plugins);

let subjects: readonly Subject[];
beforeAll(async () => {
  subjects = await pictureSubjects();
});

const subjectFor = (name: string): Subject => {
  const found = subjects.find((subject) => fitting(subject).some((kind) => kind.name === name));
  if (found === undefined) throw new Error(`nothing to draw ${name} of`);
  return found;
};

describe.each(KINDS.map((kind) => [kind.name, kind] as const))('%s', (name, kind) => {
  test('is drawn from its table, the same every time, with colours and words that print', () => {
    const subject = subjectFor(name);
    const rows = kind.rows(subject, {}) ?? [];
    const svg = svgOf(kind.draw(rows, {}, figures));
    expect(svgOf(kind.draw(kind.rows(subject, {}) ?? [], {}, figures))).toBe(svg);
    expect(svg).toMatch(/^<svg xmlns/);
    expect(svg).not.toContain('NaN');
    expect(svg).not.toMatch(/(?:width|height)="-/);
    expect(svg.match(/<svg /g)?.length).toBeGreaterThan(1);
  });
});

test('of queues every change is drawn, unless there are hundreds', () => {
  const [subject] = subjects;
  const rows = KINDS.find(({ name }) => name === 'queues')?.rows(subject, {}) ?? [];
  const graph = subject.record?.causalGraph;
  const few = (graph === undefined ? [] : queuesOf(graph)).flatMap(({ link, changes }) => {
    const drawn = rows.filter((row) => row['link'] === link).length;
    // Besides what is queued at both ends of the run.
    return drawn > 0 && changes.length < 600 ? [{ drawn: drawn - 2, changes: changes.length }] : [];
  });
  expect(few.length).toBeGreaterThan(0);
  for (const { drawn, changes } of few) expect(drawn).toBe(changes);
});

test('a heat map has the bytes of the run, and of a round those of the round', () => {
  const [{ record }] = subjects;
  const pairs = KINDS.find(({ name }) => name === 'pairs');
  const sum = (rows: readonly Row[] | undefined): number =>
    (rows ?? []).reduce((all, row) => all + Number(row['bytes']), 0);
  expect(sum(pairs?.rows(subjects[0], {}))).toBe(record?.report.balance.sent.wireBytes);
  const bytesIn = (round: number): number | undefined =>
    record?.report.traffic
      .filter((cell) => cell.round === round && cell.part === 'round')
      .reduce((all, cell) => all + cell.wireBytes, 0);
  const rounds = (record?.report.rounds ?? []).filter(({ part }) => part === 'round');
  expect(rounds.length).toBeGreaterThan(5);
  for (const { round } of rounds) expect(sum(pairs?.rows(subjects[0], { round }))).toBe(bytesIn(round));
});

test('cumulative bytes of all rounds are what was sent before the result, each once', () => {
  const [{ record }] = subjects;
  const cumulative = KINDS.find(({ name }) => name === 'cumulative');
  const rounds = record?.stretches.filter(({ part }) => part === 'round') ?? [];
  const drawn = rounds.flatMap(({ round }) => {
    const last = new Map<string, number>();
    for (const { phase, bytes } of cumulative?.rows(subjects[0], { round }) ?? [])
      if (phase !== undefined) last.set(String(phase), Number(bytes));
    return [...last.values()];
  });
  const sent = new Map(record?.messages.map((one) => [one.id, one]));
  const before = [...sent.values()].filter(({ sentNs }) => sentNs < (rounds.at(-1)?.endNs ?? 0));
  expect(before.length).toBeLessThan(sent.size);
  expect(drawn.reduce((all, bytes) => all + bytes, 0)).toBe(
    before.reduce((all, { wireBytes }) => all + wireBytes, 0),
  );
});

test('what is sent at the very end of a window is in its last step', () => {
  const [{ record }] = subjects;
  const cumulative = KINDS.find(({ name }) => name === 'cumulative');
  for (const { startNs, endNs } of record?.stretches.filter(({ part }) => part === 'round') ?? []) {
    const rows = cumulative?.rows(subjects[0], { fromNs: startNs, untilNs: endNs }) ?? [];
    expect(rows.filter(({ bytes }) => bytes !== undefined && !Number.isFinite(bytes))).toEqual([]);
  }
});

test('waits of a round add up to it', () => {
  const rows = KINDS.find(({ name }) => name === 'waits')?.rows(subjects[0], {}) ?? [];
  const stretch = subjects[0].record?.stretches.find(({ round, part }) => round === 2 && part === 'round');
  const ns = rows.filter((row) => row['round'] === 2).reduce((sum, row) => sum + Number(row['ns']), 0);
  expect(ns).toBe((stretch?.endNs ?? 0) - (stretch?.startNs ?? 0));
});

test('a window that the run has not is refused', () => {
  const kind = KINDS.find(({ name }) => name === 'space-time');
  expect(() => kind?.rows(subjects[0], { round: 99 })).toThrow(
    '--round: expected a round of the run (0 to 8), got 99',
  );
});

test('a column that the table has not is refused with those that it has', () => {
  const kind = KINDS.find(({ name }) => name === 'sweep');
  expect(() => kind?.rows(subjects[2], { x: 'protocol.privcy' })).toThrow(
    /--x: expected a column of numbers \(.*protocol\.privacy/,
  );
});

test('of very much a sample is drawn, and said so', () => {
  const kind = KINDS.find(({ name }) => name === 'space-time');
  const { record } = subjects[0];
  const many = record && { ...record, messages: Array.from({ length: 20 }, () => record.messages).flat() };
  const rows = kind?.rows({ title: 'many', ...(many && { record: many }) }, {}) ?? [];
  const drawing = kind?.draw(rows, {}, figures);
  expect(rows.filter((row) => row['what'] === 'message').length).toBeLessThanOrEqual(1500);
  expect(drawing?.caption).toMatch(/of 5400 messages are drawn/);
});

test('one figure of several protocols has a panel for each, and all of it is told apart', () => {
  const kind = KINDS.find(({ name }) => name === 'sweep');
  const drawn = (rows: readonly Row[], choice: Choice): Drawing | undefined =>
    kind?.draw(kind.rows({ title: 'table', rows }, choice) ?? [], choice, figures);
  const [one, two] = [10, 20].map((clients) => TABLE.map((row) => ({ ...row, clients })));
  const panels = drawn([...one, ...two], { x: 'clients', y: 'bytes', by: 'protocol.privacy' });
  expect(panels?.panels.map(({ title }) => title)).toEqual([
    'secfc: bytes (less is better)',
    'kfed: bytes (less is better)',
  ]);
  expect(panels?.legend?.map(({ label }) => label)).toContain('protocol.privacy 4');
  expect(panels?.caption).not.toContain('together');
});

test('a trade-off has a point for each protocol, with both intervals and names beside each other', () => {
  const kind = KINDS.find(({ name }) => name === 'trade-off');
  const rows = TABLE.filter((row) => row['protocol.privacy'] === 1).flatMap((row) =>
    ['t = 1', 't = 2'].map((t) => ({ ...row, protocol: `${row['protocol']}, ${t}` })),
  );
  const points = kind?.rows({ title: 'table', rows, figures }, { y: 'lossAtCentres' }) ?? [];
  expect(points).toHaveLength(4);
  expect(points[0]).toMatchObject({ group: 'secfc, t = 1', family: 'secfc', x: 2000, mean: 10, runs: 3 });
  const half = 1000 * (4.302_652_729_911_275 / Math.sqrt(3));
  expect([points[0]['left'], points[0]['right']].map(Number)).toEqual([
    expect.closeTo(Math.max(0, 2000 - half), 6),
    expect.closeTo(2000 + half, 6),
  ]);
  // Two points are at one place each: their names are a line apart.
  const svg = svgOf(kind?.draw(points, {}, figures) as Drawing);
  const moved = String.raw`transform="translate\((-?[\d.]+),(-?[\d.]+)\)"`;
  const names = new RegExp(`<g [^>]*${moved}[^>]*><text [^>]*${moved}[^>]*>([^<]*, t = \\d)`, 'g');
  const places = [...svg.matchAll(names)].map(
    ([, , dy, , y, name]) => [name, Number(y) + Number(dy)] as const,
  );
  expect(places).toHaveLength(4);
  const [one, two] = ['secfc, t = 1', 'secfc, t = 2'].map((name) => new Map(places).get(name) ?? 0);
  expect(Math.abs(one - two)).toBeGreaterThanOrEqual(14);
  // Nobody asked for it, and no privacy was paid for.
  expect(kind?.rows({ title: 'table', rows, figures }, {})).toBeUndefined();
});

test('a trade-off says beside a point of how many runs it is, unless all have a result', () => {
  const kind = KINDS.find(({ name }) => name === 'trade-off');
  const rows = TABLE.filter((row) => row['protocol.privacy'] === 1).map((row): Row => ({
    ...row,
    ...(row['protocol'] === 'kfed' && row['seed'] === 3 && { clustered: false }),
  }));
  const points = kind?.rows({ title: 'table', rows, figures }, { y: 'accuracy' }) ?? [];
  expect(points.map(({ group, runs, marks }) => [group, runs, marks])).toEqual([
    ['secfc', 3, undefined],
    ['kfed', 2, '2 of 3'],
  ]);
  expect(svgOf(kind?.draw(points, {}, figures) as Drawing)).toContain('>kfed (2 of 3)<');
  const failed = rows.map((row) => ({ ...row, clustered: row['protocol'] === 'secfc' }));
  const left = kind?.rows({ title: 'table', rows: failed, figures }, { y: 'accuracy' }) ?? [];
  expect(kind?.draw(left, {}, figures).caption).toBe(
    'Without a point, as no run has a result: kfed (0 of 3).',
  );
});

test.each(['compare', 'waited', 'sweep'])(
  '%s says which settings its means are over besides seeds',
  (name) => {
    const kind = KINDS.find((one) => one.name === name);
    const choice = name === 'sweep' ? { x: 'clients' } : {};
    const rows = [10, 20].flatMap((clients) => TABLE.map((row) => ({ ...row, clients })));
    const made = kind?.rows({ title: 'table', rows }, choice) ?? [];
    const text = kind?.draw(made, choice, figures).caption;
    // One seed under several settings is no repetition.
    expect(made.some((row) => row['low'] !== undefined)).toBe(false);
    expect(text).toContain('over different values of');
    expect(text).toContain('protocol.privacy');
    expect(text?.includes('clients')).toBe(name !== 'sweep');
  },
);

test('a comparison has a small dot for every run', () => {
  const kind = KINDS.find(({ name }) => name === 'compare') ?? KINDS[0];
  const rows = [...TABLE, ...TABLE.map((row) => ({ ...row, seed: 9 }))];
  const made = kind.rows({ title: 'table', rows }, {}) ?? [];
  const runs = made.filter((row) => row['what'] === 'run');
  expect(runs.length).not.toBe(made.length - runs.length);
  expect([...svgOf(kind.draw(made, {}, figures)).matchAll(/<circle [^>]*r="2\.2"/g)].length).toBe(
    runs.length,
  );
});

test('a heat map is black and white only where there is a hundred times as much', () => {
  const kind = KINDS.find(({ name }) => name === 'pairs');
  const rows = [
    { from: 'server', to: 'client-1', bytes: 16_600, messages: 1 },
    { from: 'client-1', to: 'server', bytes: 11_500, messages: 1 },
  ];
  const svg = svgOf((kind ?? KINDS[0]).draw(rows, {}, figures));
  const [first, second] = [...svg.matchAll(/<rect [^>]*fill="rgb\((\d+), /g)]
    .slice(-2)
    .map(([, red]) => Number(red));
  expect(Math.abs(first - second)).toBeLessThan(40);
});

test('of a hundred parties, three neighbours are one row of a heat map', () => {
  const kind = KINDS.find(({ name }) => name === 'pairs');
  const rows = Array.from({ length: 100 }, (_, i) => ({
    from: 'server',
    to: `client-${i + 1}`,
    bytes: 100 + i,
    messages: 1,
  }));
  const svg = svgOf((kind ?? KINDS[0]).draw(rows, {}, figures));
  expect(svg).toContain('3 to a group');
  expect(svg).toContain('server .. 2');
  expect(svg).toContain('client-3 .. 5');
});

test('the help lists all kinds that there are, each with what it shows', async () => {
  const { stdout } = await cahoots('plot', '--help');
  for (const { name, summary } of KINDS)
    expect(stdout).toMatch(new RegExp(`^  ${name} +${summary.split(' ', 3).join(' ')}`, 'm'));
});

test.each(KINDS.map(({ name }) => name))('%s as PDF has a page of the size of the picture', async (name) => {
  const kind = KINDS.find((one) => one.name === name) ?? KINDS[0];
  const svg = svgOf(kind.draw(kind.rows(subjectFor(name), {}) ?? [], {}, figures));
  const [, width, height] = /^<svg [^>]*width="(\d+)" height="(\d+)"/.exec(svg) ?? [];
  const pdf = Buffer.from(await fileOf(svg, 'pdf')).toString('latin1');
  expect(pdf).toContain(`/MediaBox [0 0 ${Number(width) * 0.75} ${Number(height) * 0.75}]`);
});

test('PNG and PDF are what they are called', async () => {
  const kind = KINDS.find(({ name }) => name === 'phases');
  const svg = svgOf((kind ?? KINDS[0]).draw(kind?.rows(subjects[0], {}) ?? [], {}, figures));
  const png = Buffer.from(await fileOf(svg, 'png'));
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  const [, width] = /width="(\d+)"/.exec(svg) ?? [];
  expect(png.readUInt32BE(16)).toBe(2 * Number(width));
  expect(
    Buffer.from(await fileOf(svg, 'pdf'))
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
});
