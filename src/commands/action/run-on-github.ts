import type { RunnerVariables } from '#github/event/run-context.ts';
import { maskSecrets, secretValues } from '#github/log/mask.ts';
import { reportProblems } from '#github/log/report-problems.ts';
import { openRunnerFiles } from '#github/log/runner-files.ts';
import { EXIT } from '#report/exit-code.ts';
import { runnerFiles } from '#report/reasons/circumstance-words.ts';
import { readGithubRun } from './session/github-run.ts';
import { type GithubSession, openSession } from './session/github-session.ts';

/** The action: reads the run and executes its mode. Returns the exit code. */
export async function runOnGithub(environment: RunnerVariables): Promise<number> {
  if (environment['INPUT_MODE']?.trim() === 'command') return (await import('./modes.ts')).commandOnGithub(environment);
  const prepared = await readGithubRun(environment);
  if ('problems' in prepared) {
    reportProblems(prepared.problems);
    return EXIT.usage;
  }
  const { run } = prepared;
  const runner_files = await openRunnerFiles(environment);
  maskSecrets(secretValues(environment, [...run.inputs.passEnv, ...run.inputs.mcpEnv], [run.inputs.githubToken]));
  const session = openSession(run, environment, runner_files);
  for (const note of run.notes) session.progress.note(note);
  try {
    const code = await inMode(session).catch(async (error: unknown) => {
      await refuseForeign(session);
      throw error;
    });
    return (await refuseForeign(session)) ? EXIT.error : code;
  } finally {
    session.stop.release();
  }
}

/** Whether programs wrote to the runner's files after the verdict, or without one; says so. */
async function refuseForeign({ runner_files: files }: GithubSession): Promise<boolean> {
  const writings = await files.restore();
  if (writings.length === 0) return false;
  const facts = { files: writings.map(({ name }) => name), removed: writings.every(({ removed }) => removed) };
  reportProblems([runnerFiles({ facts })]);
  return true;
}

/** The code of the modes is loaded when the run is known to have one: all of it before an agent starts, which could change files of this action. */
async function inMode(session: GithubSession): Promise<number> {
  const { compareOnGithub, evaluateOnGithub, mergeOnGithub, reportOnGithub } = await import('./modes.ts');
  switch (session.run.inputs.mode) {
    case 'run':
      return session.run.inputs.agents.length > 0 ? compareOnGithub(session) : evaluateOnGithub(session);
    case 'report':
      return reportOnGithub(session);
    case 'merge':
      return mergeOnGithub(session);
    case 'command':
      // Answered before a run is read.
      return EXIT.usage;
  }
}
