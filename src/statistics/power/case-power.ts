import { fisherLess } from '../counts/fisher.ts';
import { binomialPmf } from '../distributions/binomial.ts';

/** One case that falls: looks choose it, and fresh trials of both sides decide. */
export interface CasePlan {
  /** Main's stored trials of the case, all passed. */
  readonly stored: number;
  /** Trials at each look, ascending, and the p up to which the case goes on, or after the last is tried again. */
  readonly looks: readonly { readonly trials: number; readonly worse: (p: number) => boolean }[];
  /** Fresh trials of each side, the p that is red, and the p above which it is over; stage by stage. */
  readonly stages: readonly {
    readonly trials: number;
    readonly isRed: (p: number) => boolean;
    readonly cleared: number;
  }[];
}

/** How often a case that passes with this rate here, and nearly always on main, is chosen and then red: the plan, played exactly. */
export function casePower(rate: number, { stored, looks, stages }: CasePlan): number {
  let here: readonly number[] = [1];
  let ran = 0;
  for (const { trials, worse } of looks) {
    here = after(here, binomialPmf(trials - ran, rate)).map((mass, a) =>
      worse(fisherLess({ a, n: trials, b: stored, m: stored })) ? mass : 0,
    );
    ran = trials;
  }
  const chosen = here.reduce((sum, mass) => sum + mass, 0);
  return chosen * redOf(rate, (stored + 0.5) / (stored + 1), stages);
}

/** Passes on main, and of each the passes here that are not settled yet. */
function redOf(rate: number, ofMain: number, stages: CasePlan['stages']): number {
  let open: readonly (readonly number[])[] = [[1]];
  let [ran, red] = [0, 0];
  for (const { trials, isRed, cleared } of stages) {
    const added = binomialPmf(trials - ran, rate);
    const grown = binomialPmf(trials - ran, ofMain);
    const rows = open.map((row) => after(row, added));
    open = Array.from({ length: trials + 1 }, (_, b) => {
      const sum = new Array<number>(trials + 1).fill(0);
      for (const [before, row] of rows.entries()) {
        const weight = grown[b - before] ?? 0;
        if (weight > NEGLIGIBLE) for (const [a, mass] of row.entries()) sum[a] = (sum[a] ?? 0) + weight * mass;
      }
      return sum.map((mass, a) => {
        if (mass <= NEGLIGIBLE) return 0;
        const p = fisherLess({ a, n: trials, b, m: trials });
        if (isRed(p)) red += mass;
        return isRed(p) || p > cleared ? 0 : mass;
      });
    });
    ran = trials;
  }
  return red;
}

const NEGLIGIBLE = 1e-7;

/** The passes after some trials more. */
function after(passes: readonly number[], added: readonly number[]): readonly number[] {
  const sum = new Array<number>(passes.length + added.length - 1).fill(0);
  for (const [a, mass] of passes.entries())
    if (mass > 0) for (const [more, chance] of added.entries()) sum[a + more] = (sum[a + more] ?? 0) + mass * chance;
  return sum;
}
