import { setFailed } from '@actions/core';
import { runOnGithub } from './wiring/run-on-github.ts';

/** Exit codes above it say which signal ended the run. */
const CANCELLED = 128;

try {
  process.exitCode = await runOnGithub(process.env);
  // A cancelled run does not wait for answers of GitHub that are still on their way.
  if (process.exitCode > CANCELLED) process.exit();
} catch (error) {
  // A fault of this action itself: no verdict was reached, so the check must not be green.
  setFailed(error instanceof Error ? `agent-eval-action failed: ${error.message}` : 'agent-eval-action failed');
  process.exitCode = 4;
}
