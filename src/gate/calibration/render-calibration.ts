import { decimal, percent, plural, points } from '#common/words.ts';
import { type Calibration, type Chances, type Effect, monteCarloError, type PlanCalibration } from './calibration.ts';
import { EFFECTS } from './effects.ts';

const HEADINGS: { readonly [effect in Effect]: string } = {
  unchanged: 'unchanged',
  drop_2: '−2 points',
  drop_5: '−5 points',
  drop_10: '−10 points',
  one_broken: 'one case broken',
};

/** A calibration as lines for people: its data, a table, and the meaning of its cells. Plain text without colours. */
export function renderCalibration(calibration: Calibration): string {
  const { plans, draws, left_out: leftOut } = calibration;
  const head = ['', 'method', 'trials', ...EFFECTS.map((effect) => HEADINGS[effect])];
  return [
    madeOf(calibration),
    ...leftOut,
    '',
    ...alignColumns([head, ...plans.map(lineOf)]),
    '',
    'Each cell: % red · % open · trials per case, over simulated pull requests that change nothing, lower the pass rate by so many points, or break one stable case.',
    `> marks your policy. ${draws} pull requests each: a rate is accurate to about ±${error(0.05, draws)} near 5 % and ±${error(0.5, draws)} near 50 %. Failures are not confirmed on main here.`,
  ].join('\n');
}

function madeOf({ cases, trials, runs, pass_rate: rate, drift }: Calibration): string {
  const moves = drift === null ? '' : `; main moves by ±${points(drift)} from run to run beyond chance`;
  const stored = `${plural(cases, 'case')}, ${plural(trials, 'stored trial')} of each (median) from ${plural(runs, 'run')} of main`;
  return `${stored}, pass rate ${percent(rate)}${moves}`;
}

function lineOf({ method, looks, own, effects }: PlanCalibration): readonly string[] {
  return [own ? '>' : '', method, looks.join(', '), ...EFFECTS.map((effect) => cellOf(effects[effect]))];
}

function cellOf(chances: Chances | null): string {
  if (chances === null) return 'no room';
  const { fail, inconclusive, trials } = chances;
  return `${whole(fail)} · ${whole(inconclusive)} · ${decimal(trials)}`;
}

function whole(share: number): string {
  return (100 * share).toFixed(0).padStart(3);
}

function error(share: number, draws: number): string {
  return points(monteCarloError(share, draws));
}

function alignColumns(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
