import { dollars, listed, percent, plural, points, wholeNumber } from '#common/words.ts';
import type { UpgradePlan } from '#gate/upgrade/plan-upgrade.ts';
import type { Candidate, UpgradeFile } from '#gate/upgrade/upgrade-file.ts';
import type { ModelComparison, ShownComparison } from './model-comparison.ts';

/**
 * What an upgrade will cost, and what it can see, before its first trial: a sentence each.
 *
 * @param surest the plan if every case always passes; the other one if its rates are not known
 */
export function plannedWords(
  { said, cases, models }: Pick<UpgradeFile, 'said' | 'cases'> & { readonly models: readonly string[] },
  surest: UpgradePlan,
  plan: UpgradePlan,
): readonly string[] {
  const [today = '', ...candidates] = models;
  const many = candidates.length === 1 ? 'the candidate is' : 'the candidates are';
  const each = range(surest.each.low, plan.each.high);
  const found = percent(Math.round(100 * Math.min(surest.found, plan.found)) / 100);
  const cost = said.cost_usd === null ? 'what they cost is unknown' : `about ${dollars(said.cost_usd)}`;
  const trials = `about ${range(said.low, said.high)} trials in all, at most ${wholeNumber(said.most)}`;
  return [
    `${listed(candidates)} beside ${today}: ${plural(cases, 'case')}, a margin of ${points(plan.margin)} takes ${each} trials per candidate`,
    `If ${many} equal to ${today}: ${trials}; ${cost}; shown with a chance of ${found}`,
    ...(surest === plan
      ? []
      : [
          `How often ${today} passes is unknown, so these are for cases that always pass, and for cases that pass half the time; --baseline names results of main that know it`,
        ]),
  ];
}

function range(low: number, high: number): string {
  return low === high ? wholeNumber(low) : `${wholeNumber(low)} to ${wholeNumber(high)}`;
}

/** What is known of a candidate, as a word and as a sentence. */
function standingWords(candidate: Candidate, { today, margin, cases }: UpgradeFile): readonly [string, string] {
  const { model, standing, rounds, falls } = candidate;
  const after = `after ${plural(rounds, 'round')} of ${plural(cases, 'case')}`;
  switch (standing.kind) {
    case 'shown':
      return [
        'shown',
        `${model} is shown ${after}: it does not pass less than ${today.model} by more than ${points(margin)} on the mean, and no single case is proven worse`,
      ];
    case 'worse-cases': {
      const proven = fallsWords(falls.filter((fall) => fall.proven));
      return ['proven worse', `${model} is not shown: ${after} it is proven worse in ${proven}`];
    }
    case 'dropped': {
      const where = falls.length === 0 ? '' : `: it passes less in ${fallsWords(falls)}`;
      return ['dropped', `${model} is not shown, and was dropped ${after}${where}`];
    }
    case 'open':
      return ['open', `${model} is not shown: ${OPEN[standing.because]} ${after}`];
    case 'failed':
      return ['could not run', `${model} could not run: ${standing.message}`];
    case 'same-model': {
      const answered = listed(candidate.figures.models);
      return ['same model', `${model} is not shown: its answers came from the models that answer today (${answered})`];
    }
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

/**
 * What an upgrade came to, as renderings show agents that ran beside each other: in the terminal, upgrade.md, the page, and the body of a pull request.
 *
 * @param comparison with the cases in which models differ; an upgrade that is only read has none
 */
export function shownUpgrade(
  file: UpgradeFile,
  { differing, left_out }: Pick<ModelComparison, 'differing' | 'left_out'> = { differing: [], left_out: [] },
): ShownComparison {
  const { today, candidates, notes, said, spent } = file;
  const worth = (cost: number | null) => (cost === null ? '' : ` and ${dollars(cost)}`);
  const row = ({ model, figures, frontier }: UpgradeFile['today'], standing: string, [worst]: Candidate['falls']) => ({
    ...figures,
    ...{ name: model, problem: null, planned: figures.scored, standing },
    worst_case: worst === undefined ? '' : `${worst.id}: ${fallWords(worst)}`,
    frontier: frontier === true ? 'yes' : '',
  });
  const found = candidates.map((candidate) => ({ candidate, words: standingWords(candidate, file) }));
  return {
    head: {
      file: UPGRADE_NAME,
      title: 'Models that may take the place of today’s',
      facts: `${plural(spent.trials, 'trial')}${worth(spent.cost_usd)}; ${range(said.low, said.high)} trials${worth(said.cost_usd)} were said before`,
      sure:
        today.frontier === null
          ? ''
          : 'On the frontier: no other model passes as much for less, or more for as little.',
    },
    ...{ trials: 0, cases: file.cases, differing, left_out, notes },
    agents: [
      row(today, 'today', []),
      ...found.map(({ candidate, words: [standing] }) => row(candidate, standing, candidate.falls)),
    ],
    pairs: found.map(({ candidate: { model, standing }, words: [, words] }) => ({
      better: standing.kind === 'shown' ? model : null,
      words,
    })),
  };
}

/** What its documents are called, without their ends. */
export const UPGRADE_NAME = 'upgrade';
