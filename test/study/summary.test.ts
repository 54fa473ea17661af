import { expect, test } from 'vitest';
import { summarise } from '../../src/study/summary.ts';
import { temporaryFiles } from '../data/temporary-files.ts';
import { reported, TEXTS } from '../report/runs.ts';

const write = temporaryFiles();

test.each(Object.keys(TEXTS) as (keyof typeof TEXTS)[])(
  'a run in figures is its report, summed: %s',
  async (name) => {
    const { result, live } = await reported(write('run.yaml', TEXTS[name]));
    const summary = summarise(result);
    const total = (key: 'messages' | 'toServer' | 'fromServer' | 'betweenClients' | 'measuredNs'): number =>
      live.rounds.reduce((sum, round) => sum + round[key], 0);
    expect(summary).toMatchObject({
      ending: 'done',
      findings: result.findings,
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
    expect(summary.messages).toBe(live.balance.sent.messages);
    expect(summary.toServer + summary.fromServer + summary.betweenClients).toBe(live.balance.sent.wireBytes);
    const operations = live.work.reduce((sum, cell) => sum + cell.operations, 0);
    expect(summary.operationsClients + summary.operationsServer).toBe(operations);
  },
);

test('a run that was stopped has no hash', async () => {
  const { result } = await reported(write('run.yaml', TEXTS.secfc), { signal: AbortSignal.abort() });
  expect(summarise(result)).toMatchObject({ ending: 'aborted', hash: '' });
});
