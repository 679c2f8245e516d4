import type { ComponentChildren } from 'preact';
import { plural } from '#common/words.ts';
import type { ToolCall } from '#trials/trial/trajectory.ts';
import type { AlignedCall, AlignedTurn, Alignment, CallChange } from '../align/align-trials.ts';
import { foldEqualTurns, isCallDifference } from '../align/align-trials.ts';
import { lineDiff } from '../align/line-diff.ts';
import type { ExpectedCallMark } from '../data/case-data.ts';
import { visibleText } from '../markup/shown.ts';
import { callCard } from './call-card.tsx';
import { type ChatLine, chatText, uncompared } from './chat-text.tsx';
import { longText } from './long-text.tsx';

/** Two trials side by side, with what each side is called. */
export interface SideBySide {
  readonly alignment: Alignment;
  /** What main is called. */
  readonly branch: string;
  /** Turns with a failed check. */
  readonly failing: ReadonlySet<number>;
  /** `null`: there is no such trial. */
  readonly main: SideShown | null;
  readonly here: SideShown | null;
}

/** One side: its name, and what was expected of its calls. */
interface SideShown {
  readonly title: string;
  readonly expected: readonly ExpectedCallMark[] | null;
}

const CHANGE: Readonly<Record<CallChange, { readonly sign: string; readonly words: string | null }>> = {
  same: { sign: '=', words: 'same call' },
  result: { sign: '≈', words: 'same call, other result' },
  arguments: { sign: '≠', words: 'other arguments' },
  only_main: { sign: '−', words: 'not called here' },
  only_here: { sign: '+', words: null },
};

/** Turn by turn, main on the left; equal calls in a row are folded. */
export function alignedCalls(sides: SideBySide): ComponentChildren {
  const both = sides.main !== null && sides.here !== null;
  const places = numberCalls(sides.alignment);
  return (
    <div class={both ? 'aligned' : 'aligned single'}>
      {both ? (
        <div class="columns heads">
          {[sides.main, sides.here].map((side) => (
            <h3>{side?.title ?? ''}</h3>
          ))}
        </div>
      ) : null}
      {foldEqualTurns(sides.alignment.turns, sides.failing).map((turns) =>
        turns.length > 1 ? (
          <details class="same-calls">
            <summary>{`= Turns ${turns[0]?.turn}–${turns.at(-1)?.turn}, the same on both sides`}</summary>
            {turns.map((turn) => turnView(turn, sides, places))}
          </details>
        ) : (
          turns.map((turn) => turnView(turn, sides, places))
        ),
      )}
    </div>
  );
}

/** Place of each call among all calls of its side. */
type Places = ReadonlyMap<ToolCall, number>;

function numberCalls({ turns }: Alignment): Places {
  const calls = (side: 'main' | 'here') => turns.flatMap((turn) => turn[side]?.tool_calls ?? []);
  return new Map([...calls('main').entries(), ...calls('here').entries()].map(([place, call]) => [call, place]));
}

function turnView(turn: AlignedTurn, sides: SideBySide, places: Places): ComponentChildren {
  const several = sides.alignment.turns.length > 1;
  return (
    <section class="turn">
      {several ? (
        <h3 class={sides.failing.has(turn.turn) ? 'bad' : undefined}>
          {`Turn ${turn.turn}${sides.failing.has(turn.turn) ? ' ✗ fails here' : ''}`}
        </h3>
      ) : null}
      {speech('user', turn.main?.input ?? null, turn.here?.input ?? null, sides)}
      {foldEqualCalls(turn.calls, sides).map((group) =>
        group.length > 1 ? (
          <details class="same-calls">
            <summary>
              {`= ${plural(group.length, 'call')} the same on both sides: `}
              <code>{visibleText(names(group))}</code>
            </summary>
            {group.map((call) => callRow(call, sides, places))}
          </details>
        ) : (
          group.map((call) => callRow(call, sides, places))
        ),
      )}
      {reported(turn, sides)}
      {speech('answer', turn.main?.output ?? null, turn.here?.output ?? null, sides)}
    </section>
  );
}

/** Runs of at least three equal calls together, every other call alone. */
function foldEqualCalls(
  calls: readonly AlignedCall[],
  { main, here }: SideBySide,
): readonly (readonly AlignedCall[])[] {
  const groups: AlignedCall[][] = [];
  for (const call of calls) {
    const last = groups.at(-1);
    if (main !== null && here !== null && call.change === 'same' && last?.[0]?.change === 'same') last.push(call);
    else groups.push([call]);
  }
  return groups.flatMap((group) => (group.length >= 3 ? [group] : group.map((call) => [call])));
}

function names(calls: readonly AlignedCall[]): string {
  const all = calls.map(({ here }) => here?.name ?? '');
  return all.length > 4 ? `${all.slice(0, 3).join(', ')} … ${all.at(-1)}` : all.join(', ');
}

function callRow(row: AlignedCall, sides: SideBySide, places: Places): ComponentChildren {
  const { main, here, change, step } = row;
  const both = sides.main !== null && sides.here !== null;
  const name = { main: sides.branch, here: 'here' };
  const where = { main: `on ${sides.branch}`, here: 'here' };
  const isFirst = both && sides.alignment.first_difference === step;
  const classes = ['row', both ? change : '', isFirst ? 'first-difference' : ''].filter((name) => name !== '');
  const cell = (side: 'main' | 'here'): ComponentChildren => {
    const call = side === 'main' ? main : here;
    if (call === null) return <div class="call absent" data-side={name[side]}>{`not called ${where[side]}`}</div>;
    const place = places.get(call);
    const mark = sides[side]?.expected?.find((item) => item.call === place) ?? null;
    const other = change === 'arguments' ? (side === 'main' ? here : main) : null;
    return callCard(call, { side: name[side], other, elsewhere: where[side === 'main' ? 'here' : 'main'], mark });
  };
  return (
    <div
      class={classes.join(' ')}
      data-step={step}
      tabindex={-1}
      {...(isCallDifference(change) && both && { 'data-difference': true })}
    >
      <p class="row-title">
        {isFirst ? <b class="flag">First difference</b> : null}
        <span class="sign" aria-hidden="true">
          {both ? CHANGE[change].sign : '·'}
        </span>
        {` call ${step}`}
        {both ? `: ${CHANGE[change].words ?? `not called ${where.main}`}` : ''}
      </p>
      <div class="columns">{both ? [cell('main'), cell('here')] : [cell(main === null ? 'here' : 'main')]}</div>
    </div>
  );
}

/** What was said on both sides: once if it is the same. */
function speech(
  who: 'user' | 'answer',
  main: string | null,
  here: string | null,
  sides: SideBySide,
): ComponentChildren {
  const title = who === 'user' ? 'User' : 'Answer';
  if (main === null && here === null) return null;
  const block = (text: string | null, label: string, side: 'removed' | 'added' | null = null): ComponentChildren => (
    <div class={`said ${who}${side === 'removed' ? ' of-main' : ''}`}>
      <p class="row-title">{label}</p>
      {text === null ? <p class="none">none</p> : (differences(main, here, side) ?? longText(text, spoken))}
    </div>
  );
  if (sides.main === null || sides.here === null) return block(main ?? here, title);
  if (main === here) return block(here, `${title}, the same on both sides`);
  return (
    <div class="columns">
      {block(main, `${title} on ${sides.branch}`, 'removed')}
      {block(here, `${title} here`, 'added')}
    </div>
  );
}

/** One side of two answers, with the words marked that the other does not have; `null`: it has no other, or is too long. */
function differences(main: string | null, here: string | null, side: 'removed' | 'added' | null): ComponentChildren {
  if (side === null || main === null || here === null || Math.max(main.length, here.length) > MOST_MARKED) return null;
  const lines = lineDiff(main, here).flatMap((line) => {
    if (line.kind === 'same') return [{ words: [{ text: line.text, changed: false }], isSame: true }];
    return line.kind === side ? [{ words: line.words, isSame: false }] : [];
  });
  // Of long answers, changed lines with two around each.
  const isShown = (at: number) =>
    main.length + here.length < SHORT || lines.slice(Math.max(0, at - 2), at + 3).some(({ isSame }) => !isSame);
  let folded = 0;
  const shown = lines.map(({ words }, at): ChatLine => {
    folded = isShown(at) ? 0 : folded + 1;
    return { words, folded };
  });
  return <pre tabindex={0}>{chatText(shown)}</pre>;
}

/** Characters of both answers that are shown whole. */
const SHORT = 4000;

/** What somebody said, compared with nothing. */
export function spoken(text: string): ComponentChildren {
  return chatText(uncompared(text));
}

/** Characters of an answer whose words are compared. */
const MOST_MARKED = 40_000;

/** Calls that an agent did not report at all are not the same as no calls. */
function reported({ main, here, calls }: AlignedTurn, sides: SideBySide): ComponentChildren {
  const silent = [
    ...(sides.main !== null && main !== null && main.tool_calls === null ? [sides.branch] : []),
    ...(sides.here !== null && here !== null && here.tool_calls === null ? ['here'] : []),
  ];
  if (silent.length > 0) return <p class="none">{`The agent did not report its tool calls (${silent.join(', ')}).`}</p>;
  return calls.length === 0 ? <p class="none">No tool calls.</p> : null;
}
