import { describe, expect, test } from 'vitest';
import type { Behaviour } from '../../../../src/core/engine/actors/effects.ts';
import type { DeliveredMessage } from '../../../../src/core/engine/actors/delivered-message.ts';
import { messagesOf } from '../../../../src/core/engine/actors/received-batch.ts';
import { Process } from '../../../../src/core/engine/actors/process.ts';
import { type AnyMessageType, integer, message } from '../../../../src/core/engine/wire/message.ts';

const Word = message('word', { round: integer });
const Other = message('other', { round: integer });

// oxlint-disable-next-line require-yield -- it never gets to do anything
function* idle(): Behaviour {}

const delivered = (from: string, type: AnyMessageType = Word): DeliveredMessage => ({
  id: 1,
  sender: Number(from.split('-')[1]),
  from,
  type,
  body: { round: 1 },
  bytes: 7,
  digest: 0,
  wantsReply: false,
});

describe('the waits of an actor, which are one object', () => {
  test('begin with nothing of the wait before: no message, sender, deadline or type', () => {
    const process = new Process(0, 'server', idle(), 1e6);
    const from = ['client-1', 'client-2'];
    const first = process.newWait(
      { kind: 'wait', types: [Word], count: 2, filter: { from, timeoutNs: 5 } },
      10,
      1,
    );
    expect(first.consider(delivered('client-1'))).toBeUndefined();
    expect(first.consider(delivered('client-3'))?.reason).toBe('unexpected sender');
    expect(first.consider(delivered('client-1'))?.reason).toBe('repeated');
    expect([first.deadlineNs, first.sequence, first.missing]).toEqual([15, 1, ['client-2']]);
    expect(messagesOf(first.end()).map((one) => one.from)).toEqual(['client-1']);

    const next = process.newWait({ kind: 'wait', types: [Other], count: 2, filter: {} }, 20, 2);
    expect(next.taken).toBe(0);
    expect([next.deadlineNs, next.nextNs, next.sequence]).toEqual([Infinity, Infinity, 2]);
    expect([next.wants(delivered('client-1')), next.wants(delivered('client-1', Other))]).toEqual([
      false,
      true,
    ]);
    expect(next.consider(delivered('client-1', Other))).toBeUndefined();
    expect(next.consider(delivered('client-3', Other))).toBeUndefined();
    expect(next.complete).toBe(true);
  });

  test('leave what they gave to whoever has it', () => {
    const process = new Process(0, 'server', idle(), 1e6);
    const wait = process.newWait({ kind: 'wait', types: [Word], count: 1, filter: {} }, 0, 3);
    wait.consider(delivered('client-1'));
    const given = wait.end();
    process
      .newWait({ kind: 'wait', types: [Word], count: 1, filter: {} }, 0, 4)
      .consider(delivered('client-2'));
    expect(messagesOf(given).map((one) => one.from)).toEqual(['client-1']);
  });
});
