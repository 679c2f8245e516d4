import { nearDifference } from '#common/cut.ts';
import { jsonText } from '#common/json-text.ts';
import { plural } from '#common/words.ts';
import type { ToolCall } from '#trials/trial/trajectory.ts';
import type { Colour, Paint } from '../colour.ts';
import { plainLine, visible } from '../escape.ts';
import type { AlignedCall, AlignedTurn, Alignment, CallChange } from '../html/align/align-trials.ts';
import { fitLine, GAP, hangLine, pad, sideBySide, type TerminalOptions, wrapLine } from './layout.ts';

/** How a turn is drawn. */
interface TurnDrawing {
  /** There is no trial of main to compare with. */
  readonly isAlone: boolean;
  /** What main is called. */
  readonly branch: string;
  readonly of: Pick<Alignment, 'turns' | 'first_difference'>;
  readonly options: TerminalOptions;
  readonly paint: Paint;
}

/** One turn: what the user said, the calls of main next to those here, the answers. Equal calls in a row are folded. */
export function alignedTurn(turn: AlignedTurn, drawing: TurnDrawing): readonly string[] {
  const { isAlone, of, branch, options, paint } = drawing;
  const half = isAlone ? null : halfOf(options.columns);
  const input = (turn.here ?? turn.main)?.input ?? '';
  const number = of.turns.length > 1 ? `turn ${turn.turn}  ` : 'input  ';
  const heads =
    half === null || turn.calls.length === 0
      ? []
      : [paint(`${MARGIN}${pad(fitLine(branch, half), half)}${GAP}here`, 'dim')];
  return [
    ...hangLine(number, plainLine(input, LONGEST_TEXT), options.columns).map((line) => paint(line, 'cyan')),
    ...heads,
    ...(turn.calls.length === 0 && !isAlone ? [`${MARGIN}(no call on either side)`] : []),
    ...foldEqualCalls(turn.calls, isAlone).flatMap((step) =>
      typeof step === 'number'
        ? [paint(`${MARGIN}… ${plural(step, 'equal call')}`, 'dim')]
        : callLines(step, { ...drawing, half, isFirst: step.step === of.first_difference && !isAlone }),
    ),
    ...answerLines(turn, { ...drawing, half }),
  ];
}

/** The sign and the colour of each kind of pair; signs say it without the colour. */
const LOOK: Readonly<Record<CallChange, readonly [sign: string, colour: Colour | null]>> = {
  same: ['  ', null],
  result: ['~ ', 'yellow'],
  arguments: ['≠ ', 'red'],
  only_main: ['− ', 'red'],
  only_here: ['+ ', 'red'],
};

/** Width of the text before a call: the mark of the first difference, a sign, a space. */
const MARGIN = '    ';
const LONGEST_TEXT = 600;
const LONGEST_RESULT = 200;
/** Equal calls in a row that are shown before and after a fold. */
const KEPT = 2;

/** Columns of one side, `null` if two don't fit next to each other. */
function halfOf(columns: number | null): number | null {
  if (columns === null) return 60;
  return columns < 72 ? null : Math.floor((columns - MARGIN.length - GAP.length) / 2);
}

/** Calls, with the number of equal ones in place of the middle of a long row. */
function foldEqualCalls(calls: readonly AlignedCall[], isAlone: boolean): readonly (AlignedCall | number)[] {
  if (isAlone) return calls;
  const rows: (AlignedCall | number)[] = [];
  let row: AlignedCall[] = [];
  const flush = (): void => {
    const middle = row.length - 2 * KEPT;
    rows.push(...(middle > 1 ? [...row.slice(0, KEPT), middle, ...row.slice(-KEPT)] : row));
    row = [];
  };
  for (const call of calls) {
    if (call.change === 'same') row.push(call);
    else {
      flush();
      rows.push(call);
    }
  }
  flush();
  return rows;
}

interface SideDrawing extends TurnDrawing {
  readonly half: number | null;
}

function callLines(call: AlignedCall, drawing: SideDrawing & { readonly isFirst: boolean }): readonly string[] {
  const { isAlone, half, branch, options, paint, isFirst } = drawing;
  const [sign, colour] = isAlone ? LOOK.same : LOOK[call.change];
  const mark = `${isFirst ? '▸ ' : '  '}${sign}`;
  const withMark = (lines: readonly string[]): readonly string[] =>
    lines.map((line, index) => {
      const start = index === 0 ? mark : MARGIN;
      return index === 0 && colour !== null ? `${paint(start, colour)}${line}` : `${start}${line}`;
    });
  const withResult = isAlone || call.change !== 'same';
  const side = (made: ToolCall | null, width: number | null): readonly string[] =>
    sideLines(made, width, withResult, paint);
  if (isAlone) return withMark(side(call.here, within(options.columns)));
  if (half !== null) return withMark(sideBySide(side(call.main, half), side(call.here, half), half));
  const width = within(options.columns);
  if (call.change === 'same') return withMark(side(call.here, width));
  return withMark([paint(branch, 'dim'), ...side(call.main, width), paint('here', 'dim'), ...side(call.here, width)]);
}

function within(columns: number | null): number | null {
  return columns === null ? null : Math.max(12, columns - MARGIN.length);
}

function sideLines(made: ToolCall | null, width: number | null, withResult: boolean, paint: Paint): readonly string[] {
  if (made === null) return [paint('(no such call)', 'dim')];
  const call = wrapLine(plainLine(`${made.name} ${jsonText(made.arguments)}`, LONGEST_TEXT), width);
  if (!withResult || (made.result === null && made.status !== 'error')) return call;
  const result = made.result === null ? '' : typeof made.result === 'string' ? made.result : jsonText(made.result);
  const text = [made.status === 'error' ? 'failed' : '', result].filter((part) => part !== '').join(': ');
  return [...call, ...hangLine('→ ', plainLine(text, LONGEST_RESULT), width).map((line) => paint(line, 'dim'))];
}

function answerLines(
  { main, here }: AlignedTurn,
  { isAlone, half, branch, options, paint }: SideDrawing,
): readonly string[] {
  const outputs = [main?.output ?? null, here?.output ?? null] as const;
  const [ofMain, ofHere] = outputs;
  const [near, nearHere] =
    ofMain === null || ofHere === null ? outputs : nearDifference([ofMain, ofHere], LONGEST_TEXT - 100);
  const answers = { main: answerOf(near), here: answerOf(nearHere) };
  const text = (answer: string, width: number | null): readonly string[] =>
    answer.split('\n').flatMap((line) => wrapLine(line, width));
  const indented = (lines: readonly string[]): readonly string[] => lines.map((line) => `${MARGIN}${line}`.trimEnd());
  const width = within(options.columns);
  if (isAlone || ofMain === ofHere) {
    const head = isAlone || main === null ? '  answer' : '  the same answer';
    return [paint(head, 'dim'), ...indented(text(answers.here, width))];
  }
  if (half !== null)
    return [
      paint('  answers', 'dim'),
      ...indented(sideBySide(text(answers.main, half), text(answers.here, half), half)),
    ];
  return [
    paint(`  ${branch}'s answer`, 'dim'),
    ...indented(text(answers.main, width)),
    paint('  the answer here', 'dim'),
    ...indented(text(answers.here, width)),
  ];
}

/** An answer for people, of a bounded length; line breaks stay. */
function answerOf(output: string | null): string {
  if (output === null) return '(none)';
  const clean = visible(output.slice(0, 8 * LONGEST_TEXT))
    .replaceAll('\t', '  ')
    .trim();
  const characters = [...clean];
  if (clean === '') return '(empty)';
  return characters.length <= LONGEST_TEXT ? clean : `${characters.slice(0, LONGEST_TEXT).join('')}…`;
}
