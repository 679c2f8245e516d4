import { isDeepStrictEqual } from 'node:util';
import { knownLabels } from '#config/base-rules/pull-labels.ts';
import { standingVerdict } from '#gate/baseline/resume/past-verdicts.ts';
import { writeOutputs } from '#github/log/outputs.ts';
import { appendSummary } from '#github/log/summary.ts';
import type { EarlierResults } from '#ports/ports.ts';
import { inlineCode, prose } from '#report/escape.ts';
import { exitCode, whenOpen } from '#report/exit-code.ts';
import { checkConclusion } from '#report/outputs/check-conclusion.ts';
import type { GithubTarget } from './github-target.ts';
import { pastOfContent } from './past-of-content.ts';
import type { ModeEnd } from './publish/show-check-run.ts';
import type { GithubSession } from './session/github-session.ts';

/**
 * A label that this action does not know was added or removed: the same question has the same answer, without a trial. The check
 * must report all the same: one that was skipped would count as passed. `null`: something else started the run, or this was
 * not decided yet.
 */
export async function repeatedVerdict(
  session: GithubSession,
  earlier: EarlierResults | null,
  target: GithubTarget,
): Promise<ModeEnd | null> {
  const { run, progress, runner_files } = session;
  const { event, inputs } = run;
  if (event.kind !== 'pull_request' || event.label === null || inputs.shard !== null) return null;
  const known = knownLabels(inputs.label);
  if (Object.values<string>(known).includes(event.label)) return null;
  const past = await pastOfContent(session, earlier, target);
  const last = standingVerdict(past);
  const isSame = past.question !== null && isDeepStrictEqual(last?.question, past.question);
  // What is open gets further trials, as by any other run.
  if (last === null || !isSame || (last.verdict !== 'pass' && last.verdict !== 'fail')) return null;
  const { verdict, run_id: id } = last;
  const which = id === null ? 'an earlier run' : `run ${id}`;
  const words = `${verdict}: the label starts nothing, and this content was evaluated before (${which})`;
  progress.note(`The label ${JSON.stringify(event.label)} starts nothing. ${words}.`);
  const summary = `### Agent eval: ${prose(words)}\n\nThe label ${inlineCode(event.label, 100)} does not belong to this action; push, or add the label ${inlineCode(known.start, 100)}, to evaluate again.\n`;
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
