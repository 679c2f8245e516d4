import type { Trajectory } from '#domain/trial/trajectory.ts';
import { decimal, dollars, duration, plural, wholeNumber } from '#domain/words.ts';
import type { Alignment } from '../align/align-trials.ts';
import type { CheckLine, ExpectedCallMark, TrialData } from '../data/case-data.ts';
import { el, type Markup, shown } from '../markup/markup.ts';
import { OUTCOME_SIGN, OUTCOME_WORDS } from './dots.ts';

/** One line on how a trial ended, what it took, and how far it is from main's. */
export function summaryOf(trial: TrialData, { distance }: Alignment, isCompared: boolean): Markup {
  const { outcome, latency_ms, usage, steps } = trial;
  const apart =
    distance === 0 ? 'its calls are the same as main’s' : `${plural(distance, 'difference')} from main’s calls`;
  const facts = [
    isCompared ? apart : null,
    latency_ms === null ? null : duration(latency_ms),
    usage.total_tokens === null ? null : `${usage.estimated ? '≈ ' : ''}${wholeNumber(usage.total_tokens)} tokens`,
    usage.cost_usd === null ? null : dollars(usage.cost_usd),
    steps === null ? null : plural(steps, 'model call'),
  ].filter((fact) => fact !== null);
  return el(
    'p',
    { class: 'trial-summary' },
    el('b', { class: outcome }, `${OUTCOME_SIGN[outcome]} Trial ${trial.trial} ${OUTCOME_WORDS[outcome]}`),
    facts.map((fact) => ` · ${fact}`),
  );
}

/** Why it failed: cause, checks, expected calls that were not made. */
export function findings(trial: TrialData): Markup {
  const { error, failure, cause, checks, passed_checks: passed, expected, labels } = trial;
  const said = [
    ...(cause === null ? [] : [el('li', { class: 'failed' }, el('b', {}, 'Cause: '), el('code', {}, shown(cause)))]),
    ...(error === null
      ? []
      : [el('li', { class: 'error' }, el('b', {}, `Not judged, ${error.class}: `), shown(error.message))]),
    ...(failure === null || failure.kind === 'check'
      ? []
      : [el('li', { class: 'failed' }, el('b', {}, `The agent, ${failure.kind}: `), shown(failure.message))]),
    ...checks.map(checkLine),
    ...(passed === 0 ? [] : [el('li', { class: 'passed' }, `✓ ${plural(passed, 'check')} passed`)]),
  ];
  return [
    said.length === 0 ? null : el('ul', { class: 'checks' }, said),
    labels === null
      ? null
      : el(
          'p',
          { class: 'label needs-script' },
          el('button', { type: 'button', 'data-action': 'label' }, 'Label it yourself, without the verdicts'),
          ' ',
          el('kbd', {}, 'b'),
        ),
    expectedCalls(expected),
  ];
}

function checkLine({ id, passed, score, words }: CheckLine): Markup {
  const [sign, state] = passed === true ? ['✓', 'passed'] : passed === false ? ['✗', 'failed'] : ['▲', 'error'];
  const partly = score === null || score === 0 || score === 1 ? '' : ` (score ${decimal(score * 100)} of 100)`;
  return el('li', { class: state }, `${sign} `, el('code', {}, shown(id)), partly, `: ${shown(words)}`);
}

function expectedCalls(expected: readonly ExpectedCallMark[] | null): Markup {
  if (expected === null || expected.length === 0) return null;
  const missing = expected.filter(({ call }) => call === null);
  return el(
    'details',
    { class: 'expected', open: missing.length > 0 },
    el(
      'summary',
      {},
      `Expected calls: ${expected.filter((mark) => mark.call !== null && mark.differences.length === 0).length} of ${expected.length} made as expected`,
    ),
    el('ol', {}, expected.map(expectedCall)),
  );
}

function expectedCall({ turn, name, args, call, differences }: ExpectedCallMark): Markup {
  const [state, words] =
    call === null
      ? ['failed', '✗ not called']
      : differences.length > 0
        ? ['failed', '✗ called differently']
        : ['passed', '✓ called'];
  return el(
    'li',
    { class: state },
    `${words}: `,
    turn === null || turn === 1 ? '' : `turn ${turn}, `,
    el('code', {}, shown(`${name}${args === null ? '' : ` ${args}`}`)),
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
