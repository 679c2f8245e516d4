import type { LeanComparedCase, LeanComparison } from '#gate/baseline/comparison/comparison.ts';
import { isSameCase } from '#gate/baseline/pairing/pair-cases.ts';
import { type ScoredTrial, scoredTrials } from '#gate/baseline/results/evidence.ts';
import type { LeanCase } from '#gate/baseline/results/lean-results.ts';
import type { NeverFailSubject } from '../facts/test-facts.ts';
import type { DecisionNumbers } from '../terms/decision.ts';
import { type Finding, finding, stated } from '../terms/finding.ts';

/** The result of zero tolerance for one case or one `check:NAME`. */
type NeverFailEntry = DecisionNumbers['never_fail'][number];

/** The entries of a policy's never_fail, counted, with their findings. */
export interface NeverFailReading {
  readonly entries: readonly NeverFailEntry[];
  readonly findings: readonly Finding[];
}

const CHECK_PREFIX = 'check:';

/**
 * Zero tolerance: any failed trial of a never-fail case, and any trial in which a never-fail check failed, is red whatever
 * chance says. A case is included if its id or a tag is listed, here or on main: dropping the tag in the change under test does
 * not help.
 */
export function checkNeverFail(comparison: LeanComparison, listed: readonly string[]): NeverFailReading {
  const checks = listed.filter((name) => name.startsWith(CHECK_PREFIX)).map((name) => name.slice(CHECK_PREFIX.length));
  const cases = comparison.cases.filter((item) => mustNeverFail(item, listed));
  const ofChecks = [...new Set(checks)].sort().map((check) => readCheck(comparison, check));
  const readings = [...cases.map(readCase), ...ofChecks];
  return {
    entries: readings.flatMap(({ entry }) => entry ?? []),
    findings: stated(...readings.map(({ finding }) => finding)),
  };
}

/**
 * How little the entries without a failure show. One whose case, check or rule the change rewrites, or may have, shows nothing.
 *
 * @param rules what the change does to main's rules
 */
export function cleanNeverFail(entries: readonly NeverFailEntry[], rules: readonly Finding[]): readonly Finding[] {
  const open = rules.filter(({ outcome }) => outcome === 'inconclusive');
  const clean = entries.filter(
    ({ id, failed, scored }) => failed === 0 && scored > 0 && !open.some((rule) => mayConcern(rule, id)),
  );
  const trials = Math.min(...clean.map(({ scored }) => scored));
  const about = { outcome: 'note', gate: 'never_fail', code: 'never_fail_clean' } as const;
  return stated(clean.length > 0 && finding(about, { rules: clean.length, trials }));
}

/** Whether an open question is about an entry; where it can't be told which entries it is about, it is about each. */
function mayConcern(rule: Finding, id: string): boolean {
  if (rule.code === 'rules_unknown')
    return rule.facts.kind !== 'checks' || id.startsWith(CHECK_PREFIX) || rule.cases.includes(id);
  if (rule.code !== 'guard_weakened') return false;
  if (rule.facts.kind === 'check') return id === `${CHECK_PREFIX}${rule.facts.check}`;
  return rule.cases.includes(id) || (rule.facts.kind === 'unmarked_checks' && rule.facts.checks.includes(id));
}

interface Reading {
  readonly entry: NeverFailEntry | null;
  readonly finding: Finding | null;
}

function readCase({ id, candidate, baseline, regraded }: LeanComparedCase): Reading {
  if (candidate === null) {
    const about = { outcome: 'inconclusive', gate: 'never_fail', code: 'guard_weakened', cases: [id] } as const;
    return { entry: null, finding: finding(about, { kind: 'removed' }) };
  }
  const same = baseline !== null && isSameCase(candidate, baseline);
  const here = scoredTrials(candidate).map(hasPassed);
  const main = same ? { verdicts: scoredTrials(baseline).map(hasPassed), regraded } : null;
  return reading({ kind: 'case', name: id }, here, main, [id]);
}

function readCheck({ cases }: LeanComparison, check: string): Reading {
  const here = cases.map(({ id, candidate }) => ({ id, verdicts: verdictsOf(candidate, check) }));
  const main = {
    verdicts: cases.flatMap(({ baseline }) => verdictsOf(baseline, check)),
    regraded: cases.some(({ baseline, regraded }) => regraded && verdictsOf(baseline, check).includes(false)),
  };
  const failing = here.filter(({ verdicts }) => verdicts.includes(false)).map(({ id }) => id);
  const verdicts = here.flatMap((item) => item.verdicts);
  // A check that no case has on either side has no result.
  if (verdicts.length === 0 && main.verdicts.length === 0)
    return { entry: entryOf(`${CHECK_PREFIX}${check}`, [], []), finding: null };
  return reading({ kind: 'check', name: check }, verdicts, main, failing);
}

/** Main's result; `regraded`: by the change's expectations. */
interface OnMain {
  readonly verdicts: readonly boolean[];
  readonly regraded: boolean;
}

function reading(
  subject: NeverFailSubject,
  here: readonly boolean[],
  main: OnMain | null,
  cases: readonly string[],
): Reading {
  const { kind, name } = subject;
  const entry = entryOf(kind === 'case' ? name : `${CHECK_PREFIX}${name}`, here, main?.verdicts ?? null);
  const about = { gate: 'never_fail', cases } as const;
  const { failed, scored } = entry;
  if (failed > 0) {
    const onMain = main && { failed: failures(main.verdicts), scored: main.verdicts.length, regraded: main.regraded };
    const facts = { ...subject, failed, scored, main: onMain };
    return { entry, finding: finding({ ...about, outcome: 'fail', code: 'never_fail' }, facts) };
  }
  if (scored > 0) return { entry, finding: null };
  return { entry, finding: finding({ ...about, outcome: 'inconclusive', code: 'never_fail_unscored' }, subject) };
}

function entryOf(id: string, here: readonly boolean[], main: readonly boolean[] | null): NeverFailEntry {
  return {
    id,
    failed: failures(here),
    scored: here.length,
    baseline_failed: main && failures(main),
    baseline_scored: main?.length ?? null,
  };
}

/** Whether no failure of a case is tolerated. */
export function mustNeverFail({ candidate, baseline }: LeanComparedCase, listed: readonly string[]): boolean {
  const names = new Set(listed.filter((name) => !name.startsWith(CHECK_PREFIX)));
  return [candidate, baseline].some(
    (side) => side !== null && (side.never_fail || names.has(side.id) || side.tags.some((tag) => names.has(tag))),
  );
}

/** Whether the check held, per trial in which it could be judged. `limits` includes `limits` and every `limits.…`. */
function verdictsOf(item: LeanCase | null, check: string): readonly boolean[] {
  if (item === null) return [];
  return scoredTrials(item).flatMap(({ checks }) => {
    const about = checks.filter(({ name }) => name === check || name.startsWith(`${check}.`));
    const verdicts = about.flatMap(({ passed }) => passed ?? []);
    return verdicts.length === 0 ? [] : [verdicts.every((passed) => passed)];
  });
}

function hasPassed({ outcome }: ScoredTrial): boolean {
  return outcome === 'passed';
}

function failures(verdicts: readonly boolean[]): number {
  return verdicts.filter((passed) => !passed).length;
}
