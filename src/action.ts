import { setFailed } from '@actions/core';
import { EXIT } from '#report/exit-code.ts';
import { runOnGithub } from './commands/action/run-on-github.ts';
import { tolerateClosedOutput } from './commands/closed-output.ts';

tolerateClosedOutput(() => {});
process.on('uncaughtException', (error) => {
  breakOff(error);
  end();
});

try {
  process.exitCode = await runOnGithub(process.env);
} catch (error) {
  breakOff(error);
}
end();

/** A bug in this action: no verdict was reached, so the check must not be green. */
function breakOff(error: unknown): void {
  setFailed(error instanceof Error ? `agent-eval-action failed: ${error.message}` : 'agent-eval-action failed');
  process.exitCode = EXIT.error;
}

/** Everything is written. An upload that GitHub never answers would keep the process alive; output goes first. */
function end(): void {
  process.stdout.write('', () => process.stderr.write('', () => process.exit()));
}
