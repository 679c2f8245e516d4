import { describe, expect, test } from 'vitest';
import { wantedTrials } from '#runner/html/html-report.ts';
import { readShown } from '#runner/html/read-shown.ts';
import { caseRecord, trialRecords } from '#test/support/results.ts';
import { aTrial } from '#test/trials/trial/build-trial.ts';
import { requestSegment } from '#trials/trial/request-segment.ts';
import { trajectoryText } from '#trials/trial/stored-trajectory.ts';

const plain = (text: string) => text;
const [ASKED, OTHER] = ['hunter2 asks', 'nobody asks'].map((text) => requestSegment('message', 'user', text));
const END = { kind: 'completed' } as const;

function lineOf(id: string, hash: string, state: 'complete' | 'redacted' = 'complete'): string {
  const call = { step: 1, model: 'm', started_ms: 0, duration_ms: 1, usage: null, request: [hash] };
  const { trajectory } = aTrial([{ output: 'hunter2', model_calls: [call] }]);
  return trajectoryText({ id, case_id: 'one', trial: 1, state, end: END, trajectory });
}

async function* lines(...all: readonly string[]) {
  yield* all;
}

async function* broken() {
  yield lineOf('one#1', ASKED?.hash ?? '');
  throw new Error('have expired');
}

describe('what is shown of stored trajectories', () => {
  test('is what is wanted, also masked and cut ones, with the texts that it names, and nothing of the rest', async () => {
    const cut = { id: 'one#3', state: 'truncated', end: END, note: 'it has 9 bytes', beginning: 'hunter2' };
    const read = await readShown(
      lines(
        lineOf('one#1', ASKED?.hash ?? ''),
        lineOf('one#2', ASKED?.hash ?? '', 'redacted'),
        JSON.stringify(cut),
        lineOf('one#4', OTHER?.hash ?? ''),
        'no JSON',
        JSON.stringify(ASKED),
        JSON.stringify(OTHER),
      ),
      new Set(['one#1', 'one#2', 'one#3']),
      (text) => text.replaceAll('hunter2', '***'),
    );
    expect([...read.trajectories].map(([id, { state }]) => [id, state])).toEqual([
      ['one#1', 'complete'],
      ['one#2', 'redacted'],
      ['one#3', 'truncated'],
    ]);
    expect(JSON.stringify([...read.trajectories])).not.toContain('hunter2');
    expect([...read.segments.values()]).toEqual([{ ...ASKED, text: '*** asks' }]);
    expect(read.problem).toBeNull();
  });

  test('is what was read before a problem, which is reported', async () => {
    const read = await readShown(broken(), new Set(['one#1']), plain);
    expect([read.trajectories.size, read.problem]).toEqual([1, 'have expired']);
  });
});

test('the trials that are shown are those of the cases listed first, here failed ones first, of main passed ones, up to a number', () => {
  const trials = (id: string, count: number) =>
    trialRecords(
      Array.from({ length: count }, (_, at) => ({
        trajectory: `${id}#${at + 1}`,
        outcome: at === 1 ? ('failed' as const) : ('passed' as const),
      })),
    );
  const sides = (id: string, count: number) => ({
    id,
    candidate: caseRecord(id, { trials: trials(id, count) }),
    runs: [trials(id, 2)],
  });
  const compared = { pool: [{}], cases: [sides('a', 3), sides('b', 12_000)] };
  const { here, main } = wantedTrials({ cases: [{ id: 'b' }, { id: 'a' }] } as never, compared as never);
  expect([...here].slice(0, 3)).toEqual(['b#2', 'b#1', 'b#3']);
  expect(here.size).toBe(10_000);
  expect(main.map((ids) => [...ids])).toEqual([['b#1', 'b#2', 'a#1', 'a#2']]);
});
