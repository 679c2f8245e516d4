import { coefficient, percent, plural } from '#common/words.ts';
import type { CalibratedCriterion, JudgeCalibration } from '#judge/calibration/calibration-file.ts';
import { errorOf } from '#judge/calibration/judge-error.ts';
import { canTell, LEAST_J, lowerBoundOfJ } from '#statistics/judge/judge-error.ts';
import { painter } from '../colour.ts';
import { plainLine } from '../escape.ts';
import { hangLine, type TerminalOptions } from './layout.ts';

/** What labels show of a judge, criterion by criterion, for a terminal. */
export function renderJudgeCalibration({ judge, model, criteria }: JudgeCalibration, options: TerminalOptions): string {
  const paint = painter(options);
  const blocks = Object.entries(criteria)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([id, criterion]) => [
      paint(plainLine(id), 'bold'),
      ...linesOf(criterion).flatMap((line) => hangLine('  ', line, options.columns)),
    ]);
  const head = `Judge ${plainLine(model ?? '')} (${judge.slice(0, SHOWN)})`;
  return [[head], ...blocks].map((lines) => lines.join('\n')).join('\n\n');
}

const SHOWN = 12;

function linesOf(criterion: CalibratedCriterion): readonly string[] {
  const { confusion, agreement, kappa, flips, unjudged, to_halve: more } = criterion;
  return [
    ...(confusion == null
      ? []
      : [
          `labelled met: the judge says met of ${confusion.good.met}, not met of ${confusion.good.not_met}`,
          `labelled not met: the judge says met of ${confusion.bad.met}, not met of ${confusion.bad.not_met}`,
        ]),
    ...(unjudged == null || unjudged === 0
      ? []
      : [`no verdict on ${plural(unjudged, 'labelled trajectory', 'labelled trajectories')}`]),
    ...errorLines(criterion),
    ...(agreement == null ? [] : [`agreement ${percent(agreement)}${kappaWords(kappa)}`]),
    ...(flips == null ? [] : [`judged again: ${flips.changed} of ${flips.of} got another verdict`]),
    ...(more == null ? [] : [`${plural(more, 'more label')}, drawn the same way, would halve the interval of J`]),
  ];
}

function errorLines(criterion: CalibratedCriterion): readonly string[] {
  const error = errorOf(criterion);
  if (error === null)
    return ['not calibrated: labels that say met and labels that say not met are both needed; label more'];
  const { q1, q0, j, m1, m0 } = error;
  const low = lowerBoundOfJ(error);
  return [
    `met is recognised in ${percent(q1)} (as by ${Math.round(m1)} labels of equal weight), not met in ${percent(q0)} (${Math.round(m0)})`,
    `J = ${coefficient(j)}, at 95 % confidence at least ${coefficient(low)}`,
    ...(canTell(error)
      ? []
      : [`this judge may not tell met from not met (J may be ${LEAST_J} or less): changes that it decides stay open`]),
  ];
}

function kappaWords(kappa: CalibratedCriterion['kappa']): string {
  if (kappa == null) return '';
  return `, κ = ${coefficient(kappa.value)} [${coefficient(kappa.low)}, ${coefficient(kappa.high)}]`;
}
