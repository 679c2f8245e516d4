import type { GatePlan } from '../rules/plan.ts';
import { brokenWithout } from '../rules/single-case.ts';
import type { CaseDecision, SuiteDecision } from '../terms/decision.ts';
import { comparableCases, type PairedCase } from '../terms/evidence.ts';
import { type Finding, finding } from '../terms/finding.ts';
import type { AuditNumbers } from '../terms/judge-numbers.ts';
import type { ReasonCode } from '../terms/reason-code.ts';
import { auditDecision, isJudged, isTakenBack, needsAudit } from './audit.ts';

/** What of the tests an audit is about. */
interface AuditedTests {
  readonly paired: readonly PairedCase[];
  readonly plan: GatePlan;
  readonly suite: SuiteDecision | null;
  readonly cases: readonly CaseDecision[];
}

/** What is reported with the drop of the suite's mean, and what the second judge's drop replaces. */
const ABOUT_THE_MEAN: ReadonlySet<ReasonCode> = new Set(['suite_drop', 'tolerated_drop', 'no_regression', 'drop_open']);

/** Findings and, where the second judge's grades suffice, what it decided. */
export interface Audited {
  readonly findings: readonly Finding[];
  /** `null`: nothing to audit, or too few grades. */
  readonly audit: AuditNumbers | null;
}

/**
 * Findings after an audit: the mean is decided by the drop that the second judge sees, and a broken case stays red unless that judge passes most of
 * what the first one failed. A failure that fresh trials of main took back stays taken back.
 */
export function withAudit(before: readonly Finding[], { paired, plan, suite, cases }: AuditedTests): Audited {
  if (suite === null || !needsAudit(suite, paired)) return { findings: before, audit: null };
  const audit = auditDecision(paired, suite, plan.method === 'threshold' ? null : (plan.alpha.suite ?? 0));
  if (audit === null) return { findings: [...before, note(null)], audit };
  const isMean = (finding: Finding) =>
    finding.gate === 'pass_rate' && finding.tag === null && ABOUT_THE_MEAN.has(finding.code);
  const replaced = before.some(isMean) ? [...before.filter((item) => !isMean(item)), ofMean(audit, suite)] : before;
  const unsound = new Set(
    comparableCases(paired)
      .filter((item) => isJudged(item) && isTakenBack(item))
      .map(({ id }) => id),
  );
  const findings = replaced.flatMap((item) => stillBroken(item, unsound, cases));
  return { findings: [...findings, note(audit)], audit };
}

function ofMean(audit: AuditNumbers, suite: SuiteDecision): Finding {
  const about = { gate: 'pass_rate' } as const;
  switch (audit.outcome) {
    case 'failed':
      return finding({ ...about, outcome: 'fail', code: 'audited_drop' }, { audit });
    case 'passed':
      return finding(
        { ...about, outcome: 'pass', code: 'no_regression' },
        { kind: 'audited', suite, upper95: audit.upper95 },
      );
    case 'open':
      return finding(
        { ...about, outcome: 'inconclusive', code: 'judge_not_confirmed' },
        { kind: 'drop', suite, audit },
      );
  }
}

/** The broken cases that the second judge does not take back. */
function stillBroken(item: Finding, unsound: ReadonlySet<string>, cases: readonly CaseDecision[]): readonly Finding[] {
  const left = brokenWithout(item, unsound, cases);
  if (left === null) return [item];
  const back = item.cases.filter((id) => unsound.has(id));
  const about = { outcome: 'inconclusive', gate: 'case', code: 'judge_not_confirmed', cases: back } as const;
  return [...left, finding(about, { kind: 'cases' })];
}

/** What the audit says of the first judge; `null`: too few grades. */
function note(audit: AuditNumbers | null): Finding {
  return finding({ outcome: 'note', gate: 'pass_rate', code: 'judge_audited' }, { audit });
}
