import { join, relative, resolve } from 'node:path';
import { abortOnSignals } from '#commands/compose/abort-on-signals.ts';
import { compareWorkspace, type TogetherResult } from '#commands/compose/comparing/compare-workspace.ts';
import type { WorkspaceRequest } from '#commands/compose/workspace-request.ts';
import { HTML_FILE } from '#commands/compose/write-html.ts';
import type { RunOptions } from '#commands/options/flags.ts';
import { EXIT } from '#report/exit-code.ts';
import { isWhole } from '#report/model-comparison/model-comparison.ts';
import { renderComparisonTerminal } from '#report/model-comparison/render-terminal.ts';
import { repositoryFacts } from '#runner/workspace/git/repository-facts.ts';
import { localFacts, localRequest } from './common/local-request.ts';
import { printJson } from './common/print-json.ts';
import { say, sayIssues } from './common/say.ts';
import { workspaceRoot } from './common/workspace-root.ts';
import { endAtOnce } from './end-at-once.ts';
import { progressOf } from './run/run-once.ts';

/** What `agent-eval run --agents` does. */
export function compareAgentsHere(options: RunOptions): Promise<void> {
  return runTogetherHere(options, {
    play: (request) => compareWorkspace(request, options.agents),
    each: 'agent',
    code: (comparison) => (isWhole(comparison) ? EXIT.pass : EXIT.error),
  });
}

/** What runs agents beside each other, and what is told of it. */
interface Together<Outcome> {
  play(request: WorkspaceRequest): Promise<TogetherResult<Outcome>>;
  /** What each folder next to the page is for. */
  readonly each: 'agent' | 'model';
  /** The exit code, where everything could be stored. */
  code(outcome: Outcome): number;
}

/** Runs agents beside each other in a terminal, and shows what came of it. */
export async function runTogetherHere<Outcome>(options: RunOptions, together: Together<Outcome>): Promise<void> {
  const cwd = process.cwd();
  const folder = resolve(cwd, options.output);
  const progress = progressOf(options);
  const stop = abortOnSignals(progress.stopping, endAtOnce);
  try {
    const { sha, ref } = await repositoryFacts(cwd);
    const request = localRequest(options, { cwd, output_folder: folder, signal: stop.signal });
    const result = await together.play({
      ...request,
      folders: { ...request.folders, root: await workspaceRoot(cwd, options.config) },
      facts: localFacts({ sha, ref, side: 'candidate' }),
      progress,
    });
    if (result.kind === 'invalid') sayIssues(result.issues);
    else if (result.kind === 'refused') say(`agent-eval: ${result.problem}`);
    if (result.kind !== 'compared') {
      process.exitCode = result.kind === 'refused' && result.is_skipped ? EXIT.pass : EXIT.usage;
      return;
    }
    const { comparison: outcome, shown, stored_problem: problem } = result;
    const people = options.json ? process.stderr : process.stdout;
    const text = renderComparisonTerminal(shown, { colours: people.isTTY === true });
    people.write(`\n${text}\n\n`);
    if (options.json) printJson(outcome);
    if (problem === null)
      say(
        `Results: ${join(relative(cwd, folder) || '.', HTML_FILE)}, and a folder for each ${together.each} next to it`,
      );
    else say(`Not everything could be stored: ${problem}`);
    process.exitCode = stop.code() ?? (problem === null ? together.code(outcome) : EXIT.error);
  } finally {
    stop.release();
  }
}
