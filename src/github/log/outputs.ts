import { randomUUID } from 'node:crypto';
import { oneLine } from '../api/one-line.ts';
import type { RunnerFiles } from './runner-files.ts';

/** The outputs of action.yml, in its order. */
export const OUTPUT_NAMES = [
  'verdict',
  'passed',
  'pass-rate',
  'baseline-pass-rate',
  'pass-rate-drop',
  'tool-recall',
  'total-tokens',
  'cost-usd',
  'trials',
  'inconclusive-reason',
  'results-path',
  'report-path',
  'report-url',
  'comment-url',
  'baseline-sha',
] as const;

/** Rates are 0–1, tokens and dollars plain numbers; null is an empty output. */
export type Outputs = Readonly<Record<(typeof OUTPUT_NAMES)[number], string | number | boolean | null>>;

/** Sets every output, each on one line; missing ones are empty. Never throws; returns problems as warnings. */
export async function writeOutputs(
  files: Pick<RunnerFiles, 'append'>,
  outputs: Partial<Outputs>,
): Promise<readonly string[]> {
  const blocks = OUTPUT_NAMES.map((name) => {
    const value = outputs[name] ?? null;
    const delimiter = `ghadelimiter_${randomUUID()}`;
    return `${name}<<${delimiter}\n${value === null ? '' : oneLine(String(value), MAX_LENGTH)}\n${delimiter}\n`;
  });
  try {
    await files.append('GITHUB_OUTPUT', blocks.join(''));
    return [];
  } catch (error) {
    return [`The outputs of this step were not written: ${oneLine(String(error), 300)}`];
  }
}

const MAX_LENGTH = 4000;
