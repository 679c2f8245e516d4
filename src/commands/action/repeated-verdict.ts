import { LABELS } from '#config/base-rules/pull-labels.ts';
import type { PastVerdict } from '#gate/baseline/results/results-file.ts';
import { writeOutputs } from '#github/log/outputs.ts';
import { appendSummary } from '#github/log/summary.ts';
import { inlineCode, prose } from '#report/escape.ts';
import { exitCode, whenOpen } from '#report/exit-code.ts';
import { checkConclusion } from '#report/outputs/check-conclusion.ts';
import { githubEarlierResults } from './earlier-results.ts';
import type { ModeEnd } from './publish/show-check-run.ts';
import type { GithubSession } from './session/github-session.ts';

/**
 * A label that this action does not know was added or removed: the same content keeps its verdict, without a trial. The check
 * must report all the same: one that was skipped would count as passed. `null`: something else started the run, or nothing is
 * decided yet.
 */
export async function repeatedVerdict({ run, api, progress, runner_files }: GithubSession): Promise<ModeEnd | null> {
  const { event, inputs } = run;
  if (event.kind !== 'pull_request' || event.label === null || inputs.shard !== null) return null;
  if (Object.values<string>(LABELS).includes(event.label)) return null;
  const lookup = await githubEarlierResults(run, api)?.find();
  const last = lookup?.runs.flatMap(({ results }) => results.verdicts?.slice(-1) ?? []).sort(newestFirst)[0];
  // What is open gets further trials, as by any other run.
  if (last === undefined || (last.verdict !== 'pass' && last.verdict !== 'fail')) return null;
  const { verdict, run_id: id } = last;
  const which = id === null ? 'an earlier run' : `run ${id}`;
  const words = `${verdict}: the label starts nothing, and this content was evaluated before (${which})`;
  progress.note(`The label ${JSON.stringify(event.label)} starts nothing. ${words}.`);
  const summary = `### Agent eval: ${prose(words)}\n\nThe label ${inlineCode(event.label, 100)} does not belong to this action; push, or add the label <code>eval</code>, to evaluate again.\n`;
  const warnings = [
    ...(await appendSummary(runner_files, summary)),
    ...(await writeOutputs(runner_files, { verdict, passed: verdict === 'pass' })),
  ];
  for (const warning of warnings) progress.warn(warning);
  const open = whenOpen(inputs.failOn, { on_inconclusive: 'fail' }, []);
  return {
    code: exitCode(verdict, inputs.failOn, open),
    check: {
      conclusion: checkConclusion(verdict, inputs.failOn, open),
      title: words,
      summary,
      annotations: [],
    },
    asks_person: false,
  };
}

/** Runs count up. */
function newestFirst(left: PastVerdict, right: PastVerdict): number {
  return Number(right.run_id ?? 0) - Number(left.run_id ?? 0) || right.attempt - left.attempt;
}
