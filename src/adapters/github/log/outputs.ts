import * as core from '@actions/core';
import { oneLine } from './one-line.ts';

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
export function writeOutputs(outputs: Partial<Outputs>): readonly string[] {
  try {
    for (const name of OUTPUT_NAMES) {
      const value = outputs[name] ?? null;
      core.setOutput(name, value === null ? '' : oneLine(String(value), MAX_LENGTH));
    }
    return [];
  } catch (error) {
    return [`The outputs of this step were not written: ${oneLine(String(error), 300)}`];
  }
}

const MAX_LENGTH = 4000;
