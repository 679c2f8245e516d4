import type { ComponentChildren } from 'preact';
import { duration, plural, wholeNumber } from '#common/words.ts';
import type { Comparison } from '#gate/baseline/comparison/comparison.ts';
import { quantile } from '#statistics/quantile.ts';
import type { TrialRecord } from '#trials/trial/trial-record.ts';

/** What is measured of each trial. */
interface Measure {
  readonly title: string;
  readonly valueOf: (trial: TrialRecord) => number | null;
  readonly words: (value: number) => string;
}

const MEASURES: readonly Measure[] = [
  { title: 'Tokens per trial', valueOf: ({ usage }) => usage.total_tokens, words: wholeNumber },
  { title: 'Latency per trial', valueOf: ({ latency_ms }) => latency_ms, words: duration },
];

/** Tokens and latency of the trials of all cases that both sides have, main above here; empty where nothing was measured. */
export function distributions({ cases }: Comparison): ComponentChildren {
  const both = cases.filter(({ candidate, baseline }) => candidate !== null && baseline !== null);
  const counted = both.length > 0 ? both : cases.filter(({ candidate }) => candidate !== null);
  const pictures = MEASURES.flatMap((measure) => {
    const values = (side: 'baseline' | 'candidate'): readonly number[] =>
      counted.flatMap((item) => item[side]?.trials ?? []).flatMap((trial) => measure.valueOf(trial) ?? []);
    const picture = histogram(measure, values('baseline'), values('candidate'));
    return picture === null ? [] : [picture];
  });
  if (pictures.length === 0) return null;
  return (
    <section aria-labelledby="distributions">
      <h2 id="distributions">Tokens and time</h2>
      <div class="pictures">{pictures}</div>
    </section>
  );
}

const BINS = 28;
const WIDTH = 420;
const HALF = 56;

function histogram({ title, words }: Measure, main: readonly number[], here: readonly number[]): ComponentChildren {
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
    { name: 'main', values: main, shares: shares(main) },
    { name: 'here', values: here, shares: shares(here) },
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
  { name, values }: { readonly name: string; readonly values: readonly number[] },
  words: Measure['words'],
): string {
  const [middle, high] = [quantile(values, 0.5), quantile(values, 0.95)];
  if (middle === null || high === null) return `${name}: not measured`;
  return `${name}: median ${words(middle)}, 95 % of ${plural(values.length, 'trial')} at most ${words(high)}`;
}
