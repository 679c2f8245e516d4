import { reaches } from '#statistics/beyond.ts';
import { fisherLess } from '#statistics/counts/fisher.ts';
import { type CountedOracle, evidenceFor, type Outcomes, type SearchRates, type SideTally, shareOf } from './oracle.ts';

/** Trials of each side at which a verification may end, with the p of an exact test that shows it. */
const LOOKS = [
  { trials: 5, p: 0.01 },
  { trials: 10, p: 0.02 },
  { trials: 15, p: 0.03 },
] as const;

/** How many times likelier an outcome must be under one answer than under the other. */
const SURE = Math.log(50);

/** A version that mends passes at most so much less often than main. */
const SLACK = 0.2;

/** Nothing was tried. */
export const NO_TRIALS: SideTally = { passed: 0, trials: 0 };

/** The change itself, tried again together with the part that is verified: one control for all verifications of a search. */
export interface Control {
  tally: SideTally;
}

/** What fresh trials of a version show. */
interface Verification {
  /** `null`: neither is shown, or the trials are used up. */
  readonly mends: boolean | null;
  readonly without: SideTally;
}

/** Verifies on fresh trials alone that the change without these parts passes as main does, and the change as it is does not. */
export async function verifyParts<Part>(
  oracle: CountedOracle<Part>,
  undone: readonly Part[],
  rates: SearchRates,
  control: Control,
): Promise<Verification> {
  let without = NO_TRIALS;
  let evidence = 0;
  for (const look of LOOKS) {
    while (without.trials < look.trials) {
      // How many must fail before more trials are needless.
      const failures = Math.ceil((evidence + SURE) / -evidenceFor([false], rates));
      const count = Math.min(look.trials - without.trials, Math.max(1, failures));
      const behind = Math.max(0, without.trials + count - control.tally.trials);
      const answers = await oracle.ask({ undone, count }, { undone: [], count: behind });
      if (answers === null) return { mends: null, without };
      const [own = [], unchanged = []] = answers;
      control.tally = addOutcomes(control.tally, unchanged);
      without = addOutcomes(without, own);
      evidence += evidenceFor(own, rates);
      // A version that does not load mends nothing.
      if (evidence <= -SURE || own.includes(null)) return { mends: false, without };
    }
    const { tally: here } = control;
    const p = fisherLess({ a: here.passed, n: here.trials, b: without.passed, m: without.trials });
    const isAsGood = shareOf(without) >= rates.mended - SLACK;
    if (reaches(p, look.p) && evidence >= SURE && isAsGood) return { mends: true, without };
  }
  return { mends: null, without };
}

/**
 * Which cases of a version pass as main's do, one trial of each after the other.
 *
 * @param ask for one more trial of each of these cases; `null`, or too few answers: the trials are used up
 */
export async function mendedOf<Tried extends { readonly rates: SearchRates }>(
  cases: readonly Tried[],
  ask: (cases: readonly Tried[]) => Promise<readonly Outcomes[] | null>,
): Promise<readonly Tried[]> {
  const mended: Tried[] = [];
  let open = cases.map((tried) => ({ tried, evidence: 0 }));
  while (open.length > 0) {
    const answers = (await ask(open.map(({ tried }) => tried))) ?? [];
    open = open.flatMap(({ tried, evidence: before }, at) => {
      const own = answers[at] ?? [null];
      if (own.includes(null)) return [];
      const evidence = before + evidenceFor(own, tried.rates);
      if (evidence >= SURE) mended.push(tried);
      return Math.abs(evidence) >= SURE ? [] : [{ tried, evidence }];
    });
  }
  return mended;
}

function addOutcomes({ passed, trials }: SideTally, outcomes: Outcomes): SideTally {
  const judged = outcomes.filter((outcome) => outcome !== null);
  return { passed: passed + judged.filter(Boolean).length, trials: trials + judged.length };
}
