import { countsOf, type GateEvidence } from '#gate/decision/terms/evidence.ts';
import { pairedValues } from '#gate/decision/terms/metric-values.ts';
import { exceeds, reaches } from '#statistics/beyond.ts';
import { suiteExact } from '#statistics/counts/stratified-exact.ts';
import { mean } from '#statistics/mean.ts';
import { pairedT } from '#statistics/values/paired-t.ts';
import { totalTest } from '#statistics/values/total-test.ts';
import type { Rule } from './scenario.ts';

/** Rules that the gate is compared with. */
export type PlainRule = Extract<Rule, 'naive-0' | 'naive-2' | 'paired-t' | 'suite-only' | 'total-only'>;

const ALPHA = 0.05;

/** Whether a plain rule is red. All candidate trials count. */
export function isRedBy(rule: PlainRule, { paired }: GateEvidence): boolean {
  const counts = paired.map(countsOf);
  const drops = counts.map(({ a, n, b, m }) => b / m - a / n);
  switch (rule) {
    case 'naive-0':
      return exceeds(mean(drops) ?? 0, 0);
    case 'naive-2':
      return exceeds(mean(drops) ?? 0, 0.02);
    case 'paired-t':
      return reaches(pairedT(drops)?.p ?? 1, ALPHA);
    case 'total-only':
      return reaches(totalTest(pairedValues(paired, 'total_tokens')), ALPHA);
    case 'suite-only':
      return reaches(suiteExact(counts).pMid, ALPHA);
  }
}
