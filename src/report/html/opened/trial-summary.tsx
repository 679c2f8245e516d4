import type { ComponentChildren } from 'preact';
import { decimal, dollars, duration, plural, wholeNumber } from '#common/words.ts';
import type { Trajectory } from '#trials/trial/trajectory.ts';
import type { Alignment } from '../align/align-trials.ts';
import type { CheckLine, ExpectedCallMark, TrialData } from '../data/case-data.ts';
import { visibleText } from '../markup/shown.ts';
import { OUTCOME_SIGN, OUTCOME_WORDS } from './dots.tsx';

/**
 * One line on how a trial ended, what it took, and how far it is from main's.
 *
 * @param branch what main is called; `null`: it is not compared
 */
export function summaryOf(trial: TrialData, { distance }: Alignment, branch: string | null): ComponentChildren {
  const { outcome, latency_ms, usage, steps } = trial;
  const apart =
    distance === 0
      ? `its calls are the same as on ${branch}`
      : `${plural(distance, 'difference')} from the calls on ${branch}`;
  const facts = [
    branch === null ? null : apart,
    latency_ms === null ? null : duration(latency_ms),
    usage.total_tokens === null ? null : `${usage.estimated ? '≈ ' : ''}${wholeNumber(usage.total_tokens)} tokens`,
    usage.cost_usd === null ? null : dollars(usage.cost_usd),
    steps === null ? null : plural(steps, 'model call'),
  ].filter((fact) => fact !== null);
  return (
    <p class="trial-summary">
      <b class={outcome}>{`${OUTCOME_SIGN[outcome]} Trial ${trial.trial} ${OUTCOME_WORDS[outcome]}`}</b>
      {facts.map((fact) => ` · ${fact}`)}
    </p>
  );
}

/** Why it failed: cause, checks, expected calls that were not made. */
export function findings(trial: TrialData): ComponentChildren {
  const { error, failure, cause, checks, passed_checks: passed, expected } = trial;
  const notes = [
    ...(cause === null
      ? []
      : [
          <li class="failed">
            <b>{'Cause: '}</b>
            <code>{visibleText(cause)}</code>
          </li>,
        ]),
    ...(error === null
      ? []
      : [
          <li class="error">
            <b>{`Not judged, ${error.class}: `}</b>
            {visibleText(error.message)}
          </li>,
        ]),
    ...(failure === null || failure.kind === 'check'
      ? []
      : [
          <li class="failed">
            <b>{`The agent, ${failure.kind}: `}</b>
            {visibleText(failure.message)}
          </li>,
        ]),
    ...checks.map(checkLine),
    ...(passed === 0 ? [] : [<li class="passed">{`✓ ${plural(passed, 'check')} passed`}</li>]),
  ];
  return [notes.length === 0 ? null : <ul class="checks">{notes}</ul>, expectedCalls(expected)];
}

function checkLine({ id, passed, score, words }: CheckLine): ComponentChildren {
  const [sign, state] = passed === true ? ['✓', 'passed'] : passed === false ? ['✗', 'failed'] : ['▲', 'error'];
  const partly = score === null || score === 0 || score === 1 ? '' : ` (score ${decimal(score * 100)} of 100)`;
  return (
    <li class={state}>
      {`${sign} ${visibleText(words)}${partly} `}
      <code class="note">{visibleText(id)}</code>
    </li>
  );
}

function expectedCalls(expected: readonly ExpectedCallMark[] | null): ComponentChildren {
  if (expected === null || expected.length === 0) return null;
  const missing = expected.filter(({ call }) => call === null);
  return (
    <details class="expected" open={missing.length > 0}>
      <summary>{`Expected calls: ${expected.filter((mark) => mark.call !== null && mark.differences.length === 0).length} of ${expected.length} made as expected`}</summary>
      <ol>{expected.map(expectedCall)}</ol>
    </details>
  );
}

function expectedCall({ turn, name, args, call, differences }: ExpectedCallMark): ComponentChildren {
  const [state, words] =
    call === null
      ? ['failed', '✗ not called']
      : differences.length > 0
        ? ['failed', '✗ called differently']
        : ['passed', '✓ called'];
  return (
    <li class={state}>
      {`${words}: `}
      {turn === null || turn === 1 ? '' : `turn ${turn}, `}
      <code>{visibleText(`${name}${args === null ? '' : ` ${args}`}`)}</code>
    </li>
  );
}

/** What the agent left in its workspace, and what the case's commands printed there. */
export function workspaceTexts({
  workspace,
}: Trajectory): readonly { readonly title: string; readonly text: string }[] {
  if (workspace === undefined) return [];
  return [
    { title: `Changes to the workspace (${plural(workspace.changed, 'file')})`, text: workspace.patch },
    ...workspace.commands.map(({ exit, ended, stdout, stderr }, index) => ({
      title: `Command ${index + 1} (${ended === null ? `exit ${exit}` : 'no exit code'})`,
      text: [ended?.why ?? '', stdout, stderr].filter((text) => text.trim() !== '').join('\n'),
    })),
  ];
}
