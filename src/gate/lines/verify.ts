import { reaches } from '#statistics/beyond.ts';
import { fisherLess } from '#statistics/counts/fisher.ts';
import type { CountedOracle } from './oracle.ts';
import { evidenceFor, type SearchRates, shareOf, type Tally } from './rates.ts';

/** Trials of each side at which a verification may end, with the p of an exact test that shows it. */
const LOOKS = [
  { trials: 5, p: 0.01 },
  { trials: 10, p: 0.02 },
  { trials: 15, p: 0.03 },
] as const;

/** An outcome has to be so many times likelier under one answer than under the other. */
const RATIO = 50;

/** A version that mends passes at most so much less often than main. */
const SLACK = 0.2;

/** Whether a version mends; `null`: neither is shown, or the trials are used up; `invalid`: it does not load. */
export type Verification = true | false | null | 'invalid';

/** The change itself, tried again beside what is verified: one control for all verifications of a search. */
export interface Control {
  tally: Tally;
}

/** Verifies on fresh trials alone that the change without these parts passes as main does, and the change as it is does not. */
export async function verifyParts(
  oracle: CountedOracle,
  parts: readonly number[],
  rates: SearchRates,
  control: Control,
): Promise<{ readonly mends: Verification; readonly without: Tally }> {
  const version = new Set(parts);
  let without: Tally = { passed: 0, trials: 0 };
  let evidence = 0;
  const end = (mends: Verification) => ({ mends, without });
  for (const look of LOOKS) {
    while (without.trials < look.trials) {
      const isBehind = control.tally.trials <= without.trials;
      const answers = await oracle.ask(isBehind ? [version, new Set()] : [version]);
      if (answers === null) return end(null);
      const [passed = null, unmended = null] = answers;
      if (unmended !== null) control.tally = counted(control.tally, unmended);
      if (passed === null) return end('invalid');
      without = counted(without, passed);
      evidence += evidenceFor(passed, rates);
      if (evidence <= -Math.log(RATIO)) return end(false);
    }
    const { tally: here } = control;
    const p = fisherLess({ a: here.passed, n: here.trials, b: without.passed, m: without.trials });
    const isAsGood = shareOf(without) >= rates.mended - SLACK;
    if (reaches(p, look.p) && evidence >= Math.log(RATIO) && isAsGood) return end(true);
  }
  return end(null);
}

function counted({ passed, trials }: Tally, isPassed: boolean): Tally {
  return { passed: passed + (isPassed ? 1 : 0), trials: trials + 1 };
}
