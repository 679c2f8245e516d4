import { error, notice, warning } from '@actions/core';
import { wholeNumber } from '#common/words.ts';
import { oneLine, stripControls } from '../api/one-line.ts';

/** A message at a line of a file, shown in the pull request's diff. Its texts may be hostile. */
export interface LogAnnotation {
  readonly level: 'error' | 'warning' | 'notice';
  /** Relative to the root of the repository; null: at the run. */
  readonly file: string | null;
  /** From 1; null: at the file. */
  readonly line: number | null;
  readonly title: string;
  readonly message: string;
}

/**
 * Shows up to eight annotations, errors first, and one that counts the rest: GitHub silently drops everything beyond ten per
 * level and step.
 */
export function annotate(annotations: readonly LogAnnotation[]): void {
  const ordered = LEVELS.flatMap((level) => annotations.filter((annotation) => annotation.level === level));
  const first = ordered.slice(0, MAX_SHOWN);
  for (const annotation of first) show(annotation);
  const hidden = ordered.length - first.length;
  if (hidden > 0) notice(`${wholeNumber(hidden)} more, see the job summary.`, { title: 'Agent eval' });
}

function show({ level, file, line, title, message }: LogAnnotation): void {
  const text = stripControls(message).slice(0, MAX_MESSAGE).toWellFormed();
  const place = file === null ? {} : { file: oneLine(file, 500), ...(line === null ? {} : { startLine: line }) };
  SHOW[level](text === '' ? oneLine(title, 255) : text, { title: oneLine(title, 255), ...place });
}

const SHOW = { error, warning, notice };
const LEVELS = ['error', 'warning', 'notice'] as const;
const MAX_SHOWN = 8;
/** The runner truncates messages after 4,096 characters. */
const MAX_MESSAGE = 4000;
