import type { ComponentChildren } from 'preact';

const WIDTH = 420;
const HEIGHT = 90;

/** One figure of each run of main. */
interface Figure {
  readonly title: string;
  /** Oldest first; `null`: unknown. */
  readonly values: readonly (number | null)[];
  readonly words: (value: number) => string;
}

/** How a figure went from run to run, from 0 upwards; `null` with fewer than two known values. */
export function figureLine({ title, values, words }: Figure): ComponentChildren {
  const known = values.flatMap((value, index) => (value === null ? [] : [{ value, index }]));
  if (known.length < 2) return null;
  const most = known.reduce((top, { value }) => Math.max(top, value), 0);
  const x = (index: number): string => (4 + ((WIDTH - 8) * index) / Math.max(1, values.length - 1)).toFixed(1);
  const y = (value: number): string => (HEIGHT - 4 - (HEIGHT - 10) * (most === 0 ? 0 : value / most)).toFixed(1);
  const last = known.at(-1)?.value ?? 0;
  const description = `${words(known[0]?.value ?? 0)} in the first run, ${words(last)} in the last, at most ${words(most)}`;
  return (
    <div class="picture">
      <h3>{title}</h3>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} class="trend" role="img" aria-label={`${title}: ${description}`}>
        <line class="grid" x1={0} x2={WIDTH} y1={HEIGHT - 4} y2={HEIGHT - 4} />
        <path
          class="rate"
          d={known.map(({ value, index }, at) => `${at === 0 ? 'M' : 'L'}${x(index)} ${y(value)}`).join('')}
        />
        {known.map(({ value, index }) => (
          <circle class="run" cx={x(index)} cy={y(value)} r={2} />
        ))}
      </svg>
      <p class="note">{description}</p>
    </div>
  );
}
