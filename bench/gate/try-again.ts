import { choose } from '#gate/decision/again/choose.ts';
import { type PlayedScope, playStages } from '#gate/decision/again/play-stages.ts';
import type { EvidenceVerdict } from '#gate/decision/decide-evidence.ts';
import type { GateTrial, PairedCase } from '#gate/decision/terms/evidence.ts';
import type { IntervalEnds } from '#gate/decision/terms/interval.ts';
import type { PullRequest } from './draw-pull-request.ts';
import { answerOf } from './repeats.ts';
import type { Outcome } from './tally.ts';

/** Fresh trials of a case on each side after which a clear fall has to be red. */
const EARLY = 10;

/** What fresh trials of both sides make of what the looks chose, and how many there were, of both sides together. */
export function tryAgain(
  { gates, plan, used, trials }: EvidenceVerdict,
  drawn: PullRequest,
  { stages, own_job }: { readonly stages: readonly number[]; readonly own_job: boolean },
): Pick<Outcome, 'verdict' | 'early' | 'covered'> & { readonly trials: number } {
  const choice = choose(gates);
  const covers = ([low, high]: IntervalEnds = [0, 0]) => {
    const drop = drawn.drop ?? 0;
    return drop >= low - ROUNDING && drop <= high + ROUNDING;
  };
  if (choice === null) return { verdict: 'pass', trials: 0, covered: covers(gates.suite.pass_rate?.ci95) };
  drawn.begin?.(trials);
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
      stages,
      turns: own_job ? stages : Array.from({ length: stages.at(-1) ?? 0 }, (_, round) => round + 1),
      said: answerOf,
    });
    if (next === null) {
      const outcomes = [...scopes, ...cases].map(({ outcome }) => outcome);
      const verdict = outcomes.includes('red') ? 'fail' : outcomes.includes('open') ? 'inconclusive' : 'pass';
      return {
        verdict,
        early: verdict === 'fail' && stage <= EARLY,
        covered: covers((againOf(scopes) ?? gates.suite.pass_rate)?.ci95),
        trials: 2 * [...ordered.values()].reduce((sum, count) => sum + count, 0),
      };
    }
    const due = new Map(next.cases.map((id) => [id, ordered.get(id) ?? 0]));
    const made = (own_job ? mainFirst : inTurn)(drawn, due, next.stage);
    for (const id of next.cases) {
      const item = fresh.get(id) ?? stored.get(id);
      if (item === undefined) continue;
      const had = due.get(id) ?? 0;
      fresh.set(id, {
        ...item,
        trials: [...(had === 0 ? [] : item.trials), ...(made.here.get(id) ?? [])],
        baseline: [...(had === 0 ? [] : item.baseline), ...(made.main.get(id) ?? [])],
      });
      ordered.set(id, next.stage);
    }
  }
}

const ROUNDING = 1e-9;

/** The test of the suite's mean on fresh trials; `null`: only others were tried again. */
function againOf(scopes: readonly PlayedScope[]) {
  const [mean] = scopes.filter(({ name: { tag, test } }) => tag === null && test === 'pass_rate');
  return mean?.result != null && 'rule_out' in mean.result ? mean.result : null;
}

type Due = ReadonlyMap<string, number>;
type Side = 'main' | 'here';

/** Further trials of both sides, round by round in turn, as one job runs them: main begins, then the side that ended the round before. */
function inTurn(drawn: PullRequest, due: Due, stage: number) {
  return made(drawn, due, stage, (round) => (round % 2 === 1 ? ['main', 'here'] : ['here', 'main']));
}

/** All of main's, then all of the change's, as the job that merges runs them. */
function mainFirst(drawn: PullRequest, due: Due, stage: number) {
  const { main } = made(drawn, due, stage, () => ['main']);
  return { ...made(drawn, due, stage, () => ['here']), main };
}

function made(drawn: PullRequest, due: Due, stage: number, sidesOf: (round: number) => readonly Side[]) {
  const trials = { main: new Map<string, GateTrial[]>(), here: new Map<string, GateTrial[]>() };
  for (let round = Math.min(...due.values()) + 1; round <= stage; round += 1) {
    const ids = [...due].filter(([, had]) => round > had).map(([id]) => id);
    for (const side of sidesOf(round))
      for (const id of ids) {
        const next = side === 'main' ? drawn.main(id, 1) : drawn.more(id, 1);
        trials[side].set(id, [...(trials[side].get(id) ?? []), ...next.map((trial) => ({ ...trial, index: round }))]);
      }
  }
  return trials;
}
