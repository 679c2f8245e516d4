import type { Cell, DesignValue, Mark, Measure, Table } from './scenario.ts';
import { type Measured, meanFurther, meanTrials, shareOf, type Tally } from './tally.ts';

/** Errors by which two estimates may differ before they are called different. */
const BEYOND = 3;

/** A measured value of a tally. */
export function measure(tally: Tally, what: Measure): Measured {
  if (what === 'trials') return meanTrials(tally);
  if (what === 'further') return meanFurther(tally);
  const promised = (100 * tally.promised) / tally.draws;
  switch (what) {
    case 'promised':
      return { value: promised, error: 0 };
    case 'beyond': {
      const { value, error } = shareOf(tally, 'fail');
      return { value: value - promised, error };
    }
    case 'settled': {
      const { value, error } = shareOf(tally, 'inconclusive');
      return { value: 100 - value, error };
    }
    default:
      return shareOf(tally, what);
  }
}

/** Whether a measured value can not be the one that the design names. */
export function differs(measured: Measured, design: DesignValue): boolean {
  return Math.abs(measured.value - design.value) > BEYOND * Math.hypot(measured.error, design.error);
}

/** What became of a mark. `unclear`: missed, but by no more than the Monte Carlo error. */
export interface MarkReading {
  readonly mark: Omit<Mark, 'measure'>;
  readonly measured: Measured;
  readonly outcome: 'met' | 'unclear' | 'missed';
}

/** Holds a cell against its marks. */
export function readMarks({ marks = [] }: Cell, tally: Tally): readonly MarkReading[] {
  return marks.map((mark) => readMark(mark, measure(tally, mark.measure)));
}

/** Holds a value against a mark. */
export function readMark(mark: MarkReading['mark'], measured: Measured): MarkReading {
  const beyond = mark.at === 'most' ? measured.value - mark.bound : mark.bound - measured.value;
  const isWithin = beyond <= BEYOND * measured.error;
  return { mark, measured, outcome: beyond <= 0 ? 'met' : isWithin ? 'unclear' : 'missed' };
}

/** `2.9 ± 0.3`; shares in percent. */
export function measuredText({ value, error }: Measured): string {
  return `${value.toFixed(1)} ± ${error.toFixed(error < 0.1 ? 2 : 1)}`;
}

/** What a cell of a table shows. */
export function cellText(tally: Tally, { measures }: Pick<Table, 'measures'>): string {
  return measures.map((what) => measure(tally, what).value.toFixed(1)).join(' / ');
}
