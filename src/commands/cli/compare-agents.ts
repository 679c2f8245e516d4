import { join, relative, resolve } from 'node:path';
import { abortOnSignals } from '#commands/compose/abort-on-signals.ts';
import { compareWorkspace } from '#commands/compose/comparing/compare-workspace.ts';
import { HTML_FILE } from '#commands/compose/write-html.ts';
import type { RunOptions } from '#commands/options/flags.ts';
import { EXIT } from '#report/exit-code.ts';
import { isWhole, type ModelComparison } from '#report/model-comparison/model-comparison.ts';
import { renderComparisonTerminal } from '#report/model-comparison/render-terminal.ts';
import { repositoryFacts } from '#runner/workspace/git/repository-facts.ts';
import { localFacts, localRequest } from './common/local-request.ts';
import { printJson } from './common/print-json.ts';
import { say, sayIssues } from './common/say.ts';
import { workspaceRoot } from './common/workspace-root.ts';
import { endAtOnce } from './end-at-once.ts';
import { progressOf } from './run/run-once.ts';

/** What `agent-eval run --agents` does. */
export async function compareAgentsHere(options: RunOptions): Promise<void> {
  const cwd = process.cwd();
  const folder = resolve(cwd, options.output);
  const progress = progressOf(options);
  const stop = abortOnSignals(progress.stopping, endAtOnce);
  try {
    const { sha, ref } = await repositoryFacts(cwd);
    const request = localRequest(options, { cwd, output_folder: folder, signal: stop.signal });
    const result = await compareWorkspace(
      {
        ...request,
        folders: { ...request.folders, root: await workspaceRoot(cwd, options.config) },
        facts: localFacts({ sha, ref, side: 'candidate' }),
        progress,
      },
      options.agents,
    );
    if (result.kind === 'invalid') {
      sayIssues(result.issues);
      process.exitCode = EXIT.usage;
    } else if (result.kind === 'refused') {
      say(`agent-eval: ${result.problem}`);
      process.exitCode = EXIT.usage;
    } else {
      show(result.comparison, options);
      if (result.stored_problem === null)
        say(`Results: ${join(relative(cwd, folder) || '.', HTML_FILE)}, and a folder for each agent next to it`);
      else say(`Not everything could be stored: ${result.stored_problem}`);
      process.exitCode =
        stop.code() ?? (isWhole(result.comparison) && result.stored_problem === null ? EXIT.pass : EXIT.error);
    }
  } finally {
    stop.release();
  }
}

function show(comparison: ModelComparison, { json }: RunOptions): void {
  const people = json ? process.stderr : process.stdout;
  people.write(`\n${renderComparisonTerminal(comparison, { colours: people.isTTY === true })}\n\n`);
  if (json) printJson(comparison);
}
