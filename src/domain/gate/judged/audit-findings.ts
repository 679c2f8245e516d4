import { listed, pAgainst, plural, pointInterval, points, pValue } from '#domain/words.ts';
import type { CaseDecision, SuiteDecision } from '../decision.ts';
import { comparableCases, type PairedCase } from '../evidence.ts';
import { type Finding, finding } from '../finding.ts';
import type { GatePlan } from '../plan.ts';
import type { ReasonCode, Words } from '../reason-code.ts';
import { casesBroke } from '../rules/single-case.ts';
import { type AuditDecision, auditDecision, isJudged, isTakenBack, needsAudit } from './audit.ts';

/** What of the tests an audit is about. */
interface AuditedTests {
  readonly paired: readonly PairedCase[];
  readonly plan: GatePlan;
  readonly suite: SuiteDecision | null;
  readonly cases: readonly CaseDecision[];
}

/** What the drop of the suite's mean is told with, and what the second judge's drop replaces. */
const ABOUT_THE_MEAN: ReadonlySet<ReasonCode> = new Set([
  'suite_drop',
  'tolerated_drop',
  'no_regression',
  'more_trials',
  'more_cases',
]);

/** Findings and, where the second judge's grades suffice, what it decided. */
export interface Audited {
  readonly findings: readonly Finding[];
  /** `null`: nothing to audit, or too few grades. */
  readonly audit: AuditDecision | null;
}

/**
 * Findings after an audit: the mean is decided by the drop that the second judge sees, and a broken case stays red unless that judge passes most of
 * what the first one failed. A failure that fresh trials of main took back stays taken back.
 */
export function withAudit(found: readonly Finding[], { paired, plan, suite, cases }: AuditedTests): Audited {
  if (suite === null || !needsAudit(suite, paired)) return { findings: found, audit: null };
  const audit = auditDecision(paired, suite, plan.method === 'threshold' ? null : (plan.alpha.suite ?? 0));
  if (audit === null) return { findings: [...found, unaudited()], audit };
  const isMean = (one: Finding) => one.gate === 'pass_rate' && one.tag === null && ABOUT_THE_MEAN.has(one.code);
  const replaced = found.some(isMean) ? [...found.filter((one) => !isMean(one)), ofMean(audit, suite)] : found;
  const unsound = new Set(
    comparableCases(paired)
      .filter((item) => isJudged(item) && isTakenBack(item))
      .map(({ id }) => id),
  );
  const findings = replaced.flatMap((one) => stillBroken(one, unsound, cases));
  return { findings: [...findings, note(audit)], audit };
}

function ofMean(audit: AuditDecision, suite: SuiteDecision): Finding {
  const about = { gate: 'pass_rate' } as const;
  const first = audit.differs ? `${DIFFERS}: ` : '';
  const seen = `by the second judge the pass rate is ${change(audit)}, 95 % CI ${pointInterval([-audit.ci95.high, -audit.ci95.low])}`;
  switch (audit.outcome) {
    case 'failed': {
      const headline = `${first}pass rate fell ${points(audit.drop)} by the second judge, a real drop`;
      const message = `${headline}; ${seen}, ${pAgainst(audit.p, audit.boundary)}`;
      return finding({ ...about, outcome: 'fail', code: 'audited_drop' }, { headline, message });
    }
    case 'passed': {
      const headline =
        suite.rule_out === null
          ? `no regression: ${points(suite.max_drop)} are tolerated`
          : `no regression: a drop of ${points(suite.rule_out)} or more is ruled out`;
      const message = `${headline} (upper bound ${points(audit.upper95)} by the second judge)`;
      return finding({ ...about, outcome: 'pass', code: 'no_regression' }, { headline, message });
    }
    case 'open': {
      const what = suite.failed
        ? `the second judge does not confirm the drop of ${points(suite.drop)}`
        : `the second judge's grades don't rule out a drop of ${points(suite.rule_out ?? suite.max_drop)}`;
      const headline = audit.differs ? `${first}${what}` : `can't tell: ${what}`;
      return finding(
        { ...about, outcome: 'inconclusive', code: 'judge_not_confirmed' },
        { headline, message: `${headline}; ${seen}` },
      );
    }
  }
}

const DIFFERS = "the judge treats this change's answers differently";

function change({ drop }: AuditDecision): string {
  return drop > 0 ? `${points(drop)} lower` : `${points(-drop)} higher`;
}

/** The broken cases that the second judge does not take back. */
function stillBroken(found: Finding, unsound: ReadonlySet<string>, cases: readonly CaseDecision[]): readonly Finding[] {
  if (found.outcome !== 'fail' || found.code !== 'case_broken') return [found];
  const back = found.cases.filter((id) => unsound.has(id));
  if (back.length === 0) return [found];
  const left = found.cases.filter((id) => !unsound.has(id));
  const broken = left.flatMap((id) => cases.find((item) => item.id === id) ?? []);
  const about = { gate: 'case', code: 'case_broken', cases: left } as const;
  return [
    ...(left.length === 0 ? [] : [finding({ ...about, outcome: 'fail' }, casesBroke(broken))]),
    finding({ outcome: 'inconclusive', gate: 'case', code: 'judge_not_confirmed', cases: back }, casesNotBroken(back)),
  ];
}

function casesNotBroken(ids: readonly string[]): Words {
  const headline = `can't tell: the second judge passes most answers of ${listed(ids)} that the judge failed`;
  return { headline, message: headline };
}

function note(audit: AuditDecision): Finding {
  const { audited, leniency, p_differs, differs } = audit;
  const graded = `in ${plural(audited, 'case')} graded by both`;
  if (!differs)
    return finding(
      { outcome: 'note', gate: 'pass_rate', code: 'judge_audited' },
      `audit: nothing shows that the judge treats this change's answers differently (${pValue(p_differs)}, ${graded})`,
    );
  const direction = leniency > 0 ? 'stricter' : 'more lenient';
  return finding(
    { outcome: 'note', gate: 'pass_rate', code: 'judge_differs' },
    `${DIFFERS}: it is ${points(Math.abs(leniency))} ${direction} here than on main, measured by the second judge (${pValue(p_differs)}, ${graded}); the second judge's drop decides`,
  );
}

function unaudited(): Finding {
  return finding(
    { outcome: 'note', gate: 'pass_rate', code: 'judge_audited' },
    'audit: the second judge has graded too few trials of both sides, so the first one decides alone; the next run of main grades more',
  );
}
