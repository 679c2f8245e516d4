import type { GithubApi } from '#github/api/api.ts';
import { issueId, keepIssue } from '#github/issues/sticky-issue.ts';
import { driftIssue } from '#report/history/drift-issue.ts';
import type { Report } from '#report/report.ts';
import type { GithubRun } from '../session/github-run.ts';

/** Opens the issue about drift at an alarm of a scheduled run, or brings the open one up to date. Returns warnings. */
export async function tellDrift(
  { inputs, context, event }: GithubRun,
  report: Report,
  api: GithubApi,
): Promise<readonly string[]> {
  const isNight = event.kind === 'baseline_producer' && context.eventName === 'schedule';
  if (!inputs.driftIssue || !isNight || inputs.shard !== null) return [];
  const issue = driftIssue(report);
  if (issue === null) return [];
  const { owner, name: repo } = context.repository;
  const { title, body, alarm } = issue;
  return keepIssue(api, {
    place: { owner, repo },
    id: issueId(context.workflowPath, inputs.key),
    title,
    body,
    opens: alarm,
  });
}
