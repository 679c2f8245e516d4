import { abortOnSignals } from '#commands/compose/abort-on-signals.ts';
import { systemClock } from '#commands/terminal/clock.ts';
import { type GithubApi, githubApi } from '#github/api/api.ts';
import type { RunnerVariables } from '#github/event/run-context.ts';
import { actionsLog } from '#github/log/actions-log.ts';
import type { RunnerFiles } from '#github/log/runner-files.ts';
import type { Progress } from '#ports/progress.ts';
import type { GithubRun } from './github-run.ts';

/** What every mode of the action uses. */
export interface GithubSession {
  readonly run: GithubRun;
  readonly environment: RunnerVariables;
  readonly progress: Progress;
  readonly api: GithubApi;
  /** A client for publishing, with its own patience: a GitHub that was silent at the start may answer by then. */
  readonly publishing: GithubApi;
  /** A client for final messages: it also works after a cancellation, for a few seconds from now on. */
  readonly lastWords: () => GithubApi;
  /** A client for reports while the run goes on: it gives up after a few seconds, and at a cancellation. */
  readonly passing: () => GithubApi;
  readonly stop: ReturnType<typeof abortOnSignals>;
  readonly runner_files: RunnerFiles;
}

/** From now on, signals abort the current work instead of ending the process. */
export function openSession(run: GithubRun, environment: RunnerVariables, runner_files: RunnerFiles): GithubSession {
  const { inputs, context } = run;
  const stop = abortOnSignals();
  const apiUntil = (signal: AbortSignal): GithubApi =>
    githubApi({
      token: inputs.githubToken,
      apiUrl: context.apiUrl,
      graphqlUrl: context.graphqlUrl,
      clock: systemClock,
      signal,
    });
  return {
    run,
    environment,
    progress: actionsLog(systemClock),
    api: apiUntil(stop.signal),
    publishing: apiUntil(stop.signal),
    lastWords: () => apiUntil(AbortSignal.timeout(LAST_WORDS_MS)),
    passing: () => apiUntil(AbortSignal.any([stop.signal, AbortSignal.timeout(PASSING_MS)])),
    stop,
    runner_files,
  };
}

/** The runner kills a cancelled step 7.5 s after its SIGINT; results have to be written in that time too. */
const LAST_WORDS_MS = 3000;
/** A GitHub that does not answer must not keep the verdict waiting. */
const PASSING_MS = 8000;
