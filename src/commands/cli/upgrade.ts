import { join, relative, resolve } from 'node:path';
import { abortOnSignals } from '#commands/compose/abort-on-signals.ts';
import { UPGRADE_FILE, upgradeWorkspace } from '#commands/compose/comparing/upgrade-workspace.ts';
import { RUN, type UpgradeOptions } from '#commands/options/flags.ts';
import { defaultsOf } from '#commands/options/option.ts';
import type { UpgradeFile } from '#gate/upgrade/upgrade-file.ts';
import { EXIT } from '#report/exit-code.ts';
import { renderUpgradeTerminal } from '#report/model-comparison/upgrade-words.ts';
import { repositoryFacts } from '#runner/workspace/git/repository-facts.ts';
import { chosenRuns } from './common/chosen-baseline.ts';
import { localFacts, localRequest } from './common/local-request.ts';
import { printJson } from './common/print-json.ts';
import { say, sayIssues } from './common/say.ts';
import { untilStopped } from './common/until-stopped.ts';
import { workspaceRoot } from './common/workspace-root.ts';
import { endAtOnce } from './end-at-once.ts';
import { openUpgrade } from './open-upgrade.ts';
import { progressOf } from './run/run-once.ts';

/** What `agent-eval upgrade` does. */
export async function upgradeModels(options: UpgradeOptions): Promise<void> {
  const { open, repo } = options;
  if (open !== null) return untilStopped((signal) => openUpgrade(open, repo, signal));
  if (options.to.length === 0) {
    say('agent-eval: --to: name the models to try, or --open the folder of an upgrade');
    process.exitCode = EXIT.usage;
    return;
  }
  const cwd = process.cwd();
  const folder = resolve(cwd, options.output);
  const known = await chosenRuns(options.baseline);
  if ('problem' in known) {
    say(`agent-eval: ${known.problem}`);
    process.exitCode = EXIT.usage;
    return;
  }
  const progress = progressOf({ quiet: false, verbose: false });
  const stop = abortOnSignals(progress.stopping, endAtOnce);
  try {
    const { sha, ref } = await repositoryFacts(cwd);
    const settings = { ...defaultsOf(RUN), ...options, replay: 'off' } as const;
    const request = localRequest(settings, { cwd, output_folder: folder, signal: stop.signal });
    const result = await upgradeWorkspace(
      {
        ...request,
        folders: { ...request.folders, root: await workspaceRoot(cwd, options.config) },
        facts: localFacts({ sha, ref, side: 'candidate' }),
        progress,
      },
      { to: options.to, agent: options.agent, margin: options.margin, known: known.runs },
    );
    if (result.kind === 'invalid') sayIssues(result.issues);
    else if (result.kind === 'refused') say(`agent-eval: ${result.problem}`);
    if (result.kind !== 'compared') {
      process.exitCode = result.kind === 'refused' && result.is_skipped ? EXIT.pass : EXIT.usage;
      return;
    }
    const { comparison: file, stored_problem: problem } = result;
    const people = options.json ? process.stderr : process.stdout;
    people.write(`\n${renderUpgradeTerminal(file, { colours: people.isTTY === true })}\n\n`);
    if (options.json) printJson(file);
    if (problem === null)
      say(`Results: ${join(relative(cwd, folder) || '.', UPGRADE_FILE)}, and a folder for each model next to it`);
    else say(`Not everything could be stored: ${problem}`);
    process.exitCode = stop.code() ?? (problem === null ? codeOf(file) : EXIT.error);
  } finally {
    stop.release();
  }
}

/** 0: a candidate is shown. Else 4 if none could run, 3 if more evidence could show one, 1 if not. */
function codeOf({ candidates }: UpgradeFile): number {
  const kinds = new Set(candidates.map(({ standing }) => standing.kind));
  if (kinds.has('shown')) return EXIT.pass;
  if (kinds.has('open')) return EXIT.inconclusive;
  return kinds.size === 1 && kinds.has('failed') ? EXIT.error : EXIT.fail;
}
