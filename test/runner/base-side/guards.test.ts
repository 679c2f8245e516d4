import { test } from 'vitest';
import { parse } from 'yaml';
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
import { unrunBase } from '#runner/base-side/read-base-side.ts';
import { casesForRules } from '#runner/base-side/read-cases-of-main.ts';
import { caseRecord, outcomes, resultsFile } from '#test/support/results.ts';
import { expectSaid } from '#test/support/said.ts';
import { decide, messageOf as wordsOf } from '../../gate/decision/in-words.ts';
import { suiteOf } from '../in-memory.ts';

const BASE = 'b'.repeat(40);
const EARLIER = 'a'.repeat(40);
const STRICT = { response: { contains: ['well'] }, limits: { max_steps: 3 } };

test('what a change drops that main guards is reported, and leaves the verdict open, as in the golden file', () => {
  return expectSaid(new URL('golden/guards.txt', import.meta.url), async (text) => {
    const { decision, read } = await judged(parse(text));
    const reasons = decision.reasons
      .filter(({ gate }) => gate !== 'pass_rate' && gate !== 'baseline')
      .map((reason) => `${[reason.outcome, reason.code, ...reason.cases].join(' ')}: ${wordsOf(reason)}`);
    return [`${decision.verdict}, read ${read.join(', ')}`, ...reasons];
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
  /** The stored run is of the base commit, and not older. */
  readonly sha?: 'base';
  /** Cases that a selection leaves out. */
  readonly left_out?: readonly string[];
  readonly regraded?: readonly string[];
}

async function judged(
  situation: Situation,
): Promise<{ readonly decision: Decision; readonly read: readonly string[] }> {
  const { here, main, stored, gate = {}, own = gate, regraded = [] } = situation;
  const sha = situation.sha === 'base' ? BASE : EARLIER;
  const read: string[] = [];
  const files = {
    'agent-eval.yml': { text: JSON.stringify({ ...CONFIG, gate: { ...PLAIN, ...gate } }) },
    'c.yml': typeof main === 'string' ? { problem: main } : { text: JSON.stringify({ cases: casesOf(main) }) },
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
  const { suite, policy } = await policyFromBase(selected(await suiteWith(here, own), situation.left_out), source);
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
    choice: '',
    notes: [],
  };
  const ahead = await unrunBase(policy, found, suite);
  const { baseline: known, left_out } = withinSelection(withBaseGuards(found, policy, ahead, suite), suite);
  const comparison = compare(candidate, known.kind === 'none' ? [] : [known.runs[0].results]);
  const rules = baseRuleFindings({
    policy,
    suite,
    trials: [],
    comparison,
    main: ahead,
    cases: await casesForRules(policy, ahead, changedCaseFiles(comparison)),
    left_out,
    inputs: null,
  });
  return { decision: decide(comparison, suite.config.gate, candidate, rules), read };
}

function suiteWith(cases: Cases, gate: object): Promise<LoadedSuite> {
  return suiteOf(casesOf(cases), { gate: { ...PLAIN, ...gate } });
}

/** Without the cases that a selection leaves out, if there is one. */
function selected(suite: LoadedSuite, left_out: readonly string[] | undefined): LoadedSuite {
  if (left_out === undefined) return suite;
  const cases = suite.cases.filter(({ id }) => !left_out.includes(id));
  return { ...suite, cases, left_out: new Map(left_out.map((id) => [id, []])) };
}

function casesOf(cases: Cases): readonly object[] {
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
