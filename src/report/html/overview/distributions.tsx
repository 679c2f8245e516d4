import type { ComponentChildren } from 'preact';
import { coefficient, duration, plural, wholeNumber } from '#common/words.ts';
import type { Comparison } from '#gate/baseline/comparison/comparison.ts';
import { quantile } from '#statistics/quantile.ts';
import type { CheckRecord, TrialRecord } from '#trials/trial/trial-record.ts';
import { visibleText } from '../markup/shown.ts';
import { scorerOf } from './check-table.tsx';

/** What is measured of each trial. */
interface Measure {
  readonly title: string;
  readonly valuesOf: (trial: TrialRecord) => readonly number[];
  readonly words: (value: number) => string;
}

function known(value: number | null): readonly number[] {
  return value === null ? [] : [value];
}

const MEASURES: readonly Measure[] = [
  { title: 'Tokens per trial', valuesOf: ({ usage }) => known(usage.total_tokens), words: wholeNumber },
  { title: 'Latency per trial', valuesOf: ({ latency_ms }) => known(latency_ms), words: duration },
];

/** Tokens and latency of the trials of all cases that both sides have, main above here; empty where nothing was measured. */
export function distributions(comparison: Comparison, branch: string): ComponentChildren {
  return pictures('distributions', 'Tokens and time', MEASURES, comparison, branch);
}

/** Scores of judges and of the suite's own checks, a picture for each scorer; empty without any. */
export function scores(comparison: Comparison, branch: string): ComponentChildren {
  const checks = comparison.cases.flatMap(({ candidate }) => candidate?.trials.flatMap((trial) => trial.checks) ?? []);
  const scorers = new Set(checks.filter(({ name }) => /^(?:judge|custom)\b/.test(name)).map(scorerOf));
  const measures = [...scorers].slice(0, MOST_SCORERS).map((scorer): Measure => {
    const scoreOf = ({ score, passed }: CheckRecord) => score ?? (passed === null ? null : Number(passed));
    return {
      title: visibleText(scorer),
      valuesOf: (trial) =>
        trial.checks.filter((check) => scorerOf(check) === scorer).flatMap((check) => scoreOf(check) ?? []),
      words: coefficient,
    };
  });
  return pictures('scores', 'Scores', measures, comparison, branch);
}

const MOST_SCORERS = 20;

function pictures(
  id: string,
  title: string,
  measures: readonly Measure[],
  { cases }: Comparison,
  branch: string,
): ComponentChildren {
  const both = cases.filter(({ candidate, baseline }) => candidate !== null && baseline !== null);
  const counted = both.length > 0 ? both : cases.filter(({ candidate }) => candidate !== null);
  const all = measures.flatMap((measure) => {
    const values = (side: 'baseline' | 'candidate'): readonly number[] =>
      counted.flatMap((item) => item[side]?.trials ?? []).flatMap(measure.valuesOf);
    const picture = histogram(measure, values('baseline'), values('candidate'), branch);
    return picture === null ? [] : [picture];
  });
  if (all.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div class="pictures">{all}</div>
    </section>
  );
}

const BINS = 28;
const WIDTH = 420;
const HALF = 56;

function histogram(
  { title, words }: Measure,
  main: readonly number[],
  here: readonly number[],
  branch: string,
): ComponentChildren {
  const all = [...main, ...here];
  if (all.length < 2) return null;
  const low = quantile(all, 0) ?? 0;
  const high = quantile(all, 1) ?? 0;
  const bin = (value: number): number =>
    high === low ? 0 : Math.min(BINS - 1, Math.floor((BINS * (value - low)) / (high - low)));
  const shares = (values: readonly number[]): readonly number[] => {
    const counts: number[] = Array.from({ length: BINS }, () => 0);
    for (const value of values) counts[bin(value)] = (counts[bin(value)] ?? 0) + 1;
    return counts.map((count) => (values.length === 0 ? 0 : count / values.length));
  };
  const sides = [
    { name: 'main', called: branch, values: main, shares: shares(main) },
    { name: 'here', called: 'here', values: here, shares: shares(here) },
  ] as const;
  const most = sides.flatMap((side) => side.shares).reduce((top, share) => Math.max(top, share), 0);
  const step = WIDTH / BINS;
  const bars = sides.flatMap(({ name, shares: heights }) =>
    heights.map((share, index) => {
      const height = (HALF - 4) * (share / most);
      const y = name === 'main' ? HALF - height : HALF + 1;
      return share === 0 ? null : (
        <rect
          class={name}
          x={(index * step).toFixed(1)}
          y={y.toFixed(1)}
          width={(step - 1).toFixed(1)}
          height={height.toFixed(1)}
        />
      );
    }),
  );
  const medians = sides.map(({ name, values }) => {
    const middle = quantile(values, 0.5);
    if (middle === null) return null;
    const x = (high === low ? 0 : (WIDTH * (middle - low)) / (high - low)).toFixed(1);
    return (
      <line
        class={`median ${name}`}
        x1={x}
        x2={x}
        y1={name === 'main' ? 2 : HALF}
        y2={name === 'main' ? HALF : 2 * HALF - 2}
      />
    );
  });
  return (
    <div class="picture">
      <h3>{title}</h3>
      <svg
        viewBox={`0 0 ${WIDTH} ${2 * HALF}`}
        role="img"
        aria-label={`${title}: ${sides.map((side) => inWords(side, words)).join('; ')}`}
      >
        {bars}
        {medians}
      </svg>
      <p class="axis">
        <span>{words(low)}</span>
        <span>{words(high)}</span>
      </p>
      <p class="note">
        {sides.map((side) => (
          <span class={`legend ${side.name}`}>{inWords(side, words)}</span>
        ))}
      </p>
    </div>
  );
}

function inWords(
  { called, values }: { readonly called: string; readonly values: readonly number[] },
  words: Measure['words'],
): string {
  const [middle, high] = [quantile(values, 0.5), quantile(values, 0.95)];
  if (middle === null || high === null) return `${called}: not measured`;
  return `${called}: median ${words(middle)}, 95 % of ${plural(values.length, 'trial')} at most ${words(high)}`;
}
