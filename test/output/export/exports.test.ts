import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Pbf from 'pbf';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mermaidOf } from '../../../src/output/export/mermaid.ts';
import { pcapHead, pcapRecords } from '../../../src/output/export/pcap.ts';
import { perfettoOf } from '../../../src/output/export/perfetto.ts';
import { type Traced, traced } from '../../support/traced-runs.ts';

let faulty: Traced;
const folder = mkdtempSync(join(tmpdir(), 'cahoots-export-'));
afterAll(() => rmSync(folder, { recursive: true }));
beforeAll(async () => {
  faulty = await traced('scenarios/faults/partition.yaml');
});

describe('for Perfetto', () => {
  interface Event {
    timeNs: number;
    type: number;
    track: number;
    flows: number[];
    ends: number[];
  }

  /** By the field numbers of protos/perfetto/trace. */
  function read(bytes: Uint8Array): { tracks: Map<number, string>; events: Event[] } {
    const tracks = new Map<number, string>();
    const events: Event[] = [];
    new Pbf(bytes).readFields((tag, _, pbf) => {
      if (tag !== 1) return;
      const event: Event = { timeNs: 0, type: 0, track: 0, flows: [], ends: [] };
      pbf.readMessage((field, __, packet) => {
        if (field === 8) event.timeNs = packet.readVarint();
        if (field === 60) {
          const track = { uuid: 0, name: '' };
          packet.readMessage((inner, ___, descriptor) => {
            if (inner === 1) track.uuid = descriptor.readVarint();
            if (inner === 2) track.name = descriptor.readString();
          }, undefined);
          if (tracks.has(track.uuid)) throw new Error(`two tracks of number ${track.uuid}`);
          tracks.set(track.uuid, track.name);
        }
        if (field === 11) {
          packet.readMessage((inner, ___, told) => {
            if (inner === 9) event.type = told.readVarint();
            if (inner === 11) event.track = told.readVarint();
            if (inner === 47) event.flows.push(told.readFixed64());
            if (inner === 48) event.ends.push(told.readFixed64());
          }, undefined);
          events.push(event);
        }
      }, undefined);
    }, undefined);
    return { tracks, events };
  }

  test('every message is a flow from its sender to where it came, in order of time', () => {
    const { record } = faulty;
    const { tracks, events } = read(perfettoOf(record));
    expect(events.map(({ timeNs }) => timeNs)).toEqual(
      events.map(({ timeNs }) => timeNs).toSorted((a, b) => a - b),
    );
    const starts = new Map(events.flatMap((event) => event.flows.map((flow) => [flow, event] as const)));
    const ends = new Map(events.flatMap((event) => event.ends.map((flow) => [flow, event] as const)));
    expect(starts.size).toBe(record.messages.length);
    record.messages.forEach(({ from, to, sentNs, endNs }, i) => {
      expect(tracks.get(starts.get(i + 1)?.track ?? -1)).toBe(record.directory.name(from));
      expect(starts.get(i + 1)?.timeNs).toBe(sentNs);
      expect(ends.get(i + 1)?.timeNs).toBe(endNs);
      expect(tracks.get(ends.get(i + 1)?.track ?? -1)).toBe(record.directory.name(to));
    });
  });

  test('slices open and close one after the other on every track', () => {
    const { tracks, events } = read(perfettoOf(faulty.record));
    for (const uuid of tracks.keys()) {
      let open = 0;
      for (const { type } of events.filter(({ track }) => track === uuid)) {
        open += type === 1 ? 1 : type === 2 ? -1 : 0;
        expect([0, 1]).toContain(open);
      }
      expect(open).toBe(0);
    }
  });
});

describe('for tcpdump', () => {
  const file = join(folder, 'run.pcap');
  const dump = (): string[] =>
    execFileSync('tcpdump', ['-nvr', file], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
      .trim()
      .split('\n');
  const has = (() => {
    try {
      execFileSync('tcpdump', ['--version'], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  })();

  test.skipIf(!has)(
    'packets have the addresses of actors, whole payloads and sound heads (skipped without tcpdump)',
    () => {
      const payload = Buffer.alloc(70_000, 7);
      writeFileSync(
        file,
        Buffer.concat([pcapHead(), pcapRecords({ timeNs: 1.5e9, from: 0, to: 299, payload })]),
      );
      const lines = dump().join(' ');
      expect(lines).toContain('10.0.0.1.4000 > 10.0.1.44.4000');
      expect([...lines.matchAll(/UDP, length (\d+)/g)].map(([, length]) => Number(length))).toEqual([
        65_000, 5_000,
      ]);
      expect(lines).not.toContain('bad cksum');
      expect(lines).toContain('00:00:01.5');
    },
  );
});

test('a Mermaid diagram has lines for all, the fault, and arrows that fit', () => {
  const text = mermaidOf(faulty.record, { fromNs: 0, untilNs: faulty.record.endNs });
  expect(
    text.startsWith('sequenceDiagram\n  participant server as server\n  participant client as client\n'),
  ).toBe(true);
  expect(text).toContain('Note over server: fault partition 1, for 2.000 s');
  expect(text).toMatch(/client->>server: distances, \d+ messages/);
  expect(text).toMatch(/client-xserver: distances.*\(late\)/);
  expect(text.split('\n').length).toBeLessThan(90);
});
