import type { ComponentChildren } from 'preact';
import { cutEnd, nearDifference } from '#common/cut.ts';
import { jsonText } from '#common/json-text.ts';
import type { ToolCall } from '#trials/trial/trajectory.ts';
import { alignTrials } from '../align/align-trials.ts';
import { type CaseData, trajectoryOf } from '../data/case-data.ts';
import { visibleText } from '../markup/shown.ts';
import { spoken } from './aligned-calls.tsx';
import { failingTurns, type Opened } from './case-page.tsx';

/** What a case comes to, before its conversation: what was asked, and what was done and said before and now; `null`: unknown. */
export function brief(data: CaseData, opened: Opened): ComponentChildren {
  const here = opened.here === null ? undefined : data.here[opened.here];
  const main = opened.main === null ? undefined : data.main[opened.main];
  const { turns } = alignTrials(main === undefined ? null : trajectoryOf(main), here ? trajectoryOf(here) : null);
  const failing = failingTurns(here);
  const turn = turns.find((item) => failing.has(item.turn)) ?? turns.findLast((item) => item.here !== null);
  if (turn?.here == null) return null;
  const differing = turn.calls.filter(({ change }) => change !== 'same' && change !== 'result');
  const outputs = [turn.main?.output ?? null, turn.here.output] as const;
  const [before, now] = outputs;
  const said = before === null || now === null ? outputs : nearDifference([before.trim(), now.trim()], LONGEST - 50);
  const called = (side: 'main' | 'here') => differing.flatMap((call) => call[side] ?? []);
  return (
    <div class="brief">
      <p>
        <b>User: </b>
        {visibleText(cutEnd(turn.here.input, LONGEST))}
      </p>
      <div class="columns">
        {turn.main === null ? null : half('Before', said[0], called('main'), called('here'))}
        {half('Now', said[1], called('here'), called('main'))}
      </div>
    </div>
  );
}

/** One side: the calls that the other does not make so, and the answer. */
function half(
  title: string,
  output: string | null,
  calls: readonly ToolCall[],
  others: readonly ToolCall[],
): ComponentChildren {
  const lacking = others.filter(({ name }) => calls.every((call) => call.name !== name)).map(({ name }) => name);
  return (
    <div class={`said answer${title === 'Before' ? ' of-main' : ''}`}>
      <p class="row-title">{title}</p>
      {calls.slice(0, MOST_CALLS).map(({ name, arguments: given }) => (
        <p>
          <code>{visibleText(cutEnd(`${name} ${jsonText(given)}`, LONGEST_CALL))}</code>
        </p>
      ))}
      {[...new Set(lacking)].slice(0, MOST_CALLS).map((name) => (
        <p class="note">
          {'no '}
          <code>{visibleText(name)}</code>
        </p>
      ))}
      {output === null ? (
        <p class="none">no answer</p>
      ) : (
        <pre tabindex={0}>{spoken(cutEnd(output.trim(), LONGEST))}</pre>
      )}
    </div>
  );
}

const MOST_CALLS = 3;

/** Characters. */
const LONGEST = 400;
const LONGEST_CALL = 120;
