import type { ComponentChildren } from 'preact';
import { plural } from '#common/words.ts';
import type { RequestSegment } from '#trials/trial/model-call-record.ts';
import { type LineChange, lineDiff } from '../align/line-diff.ts';
import type { RequestDiff, SegmentChange } from '../align/request-diff.ts';
import type { CaseData } from '../data/case-data.ts';
import { visibleText } from '../markup/shown.ts';

const KIND: Readonly<Record<RequestSegment['kind'], string>> = {
  settings: 'settings',
  system: 'system prompt',
  tool: 'tool',
  message: 'message',
};

/** What the model was shown differently before the first different call; `null`: nobody recorded it. */
export function requestChanges(
  request: RequestDiff | null,
  segments: CaseData['segments'],
  branch: string,
): ComponentChildren {
  if (request === null) return null;
  const { turn, step, changes, same } = request;
  const place = `model call ${step}${turn > 1 ? ` of turn ${turn}` : ''}`;
  if (changes.length === 0) {
    return (
      <p class="request">{`In ${place}, before the difference, the model was shown exactly the same on both sides (${plural(same, 'part')}): it decided differently by itself.`}</p>
    );
  }
  return (
    <details class="request" open>
      <summary>
        <b>{`What the model was shown differently in ${place}`}</b>
        {` ${counted(changes, same)}`}
      </summary>
      {changes.map((change) => segmentChange(change, segments, branch))}
    </details>
  );
}

function counted(changes: readonly SegmentChange[], same: number): string {
  return `${plural(changes.length, 'part')} of ${changes.length + same}`;
}

function segmentChange(
  { kind, label, main, here }: SegmentChange,
  segments: CaseData['segments'],
  branch: string,
): ComponentChildren {
  const name = [KIND[kind], label].filter((part) => part !== '').join(' ');
  const how = main === null ? 'only here' : here === null ? `only on ${branch}` : 'changed';
  const before = textOf(main, segments);
  const after = textOf(here, segments);
  return (
    <section class="segment">
      <h3>
        {visibleText(name)}
        <span class="note">{` ${how}`}</span>
      </h3>
      {before === null || after === null ? (
        <p class="none">Its text is not stored.</p>
      ) : (
        <pre class="diff" tabindex={0}>
          {contextual(lineDiff(before, after)).map(line)}
        </pre>
      )}
    </section>
  );
}

/** The text; '' for a side that has none, `null` where it is not stored. */
function textOf(hash: string | null, segments: CaseData['segments']): string | null {
  if (hash === null) return '';
  return Object.hasOwn(segments, hash) ? (segments[hash]?.text ?? null) : null;
}

/** Equal lines next to a change that are shown. */
const CONTEXT = 3;

type Shown = LineChange | { readonly kind: 'gap'; readonly lines: number };

function contextual(lines: readonly LineChange[]): readonly Shown[] {
  const changed = lines.flatMap((line, index) => (line.kind === 'same' || isBlank(line) ? [] : [index]));
  const near = new Set(changed.flatMap((at) => Array.from({ length: 2 * CONTEXT + 1 }, (_, by) => at - CONTEXT + by)));
  const result: Shown[] = [];
  for (const [index, line] of lines.entries()) {
    const last = result.at(-1);
    if (line.kind !== 'same') result.push(...(isBlank(line) ? [] : [line]));
    else if (near.has(index)) result.push(line);
    else if (last?.kind === 'gap') result[result.length - 1] = { kind: 'gap', lines: last.lines + 1 };
    else result.push({ kind: 'gap', lines: 1 });
  }
  return result;
}

/** The empty line that a side without text consists of. */
function isBlank(change: LineChange): boolean {
  return change.kind !== 'same' && change.words.every(({ text }) => text === '');
}

function line(change: Shown): ComponentChildren {
  if (change.kind === 'gap') return <span class="gap">{`  … ${plural(change.lines, 'equal line')}\n`}</span>;
  if (change.kind === 'same') return `  ${visibleText(change.text)}\n`;
  const [Tag, sign] = change.kind === 'added' ? (['ins', '+ '] as const) : (['del', '− '] as const);
  const words = change.words.map(({ text, changed }) =>
    changed ? <mark>{visibleText(text)}</mark> : visibleText(text),
  );
  return (
    <Tag>
      {sign}
      {words}
      {'\n'}
    </Tag>
  );
}
