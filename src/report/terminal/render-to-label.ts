import type { JudgeCriterion } from '#judge/criterion.ts';
import type { ShownBlock } from '#judge/shown.ts';
import { painter } from '../colour.ts';
import { plainLine, visible } from '../escape.ts';
import { hangLine, type TerminalOptions, wrapLine } from './layout.ts';

/** One question to a person, with what the judge saw. Every line of untrusted text is marked. */
interface LabelScreen {
  readonly case_id: string;
  readonly turn: number | null;
  readonly criterion: JudgeCriterion;
  readonly blocks: readonly ShownBlock[];
  /** From 1. */
  readonly number: number;
  readonly of: number;
}

/** The screen of one question, as plain text. */
export function renderToLabel(screen: LabelScreen, options: TerminalOptions): string {
  const { case_id, turn, criterion, blocks, number, of } = screen;
  const paint = painter(options);
  const place = `${plainLine(case_id)}${turn === null ? '' : `, turn ${turn}`}`;
  return [
    paint(`── ${number} of ${of} · ${place} · ${plainLine(criterion.id)}`, 'dim'),
    ...blocks.flatMap(({ title, text }) => [paint(title, 'dim'), ...contentLines(text, options)]),
    '',
    ...hangLine('? ', plainLine(criterion.ask, LONGEST_QUESTION), options.columns).map((line) => paint(line, 'bold')),
  ].join('\n');
}

/** Lines of untrusted text, each behind a bar, so that none can be mistaken for one of ours. */
function contentLines(text: string, { columns }: TerminalOptions): readonly string[] {
  const visibleText = visible(text.slice(0, 2 * LONGEST)).slice(0, LONGEST);
  const width = columns === null ? null : Math.max(20, columns - BAR.length);
  const lines = visibleText.split('\n').flatMap((line) => wrapLine(line.replaceAll('\t', '  '), width));
  const more = text.length > LONGEST ? [`… ${text.length - LONGEST} more characters, which the judge saw too`] : [];
  return [...lines, ...more].map((line) => `${BAR}${line}`.trimEnd());
}

const BAR = '  │ ';
const LONGEST = 20_000;
const LONGEST_QUESTION = 4000;
