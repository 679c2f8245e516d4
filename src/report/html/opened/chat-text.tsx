import type { ComponentChildren } from 'preact';
import { plural } from '#common/words.ts';
import type { Word } from '../align/line-diff.ts';
import { visibleText } from '../markup/shown.ts';

/** Part of a line of Markdown: how it looks; `mark`: it only says how another looks. */
interface Span {
  readonly from: number;
  readonly to: number;
  readonly look: 'plain' | 'strong' | 'em' | 'code' | 'mark';
}

/** A line of an answer. */
export interface ChatLine {
  readonly words: readonly Word[];
  /** The how many-eth in a row it is that is not shown; 0: it is. */
  readonly folded: number;
}

/** A line with more characters is shown as it was written. */
const LONGEST_LINE = 2000;

/**
 * Lines of an untrusted answer as a chat shows them, changed words marked: headings, lists, stress and code of Markdown. A link
 * or an image stays the text that it is.
 */
export function chatText(lines: readonly ChatLine[]): ComponentChildren {
  let isCode = false;
  return lines.map(({ words, folded }, at) => {
    const line = words.map(({ text }) => text).join('');
    const isFence = /^ {0,3}(?:```|~~~)/.test(line);
    if (isFence) isCode = !isCode;
    if (folded > 0)
      return (lines[at + 1]?.folded ?? 0) > 0 ? null : <i class="note">{`⋯ ${plural(folded, 'equal line')}\n`}</i>;
    if (isFence && words.every(({ changed }) => !changed)) return null;
    if (isFence || isCode || line.startsWith('|')) return [<code>{pieces(words, raw(line))}</code>, '\n'];
    const [, bullet = ''] = /^( *[-*+] )\S/.exec(line) ?? [];
    const [heading = ''] = /^ {0,3}#{1,6} +(?=\S)/.exec(line) ?? [];
    const spans = line.length > LONGEST_LINE ? raw(line) : spansOf(line, heading.length);
    const hides = words.some(({ changed }) => changed) && !isChangeSeen(words, spans);
    const shown = pieces(words, hides ? raw(line) : spans, bullet);
    return [heading === '' ? shown : <b class="heading">{shown}</b>, '\n'];
  });
}

/** Lines of a text that is compared with none. */
export function uncompared(text: string): readonly ChatLine[] {
  return text.split(/\r?\n/).map((line) => ({ words: [{ text: line, changed: false }], folded: 0 }));
}

function raw(line: string): readonly Span[] {
  return [{ from: 0, to: line.length, look: 'plain' }];
}

const STRESS = /`([^`]+)`|\*\*([^*]+)\*\*|(?<![\w*])\*([^*\s][^*]*)\*(?![\w*])/g;

/** All of a line, in order. */
function spansOf(line: string, start: number): readonly Span[] {
  const spans: Span[] = [{ from: 0, to: start, look: 'mark' }];
  let at = start;
  for (const found of line.slice(start).matchAll(STRESS)) {
    const [whole, code, strong] = found;
    const [from, width] = [start + found.index, strong === undefined ? 1 : 2];
    const to = from + whole.length;
    spans.push({ from: at, to: from, look: 'plain' }, { from, to: from + width, look: 'mark' });
    const look = code !== undefined ? 'code' : strong !== undefined ? 'strong' : 'em';
    spans.push({ from: from + width, to: to - width, look }, { from: to - width, to, look: 'mark' });
    at = to;
  }
  return [...spans, { from: at, to: line.length, look: 'plain' }];
}

/** The parts of words and spans that overlap. */
function overlaps(words: readonly Word[], spans: readonly Span[]) {
  let end = 0;
  return words.flatMap(({ text, changed }) => {
    const start = end;
    end += text.length;
    return spans.flatMap(({ from, to, look }) => {
      const part = text.slice(Math.max(from - start, 0), Math.max(Math.min(to, end) - start, 0));
      return part === '' ? [] : [{ part, changed, look }];
    });
  });
}

/** Marks hide no change. */
function isChangeSeen(words: readonly Word[], spans: readonly Span[]): boolean {
  return overlaps(words, spans).some(({ changed, look, part }) => changed && look !== 'mark' && part.trim() !== '');
}

function pieces(words: readonly Word[], spans: readonly Span[], bullet = ''): ComponentChildren {
  const parts = overlaps(words, spans).filter(({ look }) => look !== 'mark');
  return parts.map(({ part, changed, look }, index) => {
    const dotted =
      index === 0 && part.startsWith(bullet) ? part.replace(/[-*+](?= )/, bullet === '' ? '$&' : '•') : part;
    const text = changed ? <mark>{visibleText(dotted)}</mark> : visibleText(dotted);
    if (look === 'strong') return <strong>{text}</strong>;
    if (look === 'em') return <em>{text}</em>;
    return look === 'code' ? <code>{text}</code> : text;
  });
}
