import { effectOf, testPassRate } from '../rules/pass-rate/test.ts';
import type { GatePlan } from '../rules/plan.ts';
import { testCases } from '../rules/single-case.ts';
import type { CaseDecision, LookDecision, SuiteDecision } from '../terms/decision.ts';
import type { PairedCase } from '../terms/evidence.ts';
import type { LookBoundary } from '../terms/look-boundaries.ts';
import { trialsAt } from '../terms/trials-at.ts';
import type { LookRun } from './look-run.ts';
import { isSuspicious } from './suspicion.ts';

/** The look to continue with. */
export interface NextLook {
  /** Trials per case. */
  readonly look: number;
  /** Ids of the cases that get them; `all`: also those without a test. */
  readonly cases: 'all' | ReadonlySet<string>;
}

/** The results of the suite test and the case test, look by look. */
export interface LooksResult {
  readonly looks: readonly LookDecision[];
  /** At the look at which it was red or settled, or else the last; `null` without a comparable case or a rule. */
  readonly suite: SuiteDecision | null;
  /** As of the last look that was used. */
  readonly cases: readonly CaseDecision[];
  /** The look to which each case was extended, by id. */
  readonly reached: ReadonlyMap<string, number>;
  /** `null`: decided, or there is no further look. */
  readonly next: NextLook | null;
}

/**
 * Evaluates the looks of a run, from the first to the one that started last, as far as needed. The trials alone decide which
 * cases continue from one look to the next, and a look uses no trial beyond its number: so equal results are evaluated equally,
 * whatever ran them.
 */
export function testLooks(paired: readonly PairedCase[], plan: GatePlan, run: LookRun): LooksResult {
  const due = run.appended ? plan.looks.slice(-1) : plan.looks.filter(({ look }, i) => i === 0 || look <= run.stop);
  const reached = new Map<string, number>();
  const looks: LookDecision[] = [];
  let active: ReadonlySet<string> = new Set(paired.map(({ id }) => id));
  let suite: SuiteDecision | null = null;
  let isClosed = false;
  let cases: readonly CaseDecision[] = [];
  let next: NextLook | null = null;
  for (const boundary of due) {
    const { look } = boundary;
    for (const item of paired) {
      if (active.has(item.id) || item.fixed || item.never_fail) reached.set(item.id, look);
    }
    const seen = paired.map((item) => trialsAt(item, reached.get(item.id) ?? look));
    const tested: SuiteDecision | null = isClosed ? null : testSuite(seen, plan, boundary);
    isClosed ||= tested?.passed === true;
    suite = tested ?? suite;
    cases =
      boundary.case === null
        ? []
        : testCases(seen, { look, reached, boundary: boundary.case, total_alpha: plan.total_alpha });
    looks.push(lookDecision(boundary, active.size, tested, cases));
    next = afterLook(boundary, plan, suite, cases, extendable(paired, active));
    if (next === null) break;
    active = next.cases === 'all' ? new Set(paired.map(({ id }) => id)) : next.cases;
  }
  return { looks, suite, cases, reached, next };
}

function testSuite(
  seen: readonly PairedCase[],
  plan: GatePlan,
  { look, suite, z }: LookBoundary,
): SuiteDecision | null {
  const { pass_rate: rule } = plan.suite;
  if (rule === null) return null;
  return testPassRate(seen, { ...rule, boundary: suite ?? rule.boundary }, { look, z, between: plan.between_runs });
}

/** A case that sets its own number of trials had them all at the first look. */
function extendable(paired: readonly PairedCase[], active: ReadonlySet<string>): ReadonlySet<string> {
  return new Set(paired.filter(({ id, fixed }) => !fixed && active.has(id)).map(({ id }) => id));
}

/** How to continue: all cases while the suite is open, else those that are suspicious. */
function afterLook(
  { look }: LookBoundary,
  { looks, looks_choose: looksChoose }: GatePlan,
  suite: SuiteDecision | null,
  cases: readonly CaseDecision[],
  active: ReadonlySet<string>,
): NextLook | null {
  const position = looks.findIndex((planned) => planned.look === look);
  const following = looks[position + 1];
  if (following === undefined || suite === null || suite.failed || cases.some(({ failed }) => failed)) return null;
  if (!suite.passed) return { look: following.look, cases: 'all' };
  const suspicious = cases
    .filter(({ id, p, baseline }) => active.has(id) && isSuspicious(p, baseline.scored, position === 0, looksChoose))
    .map(({ id }) => id);
  return suspicious.length === 0 ? null : { look: following.look, cases: new Set(suspicious) };
}

function lookDecision(
  boundary: LookBoundary,
  active: number,
  suite: SuiteDecision | null,
  cases: readonly CaseDecision[],
): LookDecision {
  return {
    look: boundary.look,
    cases: active,
    suite: suite && {
      p_mid: suite.p_mid,
      drop: suite.drop,
      standard_error: suite.standard_error,
      boundary: suite.boundary,
      upper: effectOf(suite).drop + boundary.z * effectOf(suite).standard_error,
      outcome: suite.failed ? 'failed' : suite.passed ? 'passed' : 'open',
    },
    case_boundary: boundary.case,
    least_p_adjusted: cases.reduce<number | null>((least, { p_adjusted }) => Math.min(least ?? 1, p_adjusted), null),
  };
}
