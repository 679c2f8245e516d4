import { quantile } from '#statistics/quantile.ts';
import { seededRandom } from '#statistics/seeded-random.ts';
import { NO_EVIDENCE, withRound } from '#statistics/sequential/margin-evidence.ts';
import { decideCandidates, fewestRounds, type TriedModel, type UpgradeRules } from './decide-candidates.ts';

/** The rules of an upgrade, and what it comes to if its candidates are equal to today's model. */
export interface UpgradePlan extends UpgradeRules {
  /** Trials of one candidate: at least and at most so many in half of all upgrades. */
  readonly each: { readonly low: number; readonly high: number };
  /** Rounds on the mean: of today's model, which runs until the last candidate has ended, and of each candidate. */
  readonly rounds: { readonly today: number; readonly candidate: number };
  /** Trials of all models together on the mean. */
  readonly trials: number;
  /** How often an equal candidate is shown, 0–1. */
  readonly found: number;
}

/** What is known of an upgrade before its first trial. */
export interface PlannedUpgrade {
  /** How often today's model passes each case, 0–1. */
  readonly rates: readonly number[];
  readonly candidates: number;
  readonly margin: number;
  /** Rounds at a time: decisions fall between them. */
  readonly block: number;
}

const DRAWS = 400;
const SEED = 59;
/** More rounds would take days. */
const LIMIT = 200;
/** So many equal candidates have enough evidence within the most rounds: more than four in five, as the rates are not known exactly. */
const SHOWN = 0.9;

/** Plays an upgrade with equal candidates, by the rules that decide, to find how many rounds it takes. The same numbers every time. */
export function planUpgrade(upgrade: PlannedUpgrade): UpgradePlan {
  const random = seededRandom(SEED);
  const fewest = fewestRounds(upgrade.candidates);
  const played = Array.from({ length: DRAWS }, () => play(upgrade, fewest, random));
  const whenShown = played.flat().map(({ rounds, shown }) => (shown ? rounds : LIMIT));
  const most = Math.ceil((quantile(whenShown, SHOWN) ?? LIMIT) / upgrade.block) * upgrade.block;
  const cases = upgrade.rates.length;
  const ended = played.map((candidates) => candidates.map(({ rounds }) => Math.min(rounds, most)));
  const today = ended.reduce((sum, rounds) => sum + Math.max(...rounds), 0) / DRAWS;
  const candidate = ended.flat().reduce((sum, rounds) => sum + rounds, 0) / ended.flat().length;
  return {
    margin: upgrade.margin,
    fewest,
    most,
    each: {
      low: cases * Math.round(quantile(ended.flat(), 0.25) ?? most),
      high: cases * Math.round(quantile(ended.flat(), 0.75) ?? most),
    },
    rounds: { today, candidate },
    trials: Math.round(cases * (today + upgrade.candidates * candidate)),
    found: played.flat().filter(({ rounds, shown }) => shown && rounds <= most).length / (DRAWS * upgrade.candidates),
  };
}

/** After how many rounds each candidate of one upgrade ends, and whether it is shown then. */
function play(
  { rates, candidates, margin, block }: PlannedUpgrade,
  fewest: number,
  random: () => number,
): readonly { readonly rounds: number; readonly shown: boolean }[] {
  let tried: readonly TriedModel[] = Array.from({ length: candidates }, () => ({
    rounds: 0,
    evidence: NO_EVIDENCE,
    cases: [],
  }));
  const passes = () => rates.map((rate) => random() < rate);
  for (;;) {
    const findings = decideCandidates(tried, { margin, fewest, most: LIMIT });
    if (findings.every((finding) => finding !== null))
      return tried.map(({ rounds }, at) => ({ rounds, shown: findings[at] === 'shown' }));
    for (let round = 0; round < block; round += 1) {
      const today = passes();
      tried = tried.map((one, at) => {
        if (findings[at] !== null) return one;
        const evidence = withRound(one.evidence, { today, candidate: passes() }, margin);
        return { ...one, rounds: one.rounds + 1, evidence };
      });
    }
  }
}

/**
 * How often cases pass, from what stored trials say: each as if it had one trial more, which passes as often as all together. A case without trials passes as often
 * as that.
 *
 * @param cases passed and judged trials of each; none judged at all: nothing is known
 */
export function likelyRates(
  cases: readonly { readonly passed: number; readonly scored: number }[],
): readonly number[] | null {
  const sum = (of: 'passed' | 'scored') => cases.reduce((all, item) => all + item[of], 0);
  const [passed, scored] = [sum('passed'), sum('scored')];
  if (scored === 0) return null;
  const overall = (passed + 0.5) / (scored + 1);
  return cases.map((item) => (item.passed + overall) / (item.scored + 1));
}
