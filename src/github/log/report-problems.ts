import * as core from '@actions/core';
import { stripControls } from '../api/one-line.ts';

/** Shows problems that kept the action from starting, one annotation each. */
export function reportProblems(problems: readonly string[]): void {
  for (const problem of problems) core.error(stripControls(problem), { title: 'Agent eval' });
}
