import { describe, expect, test } from 'vitest';
import { annotations } from '#report/outputs/annotations.ts';
import { renderJunit } from '#report/outputs/render-junit.ts';
import { renderTerminal } from '#report/outputs/render-terminal.ts';
import type { CaseGroup, CaseRow, Report } from '#report/report.ts';
import { headed, titleOf } from '../gate/decision/in-words.ts';
import { reportOf } from './report-of.ts';
import { SITUATIONS } from './situations.ts';

const FULL = reportOf(SITUATIONS['everything-moved'] ?? expect.fail());
const BROKEN = FULL.cases.find(({ group }) => group === 'broken') ?? expect.fail();

function rows(count: number, group: CaseGroup): readonly CaseRow[] {
  return Array.from({ length: count }, (_, index) => ({ ...BROKEN, id: `${group}-${index}`, group }));
}

describe('annotations', () => {
  test('are errors for what is held against the change, warnings for what fails, none for the rest', () => {
    const groups = [
      'broken',
      'worse',
      'failing',
      'flaky',
      'fixed',
      'new',
      'changed',
      'removed',
      'errors',
      'stable',
      'not_run',
    ] as const;
    const marks = annotations({ ...FULL, cases: groups.flatMap((group) => rows(1, group)) });
    expect(marks.map(({ level, title }) => `${level}: ${title}`)).toEqual([
      'error: Agent eval: broken-0 broke',
      'warning: Agent eval: worse-0 passed less often than on main',
      'warning: Agent eval: failing-0 fails in every trial',
    ]);
  });

  test('are at the line of the case and say first what happened there', () => {
    expect(annotations({ ...FULL, cases: [BROKEN] })).toEqual([
      {
        level: 'error',
        file: 'evals/shop.yml',
        line: 3,
        title: 'Agent eval: refund-cracked-mug broke',
        message: 'issue_refund: amount: expected 19.99, got 39.99. passed 15/15 on main, 0/5 here',
      },
    ]);
  });

  test.each([
    [8, 8, null],
    [9, 9, '1 more case in the job summary'],
    [40, 9, '32 more cases in the job summary'],
  ])('of %d cases are %d', (count, marked, last) => {
    const marks = annotations({ ...FULL, cases: rows(count, 'broken') });
    expect(marks).toHaveLength(marked);
    expect(last === null || marks.at(-1)?.message === last).toBe(true);
  });

  test('are as many as a place has room for', () => {
    const marks = annotations({ ...FULL, cases: rows(40, 'broken') }, 30);
    expect(marks).toHaveLength(31);
    expect(marks.at(-1)?.message).toBe('10 more cases in the job summary');
  });

  test('say that a changed demand was asked of main too', () => {
    const [mark] = annotations({ ...FULL, cases: [{ ...BROKEN, regraded: true, failures: [] }] });
    expect(mark?.message).toBe('passed 15/15 on main, 0/5 here (expectations changed, main graded again)');
  });

  test('without a place or a reason are whole all the same', () => {
    const [mark] = annotations({ ...FULL, cases: [{ ...BROKEN, source: null, failures: [], baseline: null }] });
    expect(mark).toMatchObject({ file: null, line: null, message: 'passed 0/5 here' });
  });
});

describe('JUnit', () => {
  test.each([
    ['pass', '<testcase classname="agent-eval" name="verdict"><system-out>'],
    ['fail', '<testcase classname="agent-eval" name="verdict"><failure message="Agent eval failed: '],
    ['inconclusive', '<testcase classname="agent-eval" name="verdict"><skipped message="Needs a review (blocks): '],
    ['error', '<testcase classname="agent-eval" name="verdict"><error message="Agent eval could not run: t">'],
  ] as const)('has the verdict %s as a test', (verdict, element) => {
    expect(renderJunit({ ...FULL, verdict, heading: headed('t') })).toContain(element);
  });

  test.each<[string, Partial<CaseRow>, string]>([
    [
      'blamed though it passes sometimes',
      { candidate: { passed: 4, scored: 5, errors: 0 } },
      '<failure message="issue_refund: amount: expected 19.99, got 39.99; 4 of 5 trials passed" type="tools.args">',
    ],
    [
      'never passing',
      { group: 'failing' },
      '<failure message="issue_refund: amount: expected 19.99, got 39.99; 0 of 5 trials passed" type="tools.args">',
    ],
    [
      'flaky',
      { group: 'flaky', candidate: { passed: 1, scored: 5, errors: 0 } },
      '<system-out>1 of 5 trials passed\ntools.args',
    ],
    [
      'not evaluated',
      { group: 'errors', candidate: { passed: 0, scored: 0, errors: 5 } },
      '<error message="no trial could be evaluated">',
    ],
    [
      'not run',
      { group: 'not_run', candidate: { passed: 0, scored: 0, errors: 0 } },
      '<skipped message="no trial ran">',
    ],
  ])('a case that is %s', (_, facts, element) => {
    expect(renderJunit({ ...FULL, cases: [{ ...BROKEN, ...facts }] })).toContain(element);
  });

  test('counts what it holds, and leaves out what is gone', () => {
    const cases = [
      ...rows(2, 'broken'),
      ...rows(1, 'stable').map((row) => ({ ...row, candidate: { passed: 5, scored: 5, errors: 0 } })),
      { ...BROKEN, candidate: null },
    ];
    const text = renderJunit({ ...FULL, verdict: 'fail', cases });
    expect(text).toContain('tests="4" failures="3" errors="0" skipped="0" time="190.000"');
    expect(text.match(/<testcase /g)).toHaveLength(4);
  });

  test('names a case by id and name, with its place', () => {
    const text = renderJunit({ ...FULL, cases: [{ ...BROKEN, name: 'a "b" <c>\nd' }] });
    expect(text).toContain('name="refund-cracked-mug: a &quot;b&quot; &lt;c&gt; d" file="evals/shop.yml" line="3"');
  });
});

describe('on a terminal', () => {
  test('colours are on the verdict and the broken cases, and only when asked for', () => {
    const text = renderTerminal(FULL, { colours: true, columns: null });
    expect(text).toContain('\u001b[1m\u001b[31mFAIL  refund-cracked-mug broke');
    expect(text).toContain('\u001b[31m✗\u001b[39m refund-cracked-mug');
    expect(renderTerminal(FULL, { colours: false, columns: null })).not.toContain('\u001b');
  });

  test('many cases are counted, not printed', () => {
    const text = renderTerminal({ ...FULL, cases: rows(100, 'broken') }, { colours: false, columns: null });
    expect(text).toContain('broken-39');
    expect(text).not.toContain('broken-40');
    expect(text).toContain('… 60 more cases in results.json');
  });

  test('without trials there are only verdict, facts and sentences', () => {
    const run: Report['run'] = { ...FULL.run, scored_trials: 0, error_trials: 0, total_tokens: null };
    const report = { ...FULL, run, metrics: [], reasons: [], notes: [], treatment_changes: [] };
    expect(renderTerminal(report, { colours: false, columns: null })).toBe(
      `\nFAIL  ${titleOf(FULL)}\nagent-eval.yml: 21 cases, no trial ran, 3 min 10 s`,
    );
  });
});
