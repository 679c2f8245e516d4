import type { ResultsFile } from '#domain/baseline/results/results-file.ts';

/** How far a run went through its looks. */
export interface LookRun {
  /** Trials per case at which it may end, ascending. */
  readonly looks: readonly number[];
  /** The look that was begun last, in trials per case. */
  readonly stop: number;
  /** Trials of a later run of the same commit were added: only the last look is read. */
  readonly appended: boolean;
}

/** The looks of a results file. */
export function lookRunOf({ looks, stop, appended }: ResultsFile): LookRun {
  return { looks, stop: stop.look, appended };
}

/** Trials per case of the last look that is planned. */
export function lastLook({ looks }: Pick<LookRun, 'looks'>): number {
  return looks.at(-1) ?? 1;
}
