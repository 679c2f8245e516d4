import { describe, expect, test } from 'vitest';
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
import { casesForRules } from '#runner/base-side/read-cases-of-main.ts';
import { unrunBase } from '#runner/base-side/unrun-base.ts';
import { loadSuite } from '#runner/load/load-suite.ts';
import { caseRecord, outcomes, resultsFile } from '#test/support/results.ts';
import { decide } from '../../gate/decision/in-words.ts';
import { filesOf } from '../in-memory.ts';

const GUARD = { never_fail: ['safety'] };
const SAFE = { tags: ['safety'] };
const FILE = 'evals/cases.yml';
const TWO = { [FILE]: { one: {}, two: SAFE } };

describe('what main itself did since its stored run is none of the change’s doing', () => {
  test.each<[string, Suites, Suites]>([
    ['untagged a guarded case that fails', TWO, { [FILE]: { one: {}, two: { fails: true } } }],
    ['removed a guarded case', TWO, { [FILE]: { one: {} } }],
    [
      'moved a guarded case and renamed another',
      TWO,
      { [FILE]: { uno: { input: 'one' } }, 'evals/b.yml': { two: SAFE } },
    ],
  ])('it %s', async (_, stored, base) => {
    const { decision } = await judged({ stored, base, here: base });
    expect(decision.verdict).toBe('pass');
    expect(codesOf(decision)).not.toContain('guard_weakened');
  });

  test('it took a case out of the rule of a tag', async () => {
    const gate = { tags: { safety: { pass_rate: { min: 1, min_mode: 'point' } } } };
    const base: Suites = { [FILE]: { one: SAFE, two: { fails: true } } };
    const { decision } = await judged({ stored: { [FILE]: { one: SAFE, two: SAFE } }, base, here: base, gate });
    expect(decision.verdict).toBe('pass');
  });

  test('it dropped a case file from its config', async () => {
    const stored = { 'evals/a.yml': { a: {} }, 'evals/b.yml': { b: {}, c: {} } };
    const base = { 'evals/a.yml': { a: {} } };
    for (const gate of [{}, GUARD]) {
      const { decision } = await judged({ stored, base, here: base, gate, cases: ['evals/a.yml'] });
      expect(decision.verdict).toBe('pass');
    }
  });

  test('it changed the files that checks run', async () => {
    const custom = { [FILE]: { one: {}, two: { ...SAFE, expect: { custom: [{ module: './judge.mjs' }] } } } };
    const facts = { stored: custom, base: custom, here: custom };
    const of = (text: string) => ({ 'judge.mjs': text });
    const own = await judged({ ...facts, storedFiles: of('// 1'), baseFiles: of('// 2'), hereFiles: of('// 2') });
    expect(own.decision.verdict).toBe('pass');
    const edited = await judged({ ...facts, storedFiles: of('// 1'), baseFiles: of('// 2'), hereFiles: of('// 3') });
    expect(codesOf(edited.decision)).toContain('guard_weakened');
    const imported = (text: string) => ({ 'judge.mjs': "import './lib.mjs';", 'lib.mjs': text });
    const below = await judged({
      ...facts,
      storedFiles: imported('1'),
      baseFiles: imported('2'),
      hereFiles: imported('3'),
    });
    expect(codesOf(below.decision)).toContain('guard_weakened');
  });
});

describe('a guard of main', () => {
  test.each<[string, Suites, string]>([
    ['that the change untags', { [FILE]: { one: {}, two: {} } }, 'guard_weakened'],
    ['that the change removes', { [FILE]: { one: {} } }, 'guard_weakened'],
    [
      'whose file the change empties and whose case it moves untagged',
      { 'evals/b.yml': { one: {}, two: {} } },
      'guard_weakened',
    ],
  ])('%s holds', async (_, here, code) => {
    const { decision } = await judged({ stored: TWO, base: TWO, here });
    expect(decision.verdict).toBe('inconclusive');
    expect(codesOf(decision)).toContain(code);
  });

  test('in a file that only a glob of main’s config finds holds', async () => {
    const base = { ...TWO, 'evals/new.yml': { three: SAFE } };
    const { decision } = await judged({ stored: TWO, base, here: TWO });
    expect(decision.reasons[0]).toMatchObject({ code: 'guard_weakened', cases: ['three'] });
  });

  test.each<[string, Partial<Situation>]>([
    ['the change edits the workflow, which may name another suite', { workflow: 'edited' }],
    ['the stored run is of another config', { storedConfig: 'other.yml' }],
    ['main’s case file was never committed, or is deleted', { base: { 'evals/other.yml': { one: {} } } }],
    ['a case file of main can not be read', { problem: 'could not be read: 500' }],
  ])('counts as stored where %s', async (_, facts) => {
    const base = { [FILE]: { one: {} } };
    const { decision } = await judged({ stored: TWO, base, here: { [FILE]: { one: {}, n: {} } }, ...facts });
    expect(codesOf(decision)).toContain('guard_weakened');
  });
});

describe('files of main', () => {
  const many: Suites = Object.fromEntries(Array.from({ length: 250 }, (_, i) => [`evals/${i}.yml`, { [`c${i}`]: {} }]));

  test('that are the change’s are not asked for, and of the others no more than 200', async () => {
    const few: Suites = { 'evals/0.yml': { c0: {} }, 'evals/1.yml': { c1: {} }, 'evals/2.yml': { c2: {} } };
    const same = await judged({ stored: few, base: few, here: few });
    expect(same.read.filter((path) => path.startsWith('evals/'))).toEqual([]);
    expect(same.decision.verdict).toBe('pass');
    const two = { ...few, 'evals/1.yml': { other: {} }, 'evals/2.yml': { another: {} } };
    const other = await judged({ stored: few, base: two, here: few });
    expect(other.read.filter((path) => path.startsWith('evals/'))).toEqual(['evals/1.yml', 'evals/2.yml']);
    const none = await judged({ stored: few, base: many, here: { [FILE]: { x: {} } } });
    expect(none.read.filter((path) => path.startsWith('evals/'))).toHaveLength(200);
    expect(codesOf(none.decision)).toContain('rules_unknown');
  });

  test('are read one by one where they can not be listed', async () => {
    const { decision, read } = await judged({ stored: TWO, base: TWO, here: TWO, isListed: false });
    expect(read).toContain(FILE);
    expect(decision.verdict).toBe('pass');
  });

  test('that lie behind a link are read, as the list does not tell of them', async () => {
    const { read } = await judged({ stored: TWO, base: TWO, here: TWO, links: ['evals'] });
    expect(read).toContain(FILE);
  });

  test('are not asked for where main’s stored run is of the base commit', async () => {
    const { read, main } = await judged({ stored: TWO, base: TWO, here: TWO, sha: BASE });
    expect(main).toBeNull();
    expect(read).not.toContain('list');
  });
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
  readonly sha?: string;
}

async function judged(situation: Situation): Promise<{
  readonly decision: Decision;
  readonly read: readonly string[];
  readonly main: UnrunBase | null;
}> {
  const { gate = GUARD, cases = ['evals/*.yml'], sha = EARLIER, storedConfig = 'agent-eval.yml' } = situation;
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
  const stored: BaselineLookup = { kind: 'found', runs: [run], target_sha: BASE, chosen: '', notes: [] };
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
  return decide(comparison, suite.config.gate, candidate, { base_rules: baseRuleFindings(ruled) });
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
  if ('issues' in found) throw new Error(JSON.stringify(found.issues));
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
  const written = Object.entries(cases).map(([id, { fails: _, ...facts }]) => ({
    id,
    input: id,
    expect: STRICT,
    ...facts,
  }));
  return JSON.stringify({ cases: written });
}

const CONFIG = { version: 1, agent: { command: ['agent'] }, trials: 2 };

function codesOf({ reasons }: Decision): readonly string[] {
  return reasons.map(({ code }) => code);
}
