import { percent, pValue } from '#common/words.ts';
import { BEFORE_AND_NOW, fewDifferences } from '#gate/baseline/pairing/difference-words.ts';
import { conditionDifferences, declaredDifferences } from '#gate/baseline/pairing/differences.ts';
import { isSameCase } from '#gate/baseline/pairing/pair-cases.ts';
import { servedOtherwise } from '#gate/baseline/pairing/served-judge.ts';
import { epochBegunBy, epochIds } from '#gate/baseline/pool/epoch-id.ts';
import { type PoolPair, pairWithPool } from '#gate/baseline/pool/pair-with-pool.ts';
import { isSameRun, poolRuns } from '#gate/baseline/pool/pool.ts';
import { poolCases } from '#gate/baseline/pool/pool-cases.ts';
import { pooledEvidence } from '#gate/baseline/results/evidence.ts';
import type { LeanResults } from '#gate/baseline/results/lean-results.ts';
import type { Epoch } from '#gate/baseline/results/results-file.ts';
import { fallsBelow } from '#statistics/beyond.ts';
import { caseMinP } from '#statistics/counts/min-p.ts';
import type { PairedCounts } from '#statistics/counts/paired-counts.ts';
import { suiteExact } from '#statistics/counts/stratified-exact.ts';
import { mean } from '#statistics/mean.ts';
import { acceptedChange } from './accepted-change.ts';
import type { ChangeCause, EpochChange } from './epoch-change.ts';

/** The epoch of a run of main, and what changed with it. */
export interface EpochReading {
  readonly epoch: Epoch;
  /** Empty if main is unchanged. A change of the suite names its cases too. */
  readonly changes: readonly EpochChange[];
}

/**
 * Whether a new run of main is like those before it. Other conditions, another declared model or sampling, or a pass rate of the
 * suite that changed beyond chance begin a new epoch; if only single cases changed, the epoch continues, and the count of their
 * trials starts over.
 *
 * If the nearest earlier run names no epoch, the epoch is named after that run ({@link epochIds}): this run and its followers are
 * pooled with it and those of its epoch.
 *
 * @param before runs of main before it, nearest first; earlier attempts of the run itself are ignored
 */
export function epochOf(run: LeanResults, before: readonly LeanResults[]): EpochReading {
  const earlier = before.filter((other) => !isSameRun(run, other));
  const [nearest] = earlier;
  if (nearest === undefined) return { epoch: begin(run, null), changes: [] };
  const settings = settingsChange(run, nearest);
  if (settings !== null) return { epoch: begin(run, settingsWords(settings)), changes: [settings] };

  const pool = poolRuns(earlier, run.created_at).runs;
  const pairs = pairWithPool(run.cases, poolCases(pool));
  const accepted = acceptedChange(run, nearest, pairs);
  if (accepted.metrics.length > 0) {
    const { metrics } = accepted;
    return { epoch: begin(run, acceptedWords(metrics)), changes: [{ kind: 'accepted', metrics }] };
  }
  // What is accepted is known; only what else changed is news.
  const others = pairs.filter(({ candidate }) => candidate === null || !accepted.cases.includes(candidate.id));
  const changes = rateChanges(others, causeOf(run, pool));
  const [first] = changes;
  if (first?.kind === 'suite') return { epoch: begin(run, suiteWords(first)), changes };
  const changed = new Set([
    ...changes.flatMap((change) => (change.kind === 'case' ? [change.id] : [])),
    ...accepted.cases,
  ]);
  return {
    epoch: {
      ...epochSoFar(nearest, earlier),
      cases: casesSince(pairs, { changed, mark: markOf(run, pool), isOtherJudge: isJudgedOtherwise(run, pool) }),
    },
    changes,
  };
}

function begin(run: LeanResults, reason: string | null): Epoch {
  return { id: epochBegunBy(run), since: run.commit.sha, reason, cases: {} };
}

function epochSoFar(nearest: LeanResults, earlier: readonly LeanResults[]): Omit<Epoch, 'cases'> {
  if (nearest.epoch !== null) return nearest.epoch;
  return { id: epochIds(earlier)[0] ?? epochBegunBy(nearest), since: nearest.commit.sha, reason: null };
}

type SettingsChange = EpochChange & { readonly kind: 'conditions' | 'declared' };

function settingsChange(run: LeanResults, nearest: LeanResults): SettingsChange | null {
  const conditions = conditionDifferences(run, nearest);
  if (conditions.length > 0) return { kind: 'conditions', differences: conditions };
  const declared = declaredDifferences(run, nearest);
  return declared.length > 0 ? { kind: 'declared', differences: declared } : null;
}

function rateChanges(pairs: readonly PoolPair[], cause: ChangeCause): readonly EpochChange[] {
  const counted = pairs.flatMap((pair) => countsOf(pair) ?? []);
  const { suite, cases } = rateChange(counted);
  return [
    ...(suite === null ? [] : [{ kind: 'suite', ...suite, cases: counted.length, cause } as const]),
    ...cases.map(({ id, a, n, b, m, p }): EpochChange => {
      return { kind: 'case', id, before: { passed: b, trials: m }, now: { passed: a, trials: n }, p, cause };
    }),
  ];
}

function countsOf({ candidate, pooled }: PoolPair): CountedCase | null {
  if (candidate === null || pooled === null || !isSameCase(candidate, pooled.record)) return null;
  const inPlan = candidate.trials.filter(({ index }) => index <= candidate.planned_trials);
  const [now, before] = [pooledEvidence([inPlan]).flat(), pooledEvidence(pooled.runs).flat()];
  if (now.length === 0 || before.length === 0) return null;
  return { id: candidate.id, a: passes(now), n: now.length, b: passes(before), m: before.length };
}

function passes(trials: readonly { readonly outcome: string }[]): number {
  return trials.filter(({ outcome }) => outcome === 'passed').length;
}

/** Since when the trials of each case count, by the case's id now; a case that returns to main keeps its mark. */
function casesSince(
  pairs: readonly PoolPair[],
  {
    changed,
    mark,
    isOtherJudge,
  }: { readonly changed: ReadonlySet<string>; readonly mark: string; readonly isOtherJudge: boolean },
): Epoch['cases'] {
  return Object.fromEntries(
    pairs.flatMap(({ candidate, pooled }): (readonly [string, string])[] => {
      if (candidate === null) return [];
      const same = pooled !== null && isSameCase(candidate, pooled.record);
      const isNew = changed.has(candidate.id) || (isOtherJudge && candidate.judge_key !== undefined);
      const since = isNew ? mark : same ? pooled.since : null;
      return since === null ? [] : [[candidate.id, since]];
    }),
  );
}

/** The commit, unless it is unknown or marked a case before: then a name that only this run has. */
function markOf(run: LeanResults, pool: readonly LeanResults[]): string {
  const { sha } = run.commit;
  const used = pool.some(({ epoch }) => epoch !== null && Object.values(epoch.cases).some((mark) => mark === sha));
  return sha === null || sha === '' || used ? epochBegunBy(run) : sha;
}

function isJudgedOtherwise(run: LeanResults, pool: readonly LeanResults[]): boolean {
  return pool.some((other) => servedOtherwise(run, other) !== null);
}

/** Agents whose treatment is complete; a program's does not include its code. */
const WHOLE_TREATMENT: ReadonlySet<string> = new Set(['openai', 'anthropic']);

function causeOf(run: LeanResults, pool: readonly LeanResults[]): ChangeCause {
  return pool.every((other) => isUnchanged(run, other)) ? 'provider' : 'main';
}

/** Whether nothing of ours differs between two runs: the same commit, or the same whole treatment. */
export function isUnchanged({ agent, commit }: LeanResults, other: LeanResults): boolean {
  if (commit.sha !== null && commit.sha === other.commit.sha) return true;
  const same = agent.treatment_hash !== '' && agent.treatment_hash === other.agent.treatment_hash;
  return same && WHOLE_TREATMENT.has(agent.kind);
}

function settingsWords({ kind, differences }: SettingsChange): string {
  const what = kind === 'conditions' ? 'the conditions of a run changed' : 'the declared model or sampling changed';
  return `${what}: ${fewDifferences(differences, BEFORE_AND_NOW)}`;
}

function acceptedWords(metrics: readonly string[]): string {
  return `a merged change accepted a change of ${metrics.join(', ')}`;
}

function suiteWords({ before, now, p }: EpochChange & { readonly kind: 'suite' }): string {
  return `the pass rate went from ${percent(before)} to ${percent(now)} (${pValue(p)})`;
}

/** Passes of a case in a new run of main (`a` of `n`) and in the pool of those before it (`b` of `m`). */
export interface CountedCase extends PairedCounts {
  readonly id: string;
}

/** What differs beyond chance, in either direction. */
interface RateChange {
  /** Two-sided p of the suite; `null`: the suite as a whole is unchanged. */
  readonly suite: { readonly p: number; readonly before: number; readonly now: number } | null;
  /** Cases with their two-sided p, adjusted for the number of cases; in the order given. */
  readonly cases: readonly (CountedCase & { readonly p: number })[];
}

/** A p below this is a change. Suite and cases have this level each, so about one unchanged run in fifty seems changed. */
const CHANGE_LEVEL = 0.01;

/**
 * Whether the pass rates of main changed. The suite: twice the smaller mid-p of the two tails of the exact stratified test.
 * Cases: minP on the p-values of each tail by itself, doubled, because main may change in both directions.
 *
 * @param cases with trials on both sides
 */
export function rateChange(cases: readonly CountedCase[]): RateChange {
  const failures = cases.map(({ a, n, b, m }) => ({ a: n - a, n, b: m - b, m }));
  const p = twoSided(suiteExact(cases).pMid, suiteExact(failures).pMid);
  const [worse, better] = [caseMinP(cases), caseMinP(failures)];
  return {
    suite: fallsBelow(p, CHANGE_LEVEL)
      ? { p, before: mean(cases.map(({ b, m }) => b / m)) ?? 0, now: mean(cases.map(({ a, n }) => a / n)) ?? 0 }
      : null,
    cases: cases
      .map((item, i) => ({ ...item, p: twoSided(worse[i]?.pAdjusted ?? 1, better[i]?.pAdjusted ?? 1) }))
      .filter((item) => fallsBelow(item.p, CHANGE_LEVEL)),
  };
}

function twoSided(lower: number, upper: number): number {
  return Math.min(1, 2 * Math.min(lower, upper));
}
