import { join, posix } from 'node:path';
import { formatIssue } from '#common/document/format-issue.ts';
import type { Issue } from '#common/document/issue.ts';
import { shellLine } from '#common/shell.ts';
import { wholeNumber } from '#common/words.ts';
import { annotateIssues } from '#github/log/annotate-issues.ts';
import { appendSummary } from '#github/log/summary.ts';
import { inlineCode, prose } from '#report/escape.ts';
import { exists } from '#runner/workspace/files/exists.ts';
import { programOf } from './github-facts.ts';
import { type TellingSession, tellNothingRun } from './publish/tell-nothing-run.ts';
import type { GithubRun } from './session/github-run.ts';
import type { GithubSession } from './session/github-session.ts';

/** Shows problems of config and cases: all of them in log and summary, in a comment that exists, and as many annotations as GitHub shows. */
export async function refuseConfig(
  problems: readonly Issue[],
  session: TellingSession & Pick<GithubSession, 'runner_files'>,
): Promise<void> {
  const { run, progress, runner_files } = session;
  const { prefix } = run;
  const missing = await missingConfig(run);
  const issues = missing === null ? problems : problems.map((issue) => ({ ...issue, message: missing }));
  progress.untrusted('Problems of config and cases; nothing was run', issues.map(formatIssue).join('\n'));
  annotateIssues(issues, prefix);
  for (const warning of await appendSummary(runner_files, markdown(issues, prefix, MAX_SHOWN))) progress.warn(warning);
  await tellNothingRun(session, {
    words: "the config or the cases can't be used",
    render: () => markdown(issues, prefix, MAX_COMMENTED),
  });
}

function markdown(issues: readonly Issue[], prefix: string, most: number): string {
  const lines = issues.slice(0, most).map((issue) => {
    const place = `${posix.join(prefix, issue.file)}:${issue.line}:${issue.column}`;
    const message = issue.path === '' ? issue.message : `${issue.path}: ${issue.message}`;
    return `- ${inlineCode(place)} ${issue.severity}: ${prose(message, 1000)}`;
  });
  const hidden = issues.length - lines.length;
  return [
    "### 💥 Agent eval: the config or the cases can't be used; nothing was run",
    '',
    ...lines,
    ...(hidden > 0 ? [`- … ${wholeNumber(hidden)} more in the log`] : []),
  ].join('\n');
}

/** A job summary holds 1 MiB. */
const MAX_SHOWN = 200;
/** A comment holds 64 KiB. */
const MAX_COMMENTED = 20;

/**
 * What is wrong if the config is missing, a sentence that says how to fix it; `null` if it exists. A forgotten checkout and a
 * misspelled working directory look just like a missing config.
 */
export async function missingConfig(run: GithubRun): Promise<string | null> {
  const { inputs, root, cwd } = run;
  const { config, workingDirectory } = inputs;
  if (await exists(join(cwd, config))) return null;
  const missing = `"${config}" does not exist`;
  if (!(await exists(join(root, '.git'))))
    return `${missing}, and there is no repository here: is actions/checkout missing before this step? Every job needs it, including one that merges. If it is there, correct the inputs config and working-directory; working-directory starts with the checkout's path, if it has one`;
  if (!(await exists(cwd)))
    return `${missing}: the checkout has no folder "${workingDirectory}", which the input working-directory names; correct it`;
  const place = workingDirectory === '.' ? 'the root of the checkout' : `the folder "${workingDirectory}"`;
  return `${missing} in ${place} (input working-directory); correct this input or the input config, or let "${shellLine(programOf(run))} init" write the file there`;
}
