import { type StructuredPatchHunk, structuredPatch } from 'diff';

/** How a text changed, line by line. */
export interface TextDiff {
  /** Hunks in unified format without file names, each line with its end. */
  readonly hunks: string;
  readonly added: number;
  readonly removed: number;
}

/** Where more lines than this differ, the whole text is shown as replaced. */
const MOST_CHANGES = 1000;

/** The difference of two texts in unified format, with three lines of context. An absent file is the empty text. */
export function unifiedDiff(before: string, after: string): TextDiff {
  const patch = structuredPatch('', '', before, after, '', '', { context: 3, maxEditLength: MOST_CHANGES });
  const hunks = patch?.hunks ?? [replaced(before, after)];
  const count = (sign: string): number => hunks.flatMap(({ lines }) => lines).filter((line) => line[0] === sign).length;
  return { hunks: hunks.map(hunkText).join(''), added: count('+'), removed: count('-') };
}

function hunkText({ oldStart, oldLines, newStart, newLines, lines }: StructuredPatchHunk): string {
  const side = (start: number, length: number): string => `${length === 0 ? start - 1 : start},${length}`;
  return `@@ -${side(oldStart, oldLines)} +${side(newStart, newLines)} @@\n${lines.map((line) => `${line}\n`).join('')}`;
}

function replaced(before: string, after: string): StructuredPatchHunk {
  const hunks = [structuredPatch('', '', before, ''), structuredPatch('', '', '', after)].flatMap(
    (patch) => patch.hunks,
  );
  const sum = (lines: 'oldLines' | 'newLines'): number => hunks.reduce((total, hunk) => total + hunk[lines], 0);
  return {
    oldStart: 1,
    oldLines: sum('oldLines'),
    newStart: 1,
    newLines: sum('newLines'),
    lines: hunks.flatMap(({ lines }) => lines),
  };
}
