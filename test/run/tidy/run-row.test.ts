import { expect, test } from 'vitest';
import type { Quality } from '../../../src/run/execute/quality.ts';
import { figuresOfRun } from '../../../src/run/tidy/run-row.ts';
import { temporaryFiles } from '../../support/temporary-files.ts';
import { reported, TEXTS } from '../../support/report-runs.ts';

const write = temporaryFiles();

test.each(Object.keys(TEXTS) as (keyof typeof TEXTS)[])(
  'a run in figures is its report, summed: %s',
  async (text) => {
    const { result, live } = await reported(write('run.yaml', TEXTS[text]));
    const summary = figuresOfRun(result);
    const total = (key: 'messages' | 'toServer' | 'fromServer' | 'betweenClients' | 'measuredNs'): number =>
      live.rounds.reduce((sum, round) => sum + round[key], 0);
    expect(summary).toMatchObject({
      ending: 'done',
      clustered: result.findings.aborted === undefined,
      iterations: result.findings.iterations,
      hash: result.hash,
      ...result.ledger.ends(result.endNs),
      rounds: live.rounds.filter(({ part }) => part === 'round').length,
      messages: total('messages'),
      toServer: total('toServer'),
      fromServer: total('fromServer'),
      betweenClients: total('betweenClients'),
      operationsServer: live.rounds.reduce((sum, { operationsServer }) => sum + operationsServer, 0),
    });
    expect(summary.measuredNs / total('measuredNs')).toBeCloseTo(1, 9);
    expect([summary.messages, summary.bytes]).toEqual([
      live.balance.sent.messages,
      live.balance.sent.wireBytes,
    ]);
    const waited = Object.keys(summary).filter((name) => /^waited\w+Ns$/.test(name));
    expect(waited.reduce((sum, name) => sum + Number(summary[name]), 0)).toBe(
      result.causalGraph === undefined ? 0 : summary.resultNs,
    );
    expect(summary.toServer + summary.fromServer + summary.betweenClients).toBe(live.balance.sent.wireBytes);
    const operations = live.work.reduce((sum, cell) => sum + cell.operations, 0);
    expect(summary.operationsClients + summary.operationsServer).toBe(operations);
  },
);

test('a run that was stopped has no hash', async () => {
  const { result } = await reported(write('run.yaml', TEXTS.secfc), { signal: AbortSignal.abort() });
  const row = figuresOfRun(result);
  expect(row).toMatchObject({ ending: 'aborted', clustered: false });
  expect(row).not.toHaveProperty('hash');
});

test('the loss of all points differs from the loss only where points are in no cluster', async () => {
  const { result } = await reported(write('run.yaml', TEXTS.lloyd));
  const { findings } = result;
  expect(figuresOfRun(result)).toMatchObject({ loss: findings.loss, lossOfAll: findings.loss });
  const quality = { ...(findings.quality as Quality), lossOfAll: 1e6 };
  const { loss, lossOfAll } = figuresOfRun({ ...result, findings: { ...findings, quality } });
  expect([loss, lossOfAll]).toEqual([findings.loss, 1e6]);
});
