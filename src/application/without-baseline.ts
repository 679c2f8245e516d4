import type { Decision } from '#domain/gate/decision.ts';
import type { RunFacts } from './collect-results.ts';

/**
 * Says in a decision why there is no baseline. A run that makes one has nothing to compare with by its nature: there the
 * absence leaves nothing open, and absolute floors decide alone.
 *
 * @param reason a sentence part, as the baseline store gave it
 */
export function withoutBaseline(decision: Decision, reason: string, side: RunFacts['run']['side']): Decision {
  const absence = decision.reasons.find(({ code }) => code === 'no_baseline');
  if (absence === undefined) return decision;
  const named = { ...absence, message: `no baseline to compare with: ${reason}; only absolute floors were checked` };
  const others = decision.reasons.filter((other) => other !== absence);
  if (side !== 'baseline') {
    const reasons = decision.reasons.map((other) => (other === absence ? named : other));
    return { ...decision, title: decision.title.replace(absence.message, () => HEADLINE), reasons };
  }
  const reasons = [...others, { ...named, outcome: 'note' as const }];
  if (decision.verdict === 'fail') return { ...decision, reasons };
  const open = others.find(({ outcome }) => outcome === 'inconclusive');
  if (open !== undefined) return { ...decision, title: open.message, reasons };
  const floors = decision.decision.floors.length === 0 ? 'no absolute floor is set' : 'every absolute floor holds';
  return { ...decision, verdict: 'pass', title: `${floors}; these results are the baseline of pull requests`, reasons };
}

const HEADLINE = 'no baseline to compare with, only absolute floors were checked';
