import type { DropFacts } from '#gate/decision/facts/test-facts.ts';
import type {
  CaseDecision,
  IncreaseDecision,
  RecallDecision,
  RiseTest,
  ScopeDecisions,
  SuiteDecision,
} from '#gate/decision/terms/decision.ts';

/** The suite test of a run in which nothing changed. */
export function suiteDecision(facts: Partial<SuiteDecision> = {}): SuiteDecision {
  return {
    look: 5,
    p_exact: 0.5,
    p_mid: 0.5,
    drop: 0,
    standard_error: 0.01,
    ci95: [-0.02, 0.02],
    upper95: 0.016,
    boundary: 0.02,
    max_drop: 0.02,
    rule_out: 0.05,
    p_drift: null,
    failed: false,
    passed: true,
    ...facts,
  };
}

/** The same for tool recall. */
export function recallDecision(facts: Partial<RecallDecision> = {}): RecallDecision {
  return {
    p: 0.5,
    change: 0,
    ci95: [-0.02, 0.02],
    boundary: 0.02,
    max_drop: 0.02,
    cases: 10,
    candidate: 0.9,
    baseline: 0.9,
    p_drift: null,
    failed: false,
    ...facts,
  };
}

/** The same for a count, cost or time: `total` and `typical` are what is said of these questions. */
export function increaseDecision({
  total,
  typical,
  ...facts
}: Partial<Omit<IncreaseDecision, 'total' | 'typical'>> & {
  readonly total?: Partial<RiseTest>;
  readonly typical?: Partial<RiseTest>;
} = {}): IncreaseDecision {
  const question = { is_limited: true, p: 0.5, rise: 0, p_drift: null, failed: false };
  return {
    boundary: 0.02,
    max_increase: 0.1,
    cases: 10,
    candidate: 1000,
    baseline: 1000,
    total: { ...question, ...total },
    typical: { ...question, ci95: [-0.05, 0.05], ...typical },
    risen_cases: [],
    failed: total?.failed === true || typical?.failed === true,
    open: false,
    ...facts,
  };
}

/** The test of a case that passed everything on both sides. */
export function caseDecision(id: string, facts: Partial<CaseDecision> = {}): CaseDecision {
  return {
    id,
    p: 1,
    p_adjusted: 1,
    boundary: 0.02,
    failed: false,
    watch: false,
    candidate: { passed: 5, scored: 5 },
    baseline: { passed: 15, scored: 15 },
    regraded: false,
    ...facts,
  };
}

/** The tests of a scope without any rule but these. */
export function scopeDecisions(facts: Partial<ScopeDecisions> = {}): ScopeDecisions {
  return { pass_rate: null, tool_recall: null, total_tokens: null, cost_usd: null, latency_ms: null, ...facts };
}

/** A drop of the mean, as facts. */
export const DROP: DropFacts = { suite: suiteDecision({}), rates: { candidate: null, baseline: null } };
