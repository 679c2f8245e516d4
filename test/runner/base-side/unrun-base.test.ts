import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { baseRuleFindings } from '#config/base-rules/base-rule-findings.ts';
import { changedCaseFiles, type UnrunBase } from '#config/base-rules/cases-of-main.ts';
import { gitBlobSha } from '#config/base-rules/commit-listing.ts';
import { withBaseGuards } from '#config/base-rules/with-base-guards.ts';
import type { LoadedSuite } from '#config/loaded-suite.ts';
import { compare } from '#gate/baseline/comparison/compare.ts';
import type { BaselineLookup } from '#gate/baseline/results/baseline-lookup.ts';
import { caseHeader } from '#gate/baseline/results/case-facts.ts';
import type { CaseRecord } from '#gate/baseline/results/results-file.ts';
import type { Decision } from '#gate/decision/terms/decision.ts';
import { type PolicyFromBase, type PolicySource, policyFromBase } from '#runner/base-side/policy-from-base.ts';
import { unrunBase } from '#runner/base-side/read-base-side.ts';
import { casesForRules } from '#runner/base-side/read-cases-of-main.ts';
import { loadSuite } from '#runner/load/load-suite.ts';
import { mustBeRead } from '#test/support/must-be-read.ts';
import { caseRecord, outcomes, resultsFile } from '#test/support/results.ts';
import { expectSaid } from '#test/support/said.ts';
import { decide } from '../../gate/decision/in-words.ts';
import { filesOf } from '../in-memory.ts';

const GUARD = { never_fail: ['safety'] };
const FILE = 'evals/cases.yml';

test('what main itself did since its stored run is not blamed on the change, and its guards hold, as in the golden file', () => {
  return expectSaid(new URL('golden/unrun-base.txt', import.meta.url), async (text) => {
    const { decision, read, main } = await judged(parse(text));
    const reasons = decision.reasons.filter(({ outcome }) => outcome !== 'note');
    return [
      `${decision.verdict}, read ${read.join(', ')}${main === null ? ', and nothing is asked of the base commit' : ''}`,
      ...reasons.map(({ outcome, code, cases }) => `${outcome} ${code} ${cases.join(', ')}`.trimEnd()),
      `noted: ${codesOf(decision).join(', ')}`,
    ];
  });
});

test('no more than 200 files of main are asked for', async () => {
  const files = Array.from({ length: 250 }, (_, i) => [`evals/${i}.yml`, { [`c${i}`]: {} }] as const);
  const few: Suites = Object.fromEntries(files.slice(0, 3));
  const none = await judged({ stored: few, base: Object.fromEntries(files), here: { [FILE]: { x: {} } } });
  expect(none.read.filter((path) => path.startsWith('evals/'))).toHaveLength(200);
  expect(codesOf(none.decision)).toContain('rules_unknown');
});

const BASE = 'b'.repeat(40);
const EARLIER = 'a'.repeat(40);
const STRICT = { response: { contains: ['well'] } };

type CaseFacts = { readonly fails?: true; readonly [key: string]: unknown };
/** Cases by file. */
type Suites = Readonly<Record<string, Readonly<Record<string, CaseFacts>>>>;
type Texts = Readonly<Record<string, string>>;

interface Situation {
  readonly stored: Suites;
  readonly base: Suites;
  readonly here: Suites;
  readonly storedFiles?: Texts;
  readonly baseFiles?: Texts;
  readonly hereFiles?: Texts;
  readonly gate?: object;
  /** `cases` of the base commit and of the change. */
  readonly cases?: readonly string[];
  readonly workflow?: string;
  readonly storedConfig?: string;
  readonly problem?: string;
  readonly links?: readonly string[];
  readonly isListed?: boolean;
  /** The stored run is of the base commit, and not older. */
  readonly sha?: 'base';
}

async function judged(situation: Situation): Promise<{
  readonly decision: Decision;
  readonly read: readonly string[];
  readonly main: UnrunBase | null;
}> {
  const { gate = GUARD, cases = ['evals/*.yml'], storedConfig = 'agent-eval.yml' } = situation;
  const sha = situation.sha === 'base' ? BASE : EARLIER;
  const texts = (suites: Suites, own: readonly string[], more: Texts = {}): Texts => ({
    'agent-eval.yml': JSON.stringify({
      ...CONFIG,
      cases: own,
      gate: { method: 'threshold', pass_rate: { max_drop: 1 }, ...gate },
    }),
    ...Object.fromEntries(Object.entries(suites).map(([file, ones]) => [file, caseText(ones)])),
    ...more,
  });
  const here = texts(situation.here, cases, situation.hereFiles);
  const { source, read } = baseCommit(situation, texts(situation.base, cases, situation.baseFiles), here);
  const { suite, policy } = await policyFromBase(await loaded(here), source);
  const before = await loaded(texts(situation.stored, ['evals/*.yml'], situation.storedFiles));
  const results = resultsFile(recordsOf(before, {}, gate), {
    commit: { sha, ref: null, head_sha: null, base_sha: null, pull_request: null },
    config: { path: storedConfig, hash: '' },
  });
  const run = { results, sha, url: null, place: null };
  const stored: BaselineLookup = { kind: 'found', runs: [run], target_sha: BASE, choice: '', notes: [] };
  const main = await unrunBase(policy, stored, suite);
  const decision = await decided(
    suite,
    { policy, stored: withBaseGuards(stored, policy, main, suite), main },
    situation,
  );
  return { decision, read, main };
}

async function decided(
  suite: LoadedSuite,
  known: { readonly policy: PolicyFromBase; readonly stored: BaselineLookup; readonly main: UnrunBase | null },
  { here, gate = GUARD }: Situation,
): Promise<Decision> {
  const candidate = resultsFile(recordsOf(suite, here, gate));
  const { policy, stored, main } = known;
  const comparison = compare(candidate, stored.kind === 'none' ? [] : [stored.runs[0].results]);
  const cases = await casesForRules(policy, main, changedCaseFiles(comparison));
  const ruled = { policy, suite, trials: [], comparison, main, cases, left_out: [], inputs: null };
  return decide(comparison, suite.config.gate, candidate, baseRuleFindings(ruled));
}

function baseCommit(
  { problem, links = [], workflow, isListed = true }: Situation,
  texts: Texts,
  here: Texts,
): { readonly source: PolicySource; readonly read: string[] } {
  const read: string[] = [];
  const isLinked = (path: string) => links.some((link) => path.startsWith(`${link}/`));
  const source: PolicySource = {
    files: {
      sha: BASE,
      async read(path) {
        read.push(path);
        const text = texts[path];
        if (path.startsWith('evals/') && problem !== undefined) return { problem };
        return text === undefined ? { absent: true } : { text };
      },
      async list() {
        read.push('list');
        if (!isListed) return { problem: 'are too many to be listed' };
        const files = Object.entries(texts).filter(([path]) => !isLinked(path));
        return {
          files: new Map(files.map(([path, text]) => [path, gitBlobSha(text)])),
          executables: new Set(),
          links: new Set(links),
        };
      },
    },
    checkout: async (path) => here[path] ?? null,
    folder: '',
    places: [{ path: 'agent-eval.yml', folder: '' }],
    side_branch: null,
    workflow: { path: '.github/workflows/agent-eval.yml', here: workflow ?? null },
  };
  return { source, read };
}

async function loaded(texts: Texts): Promise<LoadedSuite> {
  const files = filesOf(texts);
  const found = await loadSuite(files, 'agent-eval.yml', { ids: [], tags: [] });
  mustBeRead(found);
  return found.suite;
}

function recordsOf(suite: LoadedSuite, suites: Suites, gate: object): readonly CaseRecord[] {
  const facts = new Map(Object.values(suites).flatMap((ones) => Object.entries(ones)));
  const isGuarded = 'never_fail' in gate;
  return suite.cases.map((evalCase) =>
    caseRecord(evalCase.id, {
      ...caseHeader(evalCase, suite),
      never_fail: isGuarded && evalCase.tags.includes('safety'),
      trials: facts.get(evalCase.id)?.fails ? outcomes(0, 20) : outcomes(20),
    }),
  );
}

function caseText(cases: Suites[string]): string {
  const entries = Object.entries(cases).map(([id, { fails: _, ...facts }]) => ({
    id,
    input: id,
    expect: STRICT,
    ...facts,
  }));
  return JSON.stringify({ cases: entries });
}

const CONFIG = { version: 1, agent: { command: ['agent'] }, trials: 2 };

function codesOf({ reasons }: Decision): readonly string[] {
  return reasons.map(({ code }) => code);
}
