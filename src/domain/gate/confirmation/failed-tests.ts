import type { RatioMetric } from '#domain/gate/rules/increase.ts';
import type { CaseDecision, RatioDecision, RecallDecision, SuiteDecision } from '../decision.ts';
import { comparableCases, type GateEvidence, type PairedCase } from '../evidence.ts';
import { valuesOf } from '../metric-values.ts';
import { RATIO_METRICS } from '../scope-plan.ts';
import type { ScopeReading } from '../scope-reading.ts';
import type { GateReading } from '../test-gates.ts';

/** A test against the stored runs that is red. `tag`: the cases it is limited to, `null` for the suite. */
export type FailedTest =
  | { readonly gate: 'pass_rate'; readonly tag: string | null; readonly decision: SuiteDecision }
  | { readonly gate: 'tool_recall'; readonly tag: string | null; readonly decision: RecallDecision }
  | { readonly gate: RatioMetric; readonly tag: string | null; readonly decision: RatioDecision }
  | { readonly gate: 'case'; readonly tag: null; readonly decision: CaseDecision };

/** What of a reading can be confirmed: the part that stored runs decide. Floors and zero tolerance have no other side to ask. */
export type TestReadings = Pick<GateReading, 'suite' | 'cases' | 'tags'>;

/** The red tests of a reading, one for each broken case: the suite's, the cases', then those of each tag. */
export function failedTests({ suite, cases, tags }: TestReadings): readonly FailedTest[] {
  return [
    ...failedInScope(null, suite),
    ...cases.flatMap((decision) => (decision.failed ? [{ gate: 'case', tag: null, decision } as const] : [])),
    ...tags.flatMap(({ tag, reading }) => failedInScope(tag, reading)),
  ];
}

/** The cases that a red test was read on. */
export function casesOf(failed: FailedTest, { paired }: Pick<GateEvidence, 'paired'>): readonly PairedCase[] {
  const comparable = comparableCases(paired);
  if (failed.gate === 'case') return comparable.filter(({ id }) => id === failed.decision.id);
  const { gate, tag } = failed;
  const tagged = comparable.filter(({ tags }) => tag === null || tags.includes(tag));
  if (gate === 'pass_rate') return tagged;
  return tagged.filter(
    ({ trials, baseline }) => valuesOf(trials, gate).length > 0 && valuesOf(baseline, gate).length > 0,
  );
}

function failedInScope(tag: string | null, { pass_rate, tool_recall, ...ratios }: ScopeReading): readonly FailedTest[] {
  return [
    ...(pass_rate?.failed ? [{ gate: 'pass_rate', tag, decision: pass_rate } as const] : []),
    ...(tool_recall?.failed ? [{ gate: 'tool_recall', tag, decision: tool_recall } as const] : []),
    ...RATIO_METRICS.flatMap((gate) => {
      const decision = ratios[gate];
      return decision?.failed ? [{ gate, tag, decision } as const] : [];
    }),
  ];
}
