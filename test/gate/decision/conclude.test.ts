import { describe, expect, test } from 'vitest';
import { conclude, concludeWith, verdictOf } from '#gate/decision/rules/conclude.ts';
import type { Heading, Reason } from '#gate/decision/terms/decision.ts';
import { type Circumstance, circumstance, type Finding, type Findings } from '#gate/decision/terms/finding.ts';
import { bothSides } from '#test/support/results.ts';
import { decideOn } from './decide-on.ts';

const { decision: numbers } = decideOn(bothSides([[5, 5, 15, 15]]));

const found = <Outcome extends Reason['outcome']>(
  outcome: Outcome,
  code: Reason['code'],
  message: string,
  more: Partial<Pick<Reason, 'gate' | 'cases'>> = {},
  facts: object = {},
) => {
  const about = { outcome, gate: 'suite', tag: null, cases: [], ...more };
  return { ...about, code, facts: { message, ...facts } } as unknown as Reason & { readonly outcome: Outcome };
};

const told = (findings: Partial<Findings>) => {
  const all = {
    evidence: [],
    base_rules: [],
    selection: null,
    circumstances: [],
    remark: null,
    main: 'main',
    ...findings,
  };
  const { verdict, heading, reasons } = conclude(all, numbers);
  return {
    verdict,
    title: titleOf(heading),
    reasons: reasons.map((reason) => `${reason.outcome} ${messageOf(reason)}`),
  };
};

/** What a reason of this suite is called. */
function messageOf({ facts }: Reason): string {
  const { message, on_average } = facts as unknown as { readonly message: string; readonly on_average?: boolean };
  return `${on_average === true ? 'on average, ' : ''}${message}`;
}

function titleOf({ reason, more, limits, remark }: Heading): string {
  const first = reason === null ? '' : messageOf(reason);
  const words = [`${first}${more === 0 ? '' : ` (and ${more} more reason)`}`, ...limits.map(messageOf)].join('; ');
  return remark === null ? words : `${words} (${remark})`;
}

const pass = found('pass', 'no_regression', 'no regression');
const fail = found('fail', 'suite_drop', 'a drop', { gate: 'pass_rate' });
const open = found('inconclusive', 'drop_open', 'more trials', { gate: 'pass_rate' });
const floor = found('inconclusive', 'floor', 'a floor');
const note = found('note', 'watch', 'watch a');

describe('the verdict is the most severe outcome', () => {
  test.each<[readonly Finding[], string]>([
    [[], 'pass'],
    [[note], 'pass'],
    [[note, pass], 'pass'],
    [[pass, open], 'inconclusive'],
    [[pass, open, fail], 'fail'],
  ])('%#', (findings, verdict) => expect(verdictOf(findings)).toBe(verdict));

  test('an error is more than a failure', () => {
    const nothing = found('error', 'nothing_evaluated', 'nothing');
    expect(told({ evidence: [fail, nothing] })).toMatchObject({ verdict: 'error', title: 'nothing' });
  });

  test('its reasons come first, notes last, each group in its order; the title counts those like the first', () => {
    const second = found('fail', 'floor', 'below a floor');
    expect(told({ evidence: [note, floor, pass, fail, second] })).toEqual({
      verdict: 'fail',
      title: 'a drop (and 1 more reason)',
      reasons: [
        'fail a drop',
        'fail below a floor',
        'inconclusive a floor',
        'note watch a',
        'note on average, no regression',
      ],
    });
  });
});

describe('an open mean of the suite', () => {
  test('is not told beside a failure, nor if trials depend on one another', () => {
    expect(told({ evidence: [fail, open] }).reasons).toEqual(['fail a drop']);
    const dependent = found('inconclusive', 'dependent_trials', 'trials depend', {}, { in_main: true });
    expect(told({ evidence: [open, dependent] }).reasons).toEqual(['inconclusive trials depend']);
    expect(told({ evidence: [open, floor] }).reasons).toEqual(['inconclusive more trials', 'inconclusive a floor']);
  });

  test('a new baseline is no news beside something that decides', () => {
    const stored = found('pass', 'baseline_made', 'a baseline', { gate: 'baseline' });
    expect(told({ evidence: [stored] }).reasons).toEqual(['pass a baseline']);
    expect(told({ evidence: [stored, open] }).reasons).toEqual(['inconclusive more trials']);
  });
});

describe('what a change does to its own rules', () => {
  const rule = found('inconclusive', 'policy_changed', 'rules changed');

  test.each<[what: string, Partial<Findings>, verdict: string, title: string, reasons: readonly string[]]>([
    [
      'that is open prevents a pass, and is the title',
      { evidence: [pass, note], base_rules: [rule] },
      'inconclusive',
      'rules changed',
      ['inconclusive rules changed', 'note no regression', 'note watch a'],
    ],
    [
      'is a reason beside something else that is open',
      { evidence: [floor, note], base_rules: [rule] },
      'inconclusive',
      'a floor',
      ['inconclusive a floor', 'inconclusive rules changed', 'note watch a'],
    ],
    [
      'is a note beside a failure',
      { evidence: [fail, note], base_rules: [rule] },
      'fail',
      'a drop',
      ['fail a drop', 'note rules changed', 'note watch a'],
    ],
    [
      'that is only a note leaves a pass',
      { evidence: [pass], base_rules: [found('note', 'policy_changed', 'stricter')] },
      'pass',
      'no regression',
      ['pass no regression', 'note stricter'],
    ],
  ])('%s', (_, findings, verdict, title, reasons) => {
    expect(told(findings)).toEqual({ verdict, title, reasons });
  });

  test('is not told again if a gate has told the same of all its cases', () => {
    const removed = (cases: readonly string[]) =>
      found('inconclusive', 'guard_weakened', `without ${cases}`, { cases });
    const evidence = [removed(['a']), removed(['b']), found('inconclusive', 'floor', 'a floor', { cases: ['c'] })];
    const reasons = (base_rules: readonly Finding[]) => told({ evidence, base_rules }).reasons.slice(3);
    expect(reasons([removed(['a', 'b'])])).toEqual([]);
    expect(reasons([removed(['a', 'c'])])).toEqual(['inconclusive without a,c']);
    expect(reasons([rule])).toEqual(['inconclusive rules changed']);
  });
});

describe('a part of the cases', () => {
  const part = (cases: readonly string[]) => found('note', 'selection', '2 of 3 cases', { cases });

  test('limits the title only if it leaves one out', () => {
    expect(told({ evidence: [pass, note], selection: part(['c']) })).toEqual({
      verdict: 'pass',
      title: 'no regression; 2 of 3 cases',
      reasons: ['pass no regression', 'note 2 of 3 cases', 'note watch a'],
    });
    expect(told({ evidence: [pass], selection: part([]) }).title).toBe('no regression');
  });
});

describe('a circumstance', () => {
  const stop = circumstance(found('error', 'nothing_evaluated', 'stopped'));
  const more = found('note', 'watch', 'and why');
  const withMore = (others: Circumstance['others']): Circumstance => ({ findings: [stop.findings[0], more], others });

  test.each<[Circumstance['others'], readonly string[]]>([
    ['stand', ['error stopped', 'note and why', 'fail a drop', 'note watch a']],
    ['noted', ['error stopped', 'note and why', 'note a drop', 'note watch a']],
    ['dropped', ['error stopped', 'note and why']],
  ])('outranks the numbers; the rest may %s', (others, reasons) => {
    const decided = told({ evidence: [fail, note], circumstances: [withMore(others)] });
    expect(decided).toEqual({ verdict: 'error', title: 'stopped', reasons });
  });

  test('that says why nothing was evaluated replaces that nothing was', () => {
    const nothing = found('error', 'nothing_evaluated', 'nothing was evaluated');
    expect(told({ evidence: [nothing], circumstances: [withMore('noted')] }).reasons).toEqual([
      'error stopped',
      'note and why',
    ]);
  });

  test('that spares failures leaves one, and outranks everything else', () => {
    const spares: Circumstance = {
      ...circumstance(found('inconclusive', 'replay_miss', 'budget spent')),
      spares_failures: true,
    };
    expect(told({ evidence: [fail], circumstances: [spares] }).verdict).toBe('fail');
    expect(told({ evidence: [pass], circumstances: [spares] })).toMatchObject({
      verdict: 'inconclusive',
      title: 'budget spent',
    });
  });

  test('that comes later outranks earlier ones, also in a decision concluded again', () => {
    const findings = {
      evidence: [pass],
      base_rules: [],
      selection: null,
      circumstances: [stop],
      remark: 'shard 1',
      main: 'main',
    };
    const later = concludeWith(conclude(findings, numbers), [
      circumstance(found('inconclusive', 'replay_miss', 'budget spent')),
    ]);
    expect(later.verdict).toBe('inconclusive');
    expect(titleOf(later.heading)).toBe('budget spent (shard 1)');
    expect(later.findings.circumstances).toHaveLength(2);
  });
});
