import { choose } from '#gate/decision/again/choose.ts';
import { playStages } from '#gate/decision/again/play-stages.ts';
import { STAGES } from '#gate/decision/again/stages.ts';
import type { EvidenceVerdict } from '#gate/decision/decide-evidence.ts';
import type { GateTrial, PairedCase } from '#gate/decision/terms/evidence.ts';
import type { PullRequest } from './draw-pull-request.ts';
import type { Outcome } from './tally.ts';

/** Fresh trials of a case on each side after which a clear fall has to be red. */
const EARLY = 10;

/** What fresh trials of both sides make of what the looks chose, and how many there were, of both sides together. */
export function tryAgain(
  { gates, plan, used }: EvidenceVerdict,
  drawn: PullRequest,
): Pick<Outcome, 'verdict' | 'early'> & { readonly trials: number } {
  const choice = choose(gates);
  if (choice === null) return { verdict: 'pass', trials: 0 };
  const stored = new Map(used.paired.map((item) => [item.id, item]));
  const fresh = new Map<string, PairedCase>();
  const ordered = new Map<string, number>();
  for (;;) {
    const { scopes, cases, stage, next } = playStages({
      choice,
      plan,
      stored: used.paired,
      fresh: used.paired.flatMap(({ id }) => fresh.get(id) ?? []),
      ordered,
      stages: STAGES,
    });
    if (next === null) {
      const outcomes = [...scopes, ...cases].map(({ outcome }) => outcome);
      const verdict = outcomes.includes('red') ? 'fail' : outcomes.includes('open') ? 'inconclusive' : 'pass';
      return {
        verdict,
        early: verdict === 'fail' && stage <= EARLY,
        trials: 2 * [...ordered.values()].reduce((sum, count) => sum + count, 0),
      };
    }
    for (const id of next.cases) {
      const item = fresh.get(id) ?? stored.get(id);
      if (item === undefined) continue;
      const had = ordered.get(id) ?? 0;
      const further = next.stage - had;
      const numbered = (trials: readonly GateTrial[]) => trials.map((trial, i) => ({ ...trial, index: had + i + 1 }));
      fresh.set(id, {
        ...item,
        trials: [...(had === 0 ? [] : item.trials), ...numbered(drawn.more(id, further))],
        baseline: [...(had === 0 ? [] : item.baseline), ...numbered(drawn.main(id, further))],
      });
      ordered.set(id, next.stage);
    }
  }
}
