import { describe, expect, it } from 'vitest';
import { annotate, type LogAnnotation } from '#github/log/annotations.ts';
import { captureStep, HOSTILE_LINES } from '../captured-step.ts';

const AT: LogAnnotation = { level: 'error', file: 'evals/refund.yml', line: 7, title: 'refund', message: 'wrong call' };

describe('annotate', () => {
  it('points at file and line with title and message', async () => {
    const message = 'expected issue_refund,\ngot: lookup_order 100 %';
    const step = await captureStep(() => annotate([{ ...AT, title: 'a: b, c % d', message }]));
    expect(step.commands.annotations).toMatchObject([
      { level: 'error', file: 'evals/refund.yml', line: 7, title: 'a: b, c % d', message },
    ]);
  });

  it('points at a file, or at the run, when that is all that is known', async () => {
    const step = await captureStep(() =>
      annotate([
        { ...AT, line: null },
        { ...AT, file: null, line: 3 },
      ]),
    );
    expect(step.commands.annotations).toMatchObject([
      { file: 'evals/refund.yml', line: null },
      { file: null, line: null },
    ]);
  });

  it('shows eight, errors first, and counts the rest', async () => {
    const many = Array.from(
      { length: 12 },
      (_, index): LogAnnotation => ({ ...AT, level: 'warning', message: `w${index}` }),
    );
    const step = await captureStep(() => annotate([...many, { ...AT, message: 'worst' }]));
    expect(step.commands.annotations).toHaveLength(9);
    expect(step.commands.annotations[0]).toMatchObject({ level: 'error', message: 'worst' });
    expect(step.commands.annotations.at(-1)).toMatchObject({
      level: 'notice',
      message: '5 more, see the job summary.',
    });
    expect(step.commands.droppedAnnotations).toEqual({ error: 0, warning: 0, notice: 0 });
  });

  it.each(HOSTILE_LINES)('shows %j without obeying it', async (text) => {
    const step = await captureStep(() => annotate([{ ...AT, file: text, title: text, message: `x\n${text}` }]));
    expect(step.commands).toMatchObject({ outputs: {}, state: {}, masks: [], matchers: [], failures: [], groups: [] });
    expect(step.commands.annotations).toHaveLength(1);
    const [annotation] = step.commands.annotations;
    const words = `${annotation?.file} ${annotation?.title} ${annotation?.message}`;
    expect(words.replaceAll(/[\n\t\u200b]/g, '')).not.toMatch(/\p{C}/u);
  });

  it('cuts long messages where the runner would', async () => {
    const step = await captureStep(() => annotate([{ ...AT, message: 'x'.repeat(10_000), title: 't'.repeat(999) }]));
    expect(step.commands.annotations[0]?.message).toHaveLength(4000);
    expect(step.commands.annotations[0]?.title).toHaveLength(255);
  });

  it('falls back to the title when a message holds nothing that can be shown', async () => {
    const step = await captureStep(() => annotate([{ ...AT, message: '\u001b[0m' }]));
    expect(step.commands.annotations).toMatchObject([{ message: 'refund' }]);
  });
});
