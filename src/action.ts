import { setFailed } from '@actions/core';
import { runOnGithub } from './wiring/run-on-github.ts';

try {
  process.exitCode = await runOnGithub(process.env);
} catch (error) {
  // A fault of this action itself: no verdict was reached, so the check must not be green.
  setFailed(error instanceof Error ? `agent-eval-action failed: ${error.message}` : 'agent-eval-action failed');
  process.exitCode = 4;
}
// Everything is written. An upload that GitHub never answers would keep the process alive; output goes first.
process.stdout.write('', () => process.stderr.write('', () => process.exit()));
