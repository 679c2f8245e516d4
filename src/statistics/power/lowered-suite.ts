/** A case before the change ran: passes of main's trials, and the number of the change's. */
export interface PlannedCase {
  readonly b: number;
  readonly m: number;
  /** Its own number of trials; `null`: as many as the look. */
  readonly own: number | null;
}

/** What is known of a suite at a look if the change lowers it, as sums over its cases. */
export interface LookSpread {
  /** Variance of the sum of drops if the trials of both sides are exchangeable. */
  readonly exchangeable: number;
  /** The larger of that and of each side's own, with a pseudo-failure, as in `estimateDrop`. */
  readonly error: number;
}

/** Variances of a suite whose mean a change lowers; sums over its cases. */
export interface LoweredSuite {
  readonly cases: number;
  /** Of main's stored rates. */
  readonly main: number;
  /** Of one trial on main, and of one of the change. */
  readonly mainTrial: number;
  readonly trial: number;
  /** Of one trial of the cases without a number of their own. */
  readonly free: number;
  /** Of the rates of the others. */
  readonly fixed: number;
  readonly at: (look: number) => LookSpread;
}

/**
 * A suite whose mean a change lowers: every case passes less by the same amount, as far as it can. Equal cases are counted once.
 *
 * @param drop of the mean, in rates
 * @param prior trials that main passed before it ran, and as many that it failed: a case that never failed fails some day
 */
export function loweredSuite(cases: readonly PlannedCase[], drop: number, prior = 0): LoweredSuite {
  const kinds = loweredKinds(cases, drop, prior);
  const sum = (of: (kind: Kind) => number) => kinds.reduce((all, kind) => all + kind.count * of(kind), 0);
  return {
    cases: cases.length,
    main: sum(({ m, before }) => before / m),
    mainTrial: sum(({ before }) => before),
    trial: sum(({ after }) => after),
    free: sum(({ own, after }) => (own === null ? after : 0)),
    fixed: sum(({ own, after }) => (own === null ? 0 : after / own)),
    at(look) {
      const scale = ({ m, own }: Kind) => 1 / (own ?? look) + 1 / m;
      const exchangeable = sum((kind) => {
        const n = kind.own ?? look;
        return ((n * kind.after + kind.m * kind.before) / (n + kind.m)) * scale(kind);
      });
      const own = sum((kind) => kind.after / (kind.own ?? look) + kind.before / kind.m);
      const pseudoFailure = sum((kind) => scale(kind) / ((kind.own ?? look) + kind.m)) / cases.length;
      return { exchangeable, error: Math.max(exchangeable, own) + pseudoFailure };
    },
  };
}

/** Cases with equal counts; variances of one trial on main, and of one of the change. */
interface Kind extends PlannedCase {
  readonly count: number;
  readonly before: number;
  readonly after: number;
}

/** No outcome varies more. */
const MOST = 0.25;

/** Equal cases, with their number. */
export function kindsOf(
  cases: readonly PlannedCase[],
): readonly { readonly item: PlannedCase; readonly count: number }[] {
  const counted = new Map<string, { readonly item: PlannedCase; count: number }>();
  for (const item of cases) {
    const key = `${item.b} ${item.m} ${item.own}`;
    const known = counted.get(key);
    if (known === undefined) counted.set(key, { item, count: 1 });
    else known.count += 1;
  }
  return [...counted.values()];
}

function loweredKinds(cases: readonly PlannedCase[], drop: number, prior: number): readonly Kind[] {
  const kinds = kindsOf(cases);
  const rateOf = ({ b, m }: PlannedCase) => (m === 1 ? b : (b + prior) / (m + 2 * prior));
  const less = lossOf(
    kinds.map(({ item, count }) => ({ rate: rateOf(item), count })),
    drop,
  );
  const single = kinds.filter(({ item }) => item.m === 1);
  const mean = single.reduce((sum, { item, count }) => sum + item.b * count, 0) / sumOf(single);
  return kinds.map(({ item, count }) => {
    const rate = rateOf(item);
    const variance = rate * (1 - rate);
    // A single trial of a case does not show how much its outcomes vary; all such cases together do.
    const before = item.m === 1 ? mean * (1 - mean) : variance * (prior > 0 ? 1 : item.m / (item.m - 1));
    const lowered = Math.max(0, rate - less);
    const unbiased = variance === 0 ? 1 : before / variance;
    return { ...item, count, before, after: Math.min(MOST, lowered * (1 - lowered) * unbiased) };
  });
}

function sumOf(kinds: readonly { readonly count: number }[]): number {
  return kinds.reduce((sum, { count }) => sum + count, 0);
}

/** What every rate loses, none of them below 0, so that their mean falls by the drop; the highest rate, if it can't. */
export function lossOf(rates: readonly { readonly rate: number; readonly count: number }[], drop: number): number {
  let falling = sumOf(rates);
  let left = drop * falling;
  let loss = 0;
  // The lowest is at 0 first; from there on the others lose the rest.
  for (const { rate, count } of rates.toSorted((a, b) => a.rate - b.rate)) {
    const upToZero = (rate - loss) * falling;
    if (upToZero >= left) return loss + left / falling;
    left -= upToZero;
    loss = rate;
    falling -= count;
  }
  return loss;
}
