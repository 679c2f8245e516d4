import { describe, expect, test } from 'vitest';
import type { Asked } from '#application/base-side/ask-base.ts';
import { withoutTraces } from '#application/confirm/without-traces.ts';
import type { Traces } from '#application/ports.ts';
import type { Confirmation } from '#domain/gate/confirmation/confirmation.ts';
import { resultsFile } from '#test/support/results.ts';

const WORSE: Confirmation = { kind: 'done', results: resultsFile([]), required: false };
const BETTER: Confirmation = { ...WORSE, required: true };
const NOT_RUN: Confirmation = { kind: 'unavailable', reason: 'its setup fails', required: true };

/** What is taken back by trials in which main does as badly, and by none at all. */
const takesBack = (confirmation: Confirmation) => confirmation === WORSE || confirmation === NOT_RUN;
const ran = (confirmation: Confirmation, doubts: Asked['doubts'] = []): Asked => ({ confirmation, ran: true, doubts });

describe("a failure is taken back by main's trials", () => {
  test('where nothing of the change was found: they are the only ones', async () => {
    const { answer, asked } = await believed(ran(WORSE), {});
    expect(answer).toEqual({ confirmation: WORSE, notes: [] });
    expect(asked).toBe(0);
  });

  test.each([WORSE, BETTER])('of a second run, where something that ran beside the first was ended', async (second) => {
    const { answer, asked } = await believed(ran(WORSE), { ended: [['node (process 7)']], second });
    expect(answer.confirmation).toBe(second);
    expect(answer.notes).toEqual([
      'stopped programs that the agent had left running: node (process 7)',
      'the base commit was run again, after the programs that the agent had left running were stopped',
    ]);
    expect(asked).toBe(1);
  });
});

const changed = (what: string) => ({ kind: 'machine_changed', what }) as const;

describe('a failure stands, with the reason', () => {
  test.each([
    [{ kind: 'checks_edited', cases: ['a', 'b'] }, "the change edits the checks of a, b, and they don't judge main"],
    [{ kind: 'setup_edited' }, 'the change edits agent.setup'],
    [{ kind: 'environment_edited' }, 'the change edits agent.env'],
    [{ kind: 'file_written', path: 'x.txt' }, '"x.txt" of main\'s commit was written while its trials ran'],
  ] as const)("where main's own side knows one: $kind", async (doubt, words) => {
    const { answer, asked } = await believed(ran(WORSE, [doubt]), {});
    expect(answer.confirmation).toEqual({ kind: 'void', reason: `main's side could not be kept apart: ${words}` });
    expect(asked).toBe(0);
  });

  test.each([WORSE, NOT_RUN])('where the change could have reached main: %#', async (first) => {
    const { answer, asked } = await believed(ran(first), { doubts: [[changed('"git" was put on PATH')]] });
    const reason = 'main\'s side could not be kept apart: "git" was put on PATH';
    expect(answer.confirmation).toEqual({ kind: 'void', reason });
    expect(asked).toBe(0);
  });

  test('where what was ended is there again after the second run', async () => {
    const { answer } = await believed(ran(WORSE), { ended: [['a'], ['b']] });
    expect(answer.confirmation).toEqual({
      kind: 'void',
      reason: "main's side could not be kept apart: it restarted programs that had been stopped: b",
    });
  });

  test('where something is in doubt after the second run', async () => {
    const { answer } = await believed(ran(WORSE), { ended: [['a']], doubts: [[], ['c', 'd', 'e', 'f'].map(changed)] });
    expect(answer.confirmation).toEqual({
      kind: 'void',
      reason: "main's side could not be kept apart: c; d; e; and 1 more",
    });
  });

  test('where there can be no second run', async () => {
    const second: Confirmation = { kind: 'unavailable', reason: 'max-trials 40 is reached', required: true };
    const { answer } = await believed(ran(WORSE), { ended: [['a']], second });
    expect(answer.confirmation).toEqual({
      kind: 'void',
      reason:
        "main's side could not be kept apart: the change may have left a; it was not repeated: max-trials 40 is reached",
    });
  });
});

test.each([
  ['the failure is confirmed', ran(BETTER)],
  ['main did not run on this machine', { confirmation: WORSE, ran: false, doubts: [] }],
])('nothing is looked for where %s', async (_, first) => {
  const { answer, looked } = await believed(first, { ended: [['a']], doubts: [[changed('b')]] });
  expect(answer).toEqual({ confirmation: first.confirmation, notes: [] });
  expect(looked).toBe(0);
});

interface Found {
  /** Of each look, in order; none afterwards. */
  readonly ended?: readonly (readonly string[])[];
  readonly doubts?: readonly Asked['doubts'][];
  readonly second?: Confirmation;
}

async function believed(first: Asked, { ended = [], doubts = [], second = WORSE }: Found) {
  let [asked, looked, doubted] = [0, 0, 0];
  const traces: Traces = {
    async end() {
      looked += 1;
      return ended[looked - 1] ?? [];
    },
    async doubts() {
      doubted += 1;
      return doubts[doubted - 1] ?? [];
    },
  };
  const again = async () => {
    asked += 1;
    return ran(second);
  };
  return { answer: await withoutTraces(first, takesBack, again, traces), asked, looked };
}
