import { dollars, listed, percent, plural, points, wholeNumber } from '#common/words.ts';
import type { UpgradePlan } from '#gate/upgrade/plan-upgrade.ts';
import type { Candidate, UpgradeFile } from '#gate/upgrade/upgrade-file.ts';
import type { ShownComparison } from './model-comparison.ts';

/** What an upgrade will cost, and what it can see, before its first trial: a sentence each. */
export function plannedWords(
  {
    said,
    margin,
    cases,
    today,
    candidates,
  }: Pick<UpgradeFile, 'said' | 'margin' | 'cases'> & {
    readonly today: string;
    readonly candidates: readonly string[];
  },
  plans: readonly UpgradePlan[],
): readonly string[] {
  const [low, high] = [plans[0], plans.at(-1)];
  const many = candidates.length === 1 ? 'the candidate is' : 'the candidates are';
  const each = low === undefined || high === undefined ? '' : range(low.each.low, high.each.high);
  const found = Math.min(...plans.map((plan) => plan.found));
  const cost = said.cost_usd === null ? 'what they cost is unknown' : `about ${dollars(said.cost_usd)}`;
  return [
    `${listed(candidates)} beside ${today}: ${plural(cases, 'case')}, a margin of ${points(margin)} takes ${each} trials per candidate`,
    `If ${many} equal to ${today}: about ${range(said.low, said.high)} trials in all, at most ${wholeNumber(said.most)}; ${cost}; shown with a chance of ${percent(Math.round(100 * found) / 100)}`,
    ...(plans.length > 1
      ? [
          `How often ${today} passes is unknown, so these are for cases that always pass, and for cases that pass half the time; --baseline names results of main that know it`,
        ]
      : []),
  ];
}

function range(low: number, high: number): string {
  return low === high ? wholeNumber(low) : `${wholeNumber(low)} to ${wholeNumber(high)}`;
}

/** What is known of a candidate, a sentence. */
function candidateWords(candidate: Candidate, { today, margin, cases }: UpgradeFile): string {
  const { model, standing, rounds, falls } = candidate;
  const after = `after ${plural(rounds, 'round')} of ${plural(cases, 'case')}`;
  switch (standing.kind) {
    case 'shown':
      return `${model} is shown ${after}: it does not pass less than ${today.model} by more than ${points(margin)} on the mean, and no single case is proven worse`;
    case 'worse-cases':
      return `${model} is not shown: ${after} it is proven worse in ${fallsWords(falls.filter(({ proven }) => proven))}`;
    case 'dropped':
      return `${model} is not shown, and was dropped ${after}${falls.length === 0 ? '' : `: it passes less in ${fallsWords(falls)}`}`;
    case 'open':
      return `${model} is not shown: ${OPEN[standing.because]} ${after}`;
    case 'failed':
      return `${model} could not run: ${standing.message}`;
    case 'same-model':
      return `${model} is not shown: its answers came from the models that answer today (${listed(candidate.figures.models)})`;
  }
}

const OPEN = {
  trials: 'all planned trials leave it open',
  missing: 'trials without an outcome leave it open',
  unseen: 'nobody saw which model answered, which record: true would show,',
  cap: 'a cap ended the run',
  cancelled: 'the run was cancelled',
} as const;

function fallsWords(falls: Candidate['falls']): string {
  return listed(falls.map((fall) => `${fall.id} (${fallWords(fall)})`));
}

function fallWords({ today, candidate }: Candidate['falls'][number]): string {
  return `${candidate.passed}/${candidate.scored}, today ${today.passed}/${today.scored}`;
}

const NAMES = {
  shown: 'shown',
  'worse-cases': 'proven worse',
  dropped: 'dropped',
  open: 'open',
  failed: 'could not run',
  'same-model': 'same model',
} as const;

/** What an upgrade came to, as renderings show agents that ran beside each other: in the terminal, upgrade.md, the page, and the body of a pull request. */
export function shownUpgrade(file: UpgradeFile): ShownComparison {
  const { today, candidates, cases, notes, said, spent } = file;
  const cost = (dollarsOrNull: number | null) => (dollarsOrNull === null ? '' : ` and ${dollars(dollarsOrNull)}`);
  const row = ({ model, figures, frontier }: UpgradeFile['today'], standing: string, [worst]: Candidate['falls']) => ({
    ...figures,
    ...{ name: model, problem: null, planned: figures.scored, standing },
    worst_case: worst === undefined ? '' : `${worst.id}: ${fallWords(worst)}`,
    frontier: frontier === true ? 'yes' : '',
  });
  return {
    head: {
      title: 'Models that may take the place of today’s',
      facts: `${plural(spent.trials, 'trial')}${cost(spent.cost_usd)}; ${range(said.low, said.high)} trials${cost(said.cost_usd)} were said before`,
      sure: 'On the frontier: no other model passes as much for less, or more for as little.',
    },
    ...{ trials: 0, cases, differing: [], left_out: [], notes },
    agents: [
      row(today, 'today', []),
      ...candidates.map((candidate) => row(candidate, NAMES[candidate.standing.kind], candidate.falls)),
    ],
    pairs: candidates.map((candidate) => ({
      better: candidate.standing.kind === 'shown' ? candidate.model : null,
      words: candidateWords(candidate, file),
    })),
  };
}
