import { describe, expect, test } from 'vitest';
import { baseRuleFindings } from '#config/base-rules/base-rule-findings.ts';
import { changedCaseFiles } from '#config/base-rules/cases-of-main.ts';
import { withBaseGuards } from '#config/base-rules/with-base-guards.ts';
import type { LoadedSuite } from '#config/loaded-suite.ts';
import { compare } from '#gate/baseline/comparison/compare.ts';
import type { BaselineLookup } from '#gate/baseline/results/baseline-lookup.ts';
import { caseHeader } from '#gate/baseline/results/case-facts.ts';
import type { CaseRecord } from '#gate/baseline/results/results-file.ts';
import { withinSelection } from '#gate/baseline/within-selection.ts';
import type { Decision } from '#gate/decision/terms/decision.ts';
import { type PolicySource, policyFromBase } from '#runner/base-side/policy-from-base.ts';
import { casesForRules } from '#runner/base-side/read-cases-of-main.ts';
import { unrunBase } from '#runner/base-side/unrun-base.ts';
import { caseRecord, outcomes, resultsFile } from '#test/support/results.ts';
import { decide, titleOf, messageOf as wordsOf } from '../../gate/decision/in-words.ts';
import { suiteOf } from '../in-memory.ts';

const BASE = 'b'.repeat(40);
const EARLIER = 'a'.repeat(40);
const SAFE = { tags: ['safety'] };
const GUARD = { never_fail: ['safety'] };
const STRICT = { response: { contains: ['well'] }, limits: { max_steps: 3 } };

describe('a guard that main has merged and not run yet', () => {
  const before = { plain: {} };
  const main = { plain: {}, guarded: SAFE };

  test.each<[string, Cases, string]>([
    ['loses its tag', { plain: {}, guarded: {} }, 'guard_weakened'],
    ['is removed', { plain: {} }, 'guard_weakened'],
    ['is renamed and loses its tag', { plain: {}, other: { input: 'guarded' } }, 'guard_weakened'],
    ['is demanded less', { plain: {}, guarded: { ...SAFE, expect: { completes: true } } }, 'guard_weakened'],
  ])('leaves the verdict open when it %s, as with stored runs', async (_, here, code) => {
    const { decision } = await judged({ here, main, stored: before, gate: GUARD });
    expect(decision.verdict).toBe('inconclusive');
    expect(decision.reasons[0]).toMatchObject({ code, gate: 'never_fail', outcome: 'inconclusive' });
  });

  test('is none of the change’s doing where it stays', async () => {
    const renamed = { plain: {}, other: { ...SAFE, input: 'guarded' } };
    for (const here of [main, renamed]) {
      const { decision } = await judged({ here, main, stored: before, gate: GUARD });
      expect(decision.verdict).toBe('pass');
    }
  });

  test('is not one where main itself gave it up since its stored run', async () => {
    const { decision } = await judged({ here: before, main: before, stored: { plain: SAFE }, gate: GUARD });
    expect(codesOf(decision)).not.toContain('guard_weakened');
  });

  test('can not be told where case files of main can not be read, and the verdict stays open', async () => {
    const { decision } = await judged({ here: main, main: 'could not be read: 500', stored: before, gate: GUARD });
    expect(decision.verdict).toBe('inconclusive');
    expect(titleOf(decision)).toMatch(
      /can't tell whether this change drops anything that main guards.*c\.yml could not be read: 500/,
    );
  });

  test('is looked for only where the stored run is older than the base, and the base guards something', async () => {
    const facts = { here: before, main: before, stored: before } as const;
    expect((await judged({ ...facts, gate: GUARD })).read).toContain('c.yml');
    expect((await judged({ ...facts, gate: GUARD, sha: BASE })).read).not.toContain('c.yml');
    expect((await judged(facts)).read).not.toContain('c.yml');
  });

  test('of a selection counts where the selection has it', async () => {
    const suite = await suiteWith(before, GUARD);
    const leftOut = { ...suite, left_out: new Map([['guarded', []]]) };
    const { decision } = await judged({ here: before, main, stored: before, gate: GUARD, suite: leftOut });
    expect(decision.verdict).toBe('pass');
  });
});

describe('a guarded case', () => {
  const stored = { plain: {}, guarded: { ...SAFE, expect: STRICT } };

  test.each<[string, object, RegExp]>([
    [
      'of which less is demanded',
      { expect: { response: STRICT.response } },
      /limits is no longer checked; needs a human review/,
    ],
    [
      'of which something else is demanded',
      { expect: { ...STRICT, response: { contains: ['x'] } } },
      /contains: 1 of 1/,
    ],
    ['that is given another input', { expect: STRICT, input: 'hello' }, /guarded, and .*: its input changed/],
  ])('%s leaves the verdict open', async (_, change, words) => {
    const here = { plain: {}, guarded: { ...SAFE, ...change } };
    for (const sha of [BASE, EARLIER]) {
      const { decision } = await judged({ here, main: stored, stored, gate: GUARD, sha });
      expect(decision).toMatchObject({ verdict: 'inconclusive', title: expect.stringMatching(words) });
      expect(decision.reasons[0]).toMatchObject({ code: 'guard_weakened', cases: ['guarded'] });
    }
  });

  test('of which only more is demanded may pass', async () => {
    const here = { plain: {}, guarded: { ...SAFE, expect: { ...STRICT, limits: { max_steps: 2 }, completes: true } } };
    const { decision } = await judged({ here, main: stored, stored, gate: GUARD });
    expect(decision.verdict).toBe('pass');
    const changed = decision.reasons.filter(({ code }) => code === 'case_changed');
    expect(changed.map(({ facts }) => facts)).toEqual([{ kind: 'extended' }]);
  });

  test('whose version on main can not be read is taken for weakened', async () => {
    const here = { plain: {}, guarded: { ...SAFE, expect: { completes: true } } };
    const { decision } = await judged({ here, main: 'is too large', stored, gate: GUARD, sha: BASE });
    expect(messageOf(decision, 'guard_weakened')).toMatch(/main's version can't be read/);
  });

  test('is as weak where main was graded again with the new demands', async () => {
    const here = { plain: {}, guarded: { ...SAFE, expect: { completes: true } } };
    const { decision } = await judged({ here, main: stored, stored, gate: GUARD, sha: BASE, regraded: ['guarded'] });
    expect(decision.verdict).toBe('inconclusive');
    expect(messageOf(decision, 'guard_weakened')).toMatch(/response is no longer checked; limits is no longer checked/);
  });

  test('that main does not guard is only told to be demanded less', async () => {
    const here = { plain: {}, guarded: { ...SAFE, expect: { completes: true } } };
    const { decision } = await judged({ here, main: stored, stored });
    expect(decision.verdict).toBe('pass');
    expect(codesOf(decision)).toContain('case_changed');
  });
});

describe('a guarded check', () => {
  const gate = { never_fail: ['check:response'] };
  const stored = { plain: {}, strict: { expect: STRICT }, bare: { expect: { completes: true } } };

  test.each<[string, Cases]>([
    ['a case demands it no more', { ...stored, strict: { expect: { limits: STRICT.limits } } }],
    ['a case demands less of it', { ...stored, strict: { expect: { ...STRICT, response: { contains: ['x'] } } } }],
    ['a case that demands it is removed', { plain: {}, bare: stored.bare }],
  ])('leaves the verdict open where %s', async (_, here) => {
    const { decision } = await judged({ here, main: stored, stored, gate });
    expect(decision.verdict).toBe('inconclusive');
    expect(decision.reasons[0]).toMatchObject({ code: 'guard_weakened', cases: ['strict'] });
    expect(titleOf(decision)).toMatch(/no failure of check response/);
  });

  test.each<[string, Cases]>([
    ['another check is demanded less', { ...stored, strict: { expect: { response: STRICT.response } } }],
    ['a case without it is removed', { plain: {}, strict: stored.strict }],
  ])('is not touched where %s', async (_, here) => {
    const { decision } = await judged({ here, main: stored, stored, gate });
    expect(codesOf(decision)).not.toContain('guard_weakened');
  });

  test('that leaves the list leaves the verdict open', async () => {
    const { decision } = await judged({ here: stored, main: stored, stored, gate, own: {} });
    expect(messageOf(decision, 'guard_weakened')).toMatch(/no failure of check:response/);
  });
});

describe('a tag that main has a rule for', () => {
  const gate = { tags: { safety: { pass_rate: { min: 0.5 } } } };

  test('is told to be taken from a case, which the rule counts all the same', async () => {
    const stored = { plain: SAFE, other: SAFE };
    const { decision } = await judged({ here: { plain: {}, other: SAFE }, main: stored, stored, gate });
    expect(decision.verdict).toBe('pass');
    expect(messageOf(decision, 'tag_removed')).toMatch(
      /takes the tag safety from plain; until this is merged, main's rule/,
    );
  });

  test('is counted by the rule when it is taken from a case before a stored run has it', async () => {
    const stored = { plain: SAFE, other: {} };
    const main = { plain: SAFE, other: SAFE };
    const { decision } = await judged({ here: stored, main, stored, gate });
    expect(decision.verdict).toBe('pass');
    expect(messageOf(decision, 'tag_removed')).toMatch(
      /takes the tag safety from other; until this is merged, main's rule/,
    );
  });

  test('leaves the verdict open when it is taken from a case that no stored run has yet', async () => {
    const main = { plain: SAFE, other: SAFE };
    const { decision } = await judged({ here: { plain: SAFE, other: {} }, main, stored: { plain: SAFE }, gate });
    expect(decision.verdict).toBe('inconclusive');
    expect(titleOf(decision)).toMatch(
      /takes the tag safety from other, and no stored run of main has the tag there yet/,
    );
  });
});

describe('cases that are not guarded', () => {
  const many = Object.fromEntries(Array.from({ length: 6 }, (_, i) => [`c${i}`, {}]));
  const without = (...ids: string[]) => Object.fromEntries(Object.entries(many).filter(([id]) => !ids.includes(id)));

  test('are named where their input is rewritten', async () => {
    const here = { ...many, c1: { input: 'c1 ' }, c4: { input: 'c4 ' } };
    const { decision } = await judged({ here, main: many, stored: many });
    expect(decision.verdict).toBe('pass');
    expect(messageOf(decision, 'case_changed')).toMatch(/rewrites the input of c1, c4: /);
    const { decision: followed } = await judged({ here, main: here, stored: many });
    expect(codesOf(followed), 'main itself rewrote them since its stored run').not.toContain('case_changed');
  });

  test('leave the verdict open when more than half of them are removed', async () => {
    const { decision } = await judged({ here: without('c0', 'c1', 'c2', 'c3'), main: many, stored: many });
    expect(decision.verdict).toBe('inconclusive');
    expect(titleOf(decision)).toMatch(
      /removes 4 of main's 6 cases, more than half: c0, c1, c2, c3; needs a human review/,
    );
    const { decision: half } = await judged({ here: without('c0', 'c1', 'c2'), main: many, stored: many });
    expect(half.verdict).toBe('pass');
  });
});

describe('cases that a selection leaves out', () => {
  const many = Object.fromEntries(Array.from({ length: 6 }, (_, i) => [`c${i}`, i === 5 ? SAFE : {}]));
  const selected = async (ids: readonly string[], gate: object = {}) => {
    const all = await suiteWith(many, gate);
    const cases = all.cases.filter(({ id }) => ids.includes(id));
    const out = all.cases.filter(({ id }) => !ids.includes(id)).map(({ id }) => [id, []] as const);
    const suite = { ...all, cases, left_out: new Map(out) };
    return (await judged({ here: many, main: many, stored: many, gate, suite })).decision;
  };

  test('leave the verdict open where main tolerates no failure of one', async () => {
    const decision = await selected(['c0', 'c1', 'c2', 'c3', 'c4'], GUARD);
    expect(decision.verdict).toBe('inconclusive');
    expect(decision.reasons[0]).toMatchObject({ code: 'guard_weakened', cases: ['c5'] });
    expect(titleOf(decision)).toMatch(/main tolerates no failure of c5, and this run leaves it out/);
  });

  test('leave the verdict open where a guarded check goes with them', async () => {
    const decision = await selected(['c0', 'c1', 'c2', 'c3', 'c4'], { never_fail: ['check:limits'] });
    expect(decision.verdict).toBe('inconclusive');
    expect(decision.reasons[0]).toMatchObject({ code: 'guard_weakened', cases: ['c5'] });
  });

  test('leave the verdict open when they are more than half of them', async () => {
    const decision = await selected(['c0', 'c1']);
    expect(decision.verdict).toBe('inconclusive');
    expect(titleOf(decision)).toMatch(
      /leaves out 4 of main's 6 cases, more than half: c2, c3, c4, c5; needs a human review/,
    );
    expect((await selected(['c0', 'c1', 'c2'])).verdict).toBe('pass');
  });
});

type Cases = Readonly<Record<string, object>>;

interface Situation {
  readonly here: Cases;
  /** Case file of the base commit, or why it can't be read. */
  readonly main: Cases | string;
  /** What main's nearest stored run knows. */
  readonly stored: Cases;
  /** Of main, and of the change where it has no other. */
  readonly gate?: object;
  readonly own?: object;
  /** Commit of the stored run; it is older than the base without one. */
  readonly sha?: string;
  readonly suite?: LoadedSuite;
  readonly regraded?: readonly string[];
}

async function judged(
  situation: Situation,
): Promise<{ readonly decision: Decision; readonly read: readonly string[] }> {
  const { here, main, stored, gate = {}, own = gate, sha = EARLIER, regraded = [] } = situation;
  const read: string[] = [];
  const files = {
    'agent-eval.yml': { text: JSON.stringify({ ...CONFIG, gate: { ...PLAIN, ...gate } }) },
    'c.yml': typeof main === 'string' ? { problem: main } : { text: JSON.stringify({ cases: written(main) }) },
  };
  const source: PolicySource = {
    files: {
      sha: BASE,
      read: async (path) => {
        read.push(path);
        return Object.entries(files).find(([name]) => name === path)?.[1] ?? { absent: true };
      },
      list: async () => {
        read.push('all');
        return { problem: 'are too many to be listed' };
      },
    },
    folder: '',
    places: [{ path: 'agent-eval.yml', folder: '' }],
    side_branch: null,
    workflow: { path: '.github/workflows/agent-eval.yml', here: null },
  };
  const { suite, policy } = await policyFromBase(situation.suite ?? (await suiteWith(here, own)), source);
  const candidate = resultsFile(recordsOf(suite));
  const before = recordsOf(await suiteWith(stored, gate)).map((record) => {
    const again = regraded.includes(record.id) ? candidate.cases.find(({ id }) => id === record.id) : undefined;
    return again === undefined ? record : { ...again, regrading: { problem: null, grader_hash: record.grader_hash } };
  });
  const commit = { sha, ref: null, head_sha: null, base_sha: null, pull_request: null };
  const results = resultsFile(before, { commit, config: { path: 'agent-eval.yml', hash: '' } });
  const found: BaselineLookup = {
    kind: 'found',
    runs: [{ results, sha, url: null, place: null }],
    target_sha: BASE,
    chosen: '',
    notes: [],
  };
  const ahead = await unrunBase(policy, found, suite);
  const { baseline: known, left_out } = withinSelection(withBaseGuards(found, policy, ahead, suite), suite);
  const comparison = compare(candidate, known.kind === 'none' ? [] : [known.runs[0].results]);
  const base_rules = baseRuleFindings({
    policy,
    suite,
    trials: [],
    comparison,
    main: ahead,
    cases: await casesForRules(policy, ahead, changedCaseFiles(comparison)),
    left_out,
    inputs: null,
  });
  return { decision: decide(comparison, suite.config.gate, candidate, { base_rules }), read };
}

function suiteWith(cases: Cases, gate: object): Promise<LoadedSuite> {
  return suiteOf(written(cases), { gate: { ...PLAIN, ...gate } });
}

function written(cases: Cases): readonly object[] {
  return Object.entries(cases).map(([id, facts]) => ({ id, input: id, expect: STRICT, ...facts }));
}

function recordsOf(suite: LoadedSuite): readonly CaseRecord[] {
  return suite.cases.map((evalCase) =>
    caseRecord(evalCase.id, { ...caseHeader(evalCase, suite), trials: outcomes(20) }),
  );
}

/** Nothing but what is asked of it keeps a run open. */
const PLAIN = { method: 'threshold', pass_rate: { max_drop: 0.02 } };
const CONFIG = { version: 1, agent: { command: ['agent'] }, cases: ['c.yml'], trials: 2 };

function codesOf({ reasons }: Decision): readonly string[] {
  return reasons.map(({ code }) => code);
}

function messageOf({ reasons }: Decision, code: string): string {
  return reasons.flatMap((reason) => (reason.code === code ? [wordsOf(reason)] : [])).join(' | ');
}
