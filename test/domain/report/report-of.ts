import { compare } from '#domain/baseline/compare.ts';
import type { ResultsFile } from '#domain/baseline/results-file.ts';
import { decide } from '#domain/gate/decide.ts';
import type { Decision } from '#domain/gate/decision.ts';
import { policySchema } from '#domain/gate/policy-schema.ts';
import { buildReport } from '#domain/report/build-report.ts';
import type { Report } from '#domain/report/report.ts';
import type { ReportInput } from '#domain/report/report-input.ts';

/** What a test says about a run; the rest is that of an ordinary pull request. */
export interface Situation {
  readonly candidate: ResultsFile;
  /** Results, or why there are none. */
  readonly baseline: ResultsFile | string;
  readonly gate?: Record<string, unknown>;
  readonly facts?: Partial<ReportInput>;
  /** What overrules the decision. */
  readonly overrule?: (decision: Decision) => Decision;
}

/** The report of a situation, by the way that a run takes: compare, decide, build. */
export function reportOf({ candidate, baseline, gate = {}, facts = {}, overrule = (own) => own }: Situation): Report {
  const policy = policySchema.parse(gate);
  const found = typeof baseline !== 'string';
  const comparison = found ? compare(candidate, baseline) : compare(candidate, null, baseline);
  return buildReport({
    decision: overrule(decide(comparison, policy, candidate)),
    comparison,
    results: { ...candidate, policy: { ...candidate.policy, effective: JSON.parse(JSON.stringify(policy)) } },
    cases: [],
    evidence: new Map(),
    baseline: found
      ? {
          kind: 'found',
          results: baseline,
          sha: baseline.commit.sha,
          chosen: `the run of ${(baseline.commit.sha ?? '').slice(0, 7)} on main, the merge base with main`,
          url: 'https://github.com/acme/shop/actions/runs/41',
          notes: [],
        }
      : { kind: 'none', reason: baseline, notes: [] },
    duration_ms: 190_000,
    name: null,
    repository_url: 'https://github.com/acme/shop',
    run_url: 'https://github.com/acme/shop/actions/runs/42',
    notes: [],
    ...facts,
  });
}

/** The verdict with which a run replaces the decision when it could not do its work. */
export function overruledBy(
  verdict: Decision['verdict'],
  code: string,
  message: string,
): (decision: Decision) => Decision {
  return (decision) => ({
    ...decision,
    verdict,
    title: message,
    reasons: [{ outcome: verdict, gate: 'suite', code, tag: null, cases: [], message }, ...decision.reasons],
  });
}
