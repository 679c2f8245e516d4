import { describe, expect, test } from 'vitest';
import { expectHash, inputHash } from '#cases/suite/case-hashes.ts';
import { baseRuleFindings, type Ruled } from '#config/base-rules/base-rule-findings.ts';
import { changedCaseFiles } from '#config/base-rules/cases-of-main.ts';
import { pathInCommit } from '#config/base-rules/commit-listing.ts';
import { trialsOfMain } from '#config/base-rules/trials-of-main.ts';
import { conditionsOf } from '#config/fingerprint.ts';
import type { LoadedSuite } from '#config/loaded-suite.ts';
import { compare } from '#gate/baseline/comparison/compare.ts';
import type { BaselineLookup } from '#gate/baseline/results/baseline-lookup.ts';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import type { Decision, Reason } from '#gate/decision/terms/decision.ts';
import { filesOfNoCommit, type PolicySource, policyFromBase } from '#runner/base-side/policy-from-base.ts';
import { casesForRules } from '#runner/base-side/read-cases-of-main.ts';
import { type CaseFacts, caseRecord, outcomes, resultsFile } from '#test/support/results.ts';
import { decide, messageOf, titleOf } from '../../gate/decision/in-words.ts';
import { suiteOf } from '../in-memory.ts';

const SHA = 'b'.repeat(40);
const CASE = { id: 'a', input: 'hi', expect: { completes: true, limits: { max_steps: 3 } } };
const WORKFLOW = '.github/workflows/agent-eval.yml';

describe('whose policy counts', () => {
  test("that of the base: gate, trials and limits are main's, agent and cases are the change's", async () => {
    const own = await suiteOf([CASE], { gate: { pass_rate: { max_drop: 1 } }, limits: { max_steps: 99 }, trials: 1 });
    const base = await suiteOf([CASE], { limits: { max_steps: 5 }, agent: { command: ['other'] } });
    const { suite, policy } = await policyFromBase(
      own,
      sourceOf({ 'agent-eval.yml': configText({ limits: { max_steps: 5 } }) }),
    );
    expect(policy.origin.kind).toBe('base');
    expect(suite.policy_sha).toBe(SHA);
    expect(suite.config).toMatchObject({
      gate: base.config.gate,
      trials: { min: 2, max: 2 },
      limits: { max_steps: 5 },
    });
    expect(suite.config.agent).toEqual(own.config.agent);
    expect(suite.cases).toBe(own.cases);
    expect(suite.conditions).toEqual(conditionsOf(suite.config));
    expect(suite.conditions).toEqual(base.conditions);
  });

  test('its own where the base has no config, or none that can be had', async () => {
    const own = await suiteOf([CASE]);
    const first = await policyFromBase(own, sourceOf({}));
    expect(first).toMatchObject({ policy: { origin: { kind: 'first' } } });
    expect(first.suite).toBe(own);
    const broken = await policyFromBase(own, sourceOf({ 'agent-eval.yml': 'version: 1\ngate: {max_drop: 2}\n' }));
    expect(broken.policy.origin).toMatchObject({
      kind: 'unknown',
      problem: expect.stringMatching(/can't be used: agent-eval.yml:/),
    });
    expect(broken.suite).toBe(own);
    const refused = await policyFromBase(own, sourceOf({ 'agent-eval.yml': { problem: 'may not be read' } }));
    expect(refused.policy.origin).toEqual({
      kind: 'unknown',
      problem: 'agent-eval.yml of bbbbbbb may not be read',
    });
  });

  test.each([
    ['', 'agent-eval.yml', 'agent-eval.yml'],
    ['apps/one', './evals/a.yml', 'apps/one/evals/a.yml'],
    ['apps/one', '../common/a.yml', 'apps/common/a.yml'],
  ])('the config is looked for from the working directory %j: %s', (folder, path, found) => {
    expect(pathInCommit({ ...sourceOf({}), folder }, path)).toBe(found);
  });
});

describe('the place of the config', () => {
  const strict = configText({ gate: { pass_rate: { max_drop: 0 } } });
  const linked = (files: Readonly<Record<string, string>>) => ({
    ...sourceOf(files),
    folder: 'app',
    places: [
      { path: 'app/agent-eval.yml', folder: 'app' },
      { path: 'packages/app/agent-eval.yml', folder: 'packages/app' },
    ],
  });

  test('is where it is named, also where the change made that a link to another folder of main', async () => {
    const files = { 'app/agent-eval.yml': strict, 'packages/app/agent-eval.yml': configText({}) };
    const { policy, suite } = await policyFromBase(await suiteOf([CASE]), linked(files));
    expect(policy).toMatchObject({ origin: { place: { path: 'app/agent-eval.yml' } }, source: { folder: 'app' } });
    expect(suite.config.gate.pass_rate.max_drop).toBe(0);
    expect(codesOf(await told({ source: linked(files) })).join()).not.toContain('policy_origin');
  });

  test('is where links lead to if main has nothing at the named place, and the report says so', async () => {
    const files = { 'packages/app/agent-eval.yml': strict };
    const { policy, suite } = await policyFromBase(await suiteOf([CASE]), linked(files));
    expect(policy).toMatchObject({ origin: { kind: 'base' }, source: { folder: 'packages/app' } });
    expect(suite.config.gate.pass_rate.max_drop).toBe(0);
    expect(messagesOf(await told({ source: linked(files) }), 'policy_origin')).toEqual([
      expect.stringMatching(
        /main's packages\/app\/agent-eval\.yml decides: main has no app\/agent-eval\.yml, and here that file is a link/,
      ),
    ]);
  });

  test('is not known where the commit is not, and nothing passes by it', async () => {
    const source = { ...sourceOf({}), files: filesOfNoCommit('The merge base with main is not known: 500.') };
    const decision = await told({ source });
    expect(decision.verdict).toBe('inconclusive');
    expect(titleOf(decision)).toMatch(
      /by its own policy: agent-eval\.yml can't be read: the base commit of this change is not known \(The merge base/,
    );
  });
});

describe('the branch whose policy decided', () => {
  test('is named where it is not the default branch, and takes nothing away', async () => {
    const source = { ...sourceOf({ 'agent-eval.yml': configText({}) }), side_branch: 'their-own' };
    const decision = await told({ source });
    expect(decision.verdict).toBe('pass');
    expect(messagesOf(decision, 'policy_origin')).toEqual([
      expect.stringMatching(
        /the branch their-own, and the policy of that branch decided; the default branch may have another/,
      ),
    ]);
  });
});

describe('the workflow that runs this', () => {
  test.each<[string, string | null, string | undefined, string]>([
    ['is the same, however lines end', 'a\r\nb\r\n', 'a\nb\n', 'same'],
    ['is changed', 'a', 'b', 'changed'],
    ['is new', 'a', undefined, 'new'],
    ['lies elsewhere', null, undefined, 'same'],
    ['is not checked out', null, 'a', 'unknown'],
  ])('%s', async (_, here, base, state) => {
    const files = { 'agent-eval.yml': configText({}), ...(base === undefined ? {} : { [WORKFLOW]: base }) };
    const { policy } = await policyFromBase(await suiteOf([CASE]), sourceOf(files, here));
    expect(policy.workflow.state).toBe(state);
  });
});

describe('trials of single cases', () => {
  test('are as many as main gave them; new cases keep their own number', async () => {
    const suite = await suiteOf([
      { ...CASE, trials: 1 },
      { ...CASE, id: 'b', trials: 9 },
      { ...CASE, id: 'new', trials: 4 },
    ]);
    const ruled = trialsOfMain(
      suite,
      foundOf(resultsFile([caseRecord('a', { fixed_trials: true, planned_trials: 6 }), caseRecord('b')])),
    );
    expect(ruled.suite.cases.map(({ id, trials }) => [id, trials])).toEqual([
      ['a', 6],
      ['b', null],
      ['new', 4],
    ]);
    expect(ruled.changes).toEqual([
      { id: 'a', base: 6, head: 1 },
      { id: 'b', base: null, head: 9 },
    ]);
  });

  test('follow a case to its new id', async () => {
    const suite = await suiteOf([{ ...CASE, id: 'renamed', trials: 1 }]);
    const facts = { ...hashesOf(suite), fixed_trials: true, planned_trials: 6 };
    expect(trialsOfMain(suite, foundOf(resultsFile([caseRecord('a', facts)]))).suite.cases[0]?.trials).toBe(6);
  });
});

describe('what is told of it', () => {
  test('a policy that is not known takes a pass away, and nothing else', async () => {
    const source = sourceOf({ 'agent-eval.yml': { problem: 'could not be read: 500' } });
    const held = await told({ source });
    expect(held.verdict).toBe('inconclusive');
    expect(titleOf(held)).toMatch(/main's policy is not known.*agent-eval\.yml of bbbbbbb could not be read: 500/);
    expect(held.reasons[0]).toMatchObject({ outcome: 'inconclusive', code: 'rules_unknown' });
    expect(held.reasons.slice(1).map(({ outcome }) => outcome)).not.toContain('pass');

    const failed = await told({ source, here: { trials: outcomes(0, 20) } });
    expect(failed.verdict).toBe('fail');
    expect(codesOf(failed)).toContain('rules_unknown note');
  });

  test("every key that differs is told with both values and that main's counts, before other notes", async () => {
    const gate = { pass_rate: { max_drop: 1, rule_out: 'auto' }, confidence: 0.5 };
    const decision = await told({ own: { gate, trials: 1, limits: { trial_timeout: '5s' } } });
    expect(decision.verdict).toBe('pass');
    expect(messagesOf(decision, 'policy_changed')).toEqual([
      "gate.confidence: 0.95 on main, 0.5 here; main's value applies until this is merged",
      "gate.pass_rate.max_drop: 0.02 on main, 1 here; main's value applies until this is merged",
      "limits.trial_timeout: 60000 ms on main, 5000 ms here; main's value applies until this is merged",
      "trials: 2 on main, 1 here; main's value applies until this is merged",
    ]);
    const outcomesInOrder = decision.reasons.map(({ outcome, code }) => (outcome === 'note' ? code : outcome));
    expect(outcomesInOrder.slice(0, 2)).toEqual(['pass', 'policy_changed']);
  });

  test('the first policy and a changed workflow are reported', async () => {
    expect(codesOf(await told({ source: sourceOf({}) }))).toContain('policy_origin note');
    const source = sourceOf({ 'agent-eval.yml': configText({}), [WORKFLOW]: 'old' }, 'new');
    const decision = await told({ source });
    expect(decision.verdict).toBe('pass');
    expect(messagesOf(decision, 'workflow_changed').join()).toContain(WORKFLOW);
  });
});

describe('a case with other demands', () => {
  const before = { ...CASE, expect: { completes: true, limits: { max_steps: 2 } } };

  test.each<[string, object, Reason['code'], RegExp]>([
    ['less', before, 'case_changed', /demands less of case a: limits\.max_steps 2 → 3$/],
    [
      'more',
      { ...CASE, expect: { limits: { max_steps: 3 } } },
      'case_changed',
      /adds to the expectations of a and drops nothing/,
    ],
    [
      'more, where what is demanded in place of something is stricter',
      { ...CASE, expect: { completes: true, limits: { max_steps: 5 } } },
      'case_changed',
      /adds to the expectations of a and drops nothing/,
    ],
    [
      'less, where a check is gone',
      { ...CASE, expect: { completes: true, limits: { max_steps: 3 }, response: { matches: ['x'] } } },
      'case_changed',
      /demands less of case a: response is no longer checked$/,
    ],
  ])('is told as %s', async (_, main, code, words) => {
    const decision = await told({ main: { expect_hash: 'another' }, files: { 'c.yml': casesText(main) } });
    expect(messagesOf(decision, code).join()).toMatch(words);
  });

  test('is reported as unknown if the base has no such file, and not at all if main itself rewrote it', async () => {
    const main = { expect_hash: 'another' };
    expect(messagesOf(await told({ main }), 'case_changed').join()).toMatch(/can't tell whether they demand less/);
    const same = await told({ main, files: { 'c.yml': casesText(CASE) } });
    expect(codesOf(same).join()).not.toMatch(/case_/);
  });
});

describe('what starts the run', () => {
  const listing = (files: Readonly<Record<string, string>>, links: readonly string[] = []) => ({
    sha: 'c'.repeat(40),
    read: async () => ({ absent: true }) as const,
    list: async () => ({
      files: new Map(Object.entries(files)),
      executables: new Set<string>(),
      links: new Set(links),
    }),
  });
  const AUTOMATION = {
    [WORKFLOW]: '1',
    '.github/actions/eval/action.yml': '2',
    '.github/CODEOWNERS': '3',
    'a.md': '4',
  };
  const toldOf = async (change: PolicySource['change'], base: PolicySource['change'] = listing(AUTOMATION)) => {
    const source = sourceOf({ 'agent-eval.yml': configText({}), [WORKFLOW]: 'on: push' }, 'on: push');
    const files = { ...source.files, list: base?.list ?? source.files.list };
    return told({ source: { ...source, files, ...(change === undefined ? {} : { change }) } });
  };

  test('is reported with the workflow: each file below .github that is added, edited or removed', async () => {
    const change = { [WORKFLOW]: '1', '.github/actions/eval/action.yml': '9', '.github/new.sh': '5', 'a.md': '6' };
    const decision = await toldOf(listing(change));
    expect(decision.verdict).toBe('pass');
    expect(messagesOf(decision, 'workflow_changed')).toEqual([
      'this change edits .github/CODEOWNERS, .github/actions/eval/action.yml, .github/new.sh: review what changed below .github, because the workflow that runs this check may use it',
    ]);
  });

  test('is reported as unknown if the files of a commit can not be listed', async () => {
    const change = { ...listing({}), list: async () => ({ problem: 'are too many to be listed' }) };
    expect(messagesOf(await toldOf(change), 'workflow_changed')).toEqual([
      "can't tell whether this change edits other files below .github: the files of this commit are too many to be listed",
    ]);
  });

  test.each([
    ['the same', listing(AUTOMATION)],
    ['another one elsewhere', listing({ ...AUTOMATION, 'a.md': '9', 'b/.github/x': '1' })],
    ['not known', undefined],
  ])('is not told of where it is %s', async (_, change) => {
    const decision = await toldOf(change);
    expect(decision.reasons.map(({ code }) => code)).not.toContain('workflow_changed');
  });

  test('names inputs that differ from those of main’s run', async () => {
    const inputs = {
      main: { 'fail-on': 'inconclusive', confirm: 'auto', cases: [], 'max-trials': null },
      here: { 'fail-on': 'never', confirm: 'auto', cases: ['refund/*', 'a'], 'max-trials': 3 },
    };
    const decision = await told({ inputs });
    expect(messagesOf(decision, 'inputs_differ')).toEqual([
      "inputs differ from those of main's run: cases: [] on main, [refund/*, a] here; fail-on: inconclusive on main, never here; max-trials: none on main, 3 here",
    ]);
    const same = await told({ inputs: { main: inputs.main, here: inputs.main } });
    expect(messagesOf(same, 'inputs_differ')).toEqual([]);
  });
});

interface Situation {
  /** Config of the change and of the base beside what both have. */
  readonly own?: object;
  readonly base?: object;
  /** Case files of the base. */
  readonly files?: Readonly<Record<string, string>>;
  readonly here?: CaseFacts;
  readonly main?: CaseFacts;
  readonly source?: PolicySource;
  readonly inputs?: Ruled['inputs'];
}

async function told(situation: Situation): Promise<Decision> {
  const { own = {}, base = {}, files = {} } = situation;
  const source = situation.source ?? sourceOf({ 'agent-eval.yml': configText(base), ...files });
  const { suite, policy } = await policyFromBase(await suiteOf([CASE], own), source);
  const { inputs = null } = situation;
  const comparison = comparisonOf(suite, situation);
  const cases = await casesForRules(policy, null, changedCaseFiles(comparison));
  const ruled: Ruled = { policy, suite, trials: [], comparison, main: null, cases, left_out: [], inputs };
  const plain = await suiteOf([CASE]);
  const candidate = candidateOf(plain, situation);
  return decide(comparisonOf(plain, situation), plain.config.gate, candidate, baseRuleFindings(ruled));
}

function candidateOf(suite: LoadedSuite, { here = {} }: Situation): ResultsFile {
  const source = { file: 'c.yml', line: 1 };
  const others = Array.from({ length: 9 }, (_, i) => caseRecord(`z${i}`, { trials: outcomes(20) }));
  return resultsFile([caseRecord('a', { source, trials: outcomes(20), ...hashesOf(suite), ...here }), ...others]);
}

function comparisonOf(suite: LoadedSuite, situation: Situation) {
  const candidate = candidateOf(suite, situation);
  const baseline = candidateOf(suite, { here: situation.main ?? {} });
  return compare(candidate, [baseline]);
}

function hashesOf({ cases: [evalCase] }: LoadedSuite) {
  if (evalCase === undefined) throw new Error('no case');
  return { input_hash: inputHash(evalCase), expect_hash: expectHash(evalCase) };
}

function foundOf(results: ResultsFile): BaselineLookup {
  return {
    kind: 'found',
    runs: [{ results, sha: null, url: null, place: null }],
    target_sha: null,
    choice: 'x',
    notes: [],
  };
}

function sourceOf(
  texts: Readonly<Record<string, string | { readonly problem: string }>>,
  here: string | null = null,
): PolicySource {
  const read = async (path: string) => {
    const text = texts[path];
    if (text === undefined) return { absent: true } as const;
    return typeof text === 'string' ? { text } : text;
  };
  return {
    files: { sha: SHA, read, list: async () => ({ problem: 'are too many' }) },
    folder: '',
    places: [{ path: 'agent-eval.yml', folder: '' }],
    side_branch: null,
    workflow: { path: WORKFLOW, here },
  };
}

function configText(facts: object): string {
  return JSON.stringify({ version: 1, agent: { command: ['other'] }, cases: ['c.yml'], trials: 2, ...facts });
}

function casesText(evalCase: object): string {
  return JSON.stringify({ cases: [evalCase] });
}

function codesOf({ reasons }: Decision): readonly string[] {
  return reasons.map(({ code, outcome }) => `${code} ${outcome}`);
}

function messagesOf({ reasons }: Decision, code: Reason['code']): readonly string[] {
  return reasons.filter((reason) => reason.code === code).map((reason) => messageOf(reason) ?? '');
}
