import { describe, expect, test } from 'vitest';
import { wrappedText } from '#report/markdown/opened-case.ts';
import { COMMENT_BYTES, renderMarkdown } from '#report/markdown/render-markdown.ts';
import type { CaseRow, Report } from '#report/report.ts';
import { saying } from '#test/support/worded.ts';
import { measureCase } from '#trials/metrics/measure-case.ts';
import { headed } from '../gate/decision/in-words.ts';
import { reportOf } from './report-of.ts';
import { SITUATIONS } from './situations.ts';

const FULL = reportOf(SITUATIONS['everything-moved'] ?? expect.fail());
const BROKEN = FULL.cases.find(({ group }) => group === 'broken') ?? expect.fail();

function render(facts: Partial<Report> = {}): string {
  return renderMarkdown({ ...FULL, ...facts }, COMMENT_BYTES);
}

function withRow(facts: Partial<CaseRow>): string {
  return render({ cases: [{ ...BROKEN, ...facts }] });
}

describe('the headline', () => {
  test.each([
    ['fail', 'it is red', '### ❌ Agent eval failed: it is red'],
    ['pass', 'no floor is broken', '### ✅ Agent eval passed: no floor is broken'],
    ['inconclusive', 'a shard', "### ❔ Agent eval can't tell (blocks): a shard"],
    ['error', 'no program', '### 💥 Agent eval could not run: no program'],
  ] as const)('of %s without a known reason is the verdict with its title', (verdict, title, line) => {
    expect(render({ verdict, heading: headed(title), reasons: [] }).split('\n')[0]).toBe(line);
  });

  test.each<[string, Partial<Report['run']>, string]>([
    [
      'one',
      { cases: 1, trials_per_case: { least: 1, most: 1 }, scored_trials: 1, error_trials: 0 },
      '1 case × 1 trial · ',
    ],
    [
      'different numbers of trials',
      { trials_per_case: { least: 3, most: 10 }, scored_trials: 1200, error_trials: 34 },
      '21 cases × 3 to 10 trials · 34 trials could not be evaluated · ',
    ],
    ['money', { cost_usd: 0.42, error_trials: 0 }, '21 cases × 5 trials · $0.42 spent · 3 min 10 s'],
    ['no trial', { scored_trials: 0, error_trials: 0 }, '21 cases, no trial ran · 3 min 10 s'],
    ['no repository', { repository_url: null, run_url: null }, ' · 3 min 10 s · 9e8d7c6\n'],
    [
      'the tested commit where there is no head',
      { head_sha: null, sha: 'a'.repeat(40) },
      '[aaaaaaa](https://github.com/acme/shop/commit/',
    ],
    ['no commit', { head_sha: null, sha: null, run_url: null }, ' · 3 min 10 s\n'],
    ['an address that is none', { run_url: 'https://x.example/a) [b](c' }, ' · run\n'],
  ])('is followed by what ran: %s', (_, run, facts) =>
    expect(render({ run: { ...FULL.run, ...run } })).toContain(facts),
  );
});

describe('nothing is shown that says nothing', () => {
  test('without trials there are no tables, groups or folds', () => {
    const text = render({
      run: { ...FULL.run, scored_trials: 0, error_trials: 0 },
      metrics: [],
      reasons: [],
      treatment_changes: [],
      notes: [],
    });
    expect(text.split('\n').filter((line) => line !== '')).toHaveLength(2);
  });

  test('columns without data are left out', () => {
    const metrics = FULL.metrics.map((row) => ({
      ...row,
      baseline: null,
      change: null,
      typical: null,
      ci95: null,
      p: null,
      state: 'none' as const,
      failed_rules: [],
    }));
    expect(render({ metrics })).toContain('\n| metric | here |\n');
    expect(withRow({ baseline: null, p: null })).toContain('\n| case | here | what went wrong |\n');
    expect(
      render({
        tags: [
          {
            tag: 'a',
            cases: 1,
            baseline: null,
            figures: { ...measureCase([]), pass_rate: 1 },
            state: 'none',
            failed_rules: [],
          },
        ],
      }),
    ).toContain('\n| tag | cases | pass rate |\n');
  });

  test('groups without cases have no heading, and stable cases are in the folded table only', () => {
    const stable = FULL.cases.filter(({ group }) => group === 'stable');
    const text = render({ cases: stable, causes: [], reasons: [], treatment_changes: [] });
    expect(text).not.toMatch(/^\*\*/m);
    expect(text.indexOf('refund-outside-window')).toBeGreaterThan(text.indexOf('<details>'));
  });
});

describe('a case that is opened', () => {
  test('says nothing of calls where no trial was kept, and of expected calls where none are asked for', () => {
    expect(withRow({ evidence: null, failures: [...BROKEN.failures, ...BROKEN.failures] })).not.toContain('<table>');
    expect(withRow({ expected: null })).not.toContain('expected calls');
    expect(withRow({ expected: [] })).toContain('<pre>(no call)</pre>');
  });

  test('names turns, failed tools and calls that are left out', () => {
    const call = { name: 'a', arguments: '{}', status: null };
    const calls = [
      { ...call, turn: 1 },
      { ...call, turn: 2, status: 'error' as const },
    ];
    const text = withRow({ evidence: { trial: 3, calls, paired: [], more_calls: 7, turn: null, output: null } });
    expect(text).toContain('calls of trial 3');
    expect(text).toContain('<pre>1. turn 1: a {}&#10;2. turn 2: a (failed) {}&#10;… 7 more calls</pre>');
    expect(text).not.toContain('Answer of trial');
  });

  test('has a command that can be pasted', () => {
    const run = { ...FULL.run, rerun: ['node', 'eval.js', 'run', '--config', 'my evals/@team.yml'] };
    expect(withRow({})).toContain(
      'Run it locally:\n\n```sh\nnpx github:acme/agent-eval-action#v1 run --against main --cases refund-cracked-mug\n```',
    );
    expect(render({ run, cases: [BROKEN, { ...BROKEN, id: 'b' }, { ...BROKEN, id: 'c', group: 'stable' }] })).toContain(
      `Run them locally:\n\n\`\`\`sh\nnode eval.js run --config 'my evals/@''team.yml' --cases refund-cracked-mug,b\n\`\`\``,
    );
    expect(render({ run: { ...run, reruns_all: true } })).toContain(
      "\nnode eval.js run --config 'my evals/@''team.yml'\n",
    );
    expect(render({ run: { ...run, rerun: ['x'.repeat(2000)] } })).not.toContain('Run it locally');
  });

  test('lists the most frequent checks, and how many more there are', () => {
    const failures = Array.from({ length: 12 }, (_, index) => ({
      check: `c${index}`,
      turn: null,
      fact: saying('r'),
      trials: 12 - index,
    }));
    const text = withRow({ failures });
    expect(text).toContain('- <code>c7</code> (5 trials): <code>r</code>\n- … 4 more in results.json');
    expect(text).not.toContain('<code>c8</code>');
  });

  test('is not a fold of its own among many', () => {
    const cases = Array.from({ length: 6 }, (_, index) => ({ ...BROKEN, id: `broken-${index}`, cause: `E${index}` }));
    const text = render({ cases });
    expect(text.indexOf('3 more cases')).toBeGreaterThan(text.indexOf('<code>broken-2</code>: what was expected'));
    expect(text.indexOf('3 more cases')).toBeLessThan(text.indexOf('<code>broken-3</code>: what was expected'));
  });

  test('is one of several that fail alike, and none that varies by chance', () => {
    const cases = ['a', 'b', 'c'].map((id) => ({ ...BROKEN, id }));
    expect(render({ cases }).match(/what was expected/g)).toHaveLength(1);
    expect(withRow({ group: 'flaky' })).not.toContain('what was expected');
  });
});

describe('long lines', () => {
  test.each([
    ['short', 10, 'short'],
    ['one two three', 8, 'one two\n  three'],
    ['{"a":1,"b":2}', 8, '{"a":1,\n  "b":2}'],
    ['abcdefghij', 4, 'abcd\n  ef\n  gh\n  ij'],
    ['a\n\nb', 1, 'a\n\nb'],
    ['', 4, ''],
    ['😀😀😀', 5, '😀😀\n  😀'],
  ])('%j at %d is %j', (text, width, lines) => expect(wrappedText(text, width, '  ')).toBe(lines));
});

describe('cases with other demands', () => {
  const UNCHANGED: CaseRow = { ...BROKEN, group: 'changed', candidate: { passed: 5, scored: 5, errors: 0 } };
  const again: CaseRow = { ...UNCHANGED, id: 'again', regraded: true };
  const apart: CaseRow = { ...UNCHANGED, id: 'apart', reason: 'its expectations changed' };

  test.each<[string, readonly CaseRow[], string]>([
    [
      'all graded again',
      [again, { ...again, id: 'too' }],
      '**Changed (2), re-graded** <code>again</code> 15/15 → 5/5, <code>too</code> 15/15 → 5/5 (main graded again)',
    ],
    [
      'some graded again',
      [again, apart],
      '**Changed (2), 1 re-graded** <code>again</code> 15/15 → 5/5 (main graded again); <code>apart</code> 5/5 (not compared: its expectations changed)',
    ],
    ['none graded again', [apart], '**Changed (1)** <code>apart</code> 5/5 (not compared: its expectations changed)'],
  ])('are counted: %s', (_, cases, line) => expect(render({ cases }).split('\n')).toContain(line));

  test('say why they can not be compared before they say that main was graded again', () => {
    const row = { ...again, group: 'not_comparable', reason: 'it has no trial here', candidate: null } as const;
    expect(render({ cases: [row] })).toContain(
      '**Not comparable (1)** <code>again</code> 15/15 (it has no trial here; expectations changed, main graded again)',
    );
  });
});
