import { createBaseCommit } from '#commands/compose/base-commit.ts';
import { budgetOf } from '#commands/compose/request-settings.ts';
import { systemClock } from '#commands/terminal/clock.ts';
import type { LoadedSuite } from '#config/loaded-suite.ts';
import { confirmationOf } from '#gate/baseline/resume/earlier-trials.ts';
import { maskSecrets } from '#github/log/mask.ts';
import type { Progress } from '#ports/progress.ts';
import { readPrograms } from '#process/programs.ts';
import type { MergedMain } from '#runner/again/try-again-merged.ts';
import { createBudget } from '#runner/trials/budget.ts';
import { githubEarlierResults } from './earlier-results.ts';
import { githubBaseSource } from './github-base-source.ts';
import { githubFacts } from './github-facts.ts';
import type { GithubSession } from './session/github-session.ts';

/** `confirm: job` in the merging job: main's commit runs here, where no program of the change runs. */
export async function mergeConfirmation(
  { run, api, environment, stop }: GithubSession,
  suite: LoadedSuite,
  { progress, redact }: { readonly progress: Progress; readonly redact: (text: string) => string },
): Promise<MergedMain> {
  const { inputs } = run;
  const programs = await readPrograms(environment['PATH']);
  const budget = createBudget(budgetOf(inputs), systemClock);
  const request = {
    folders: { config_path: inputs.config },
    facts: githubFacts(run),
    access: {
      environment,
      pass_env: inputs.passEnv,
      mcp_env: inputs.mcpEnv,
      allowed_hosts: inputs.allowedHosts,
      hide: maskSecrets,
    },
    signal: stop.signal,
  };
  const head = { suite, workspace_files: null, programs, budget: budget.of_main, progress, redact };
  return {
    base: createBaseCommit(githubBaseSource(run), request, head),
    async earlier() {
      const lookup = await githubEarlierResults(run, api)?.find();
      for (const note of lookup?.notes ?? []) progress.note(note);
      return confirmationOf(lookup?.runs ?? []);
    },
  };
}
