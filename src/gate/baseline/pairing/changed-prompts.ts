import { diffArrays } from 'diff';
import { cutEnd } from '#common/cut.ts';
import type { RunDifference } from './run-difference.ts';

type PromptText = RunDifference & { readonly kind: 'prompt_text' };

/** Prompts that models are shown in other words than on main. */
export function changedPrompts(here: readonly string[], main: readonly string[]): readonly PromptText[] {
  const before = main.length === 0 ? [''] : main.filter((text) => !here.includes(text));
  const after = here.length === 0 ? [''] : here.filter((text) => !main.includes(text));
  const rest = [...before];
  const pairs = after.flatMap((text) => {
    const nearest = rest.toSorted((left, right) => likeness(text, right) - likeness(text, left))[0];
    if (nearest === undefined || (likeness(text, nearest) < ALIKE && before.length + after.length > 2)) return [];
    rest.splice(rest.indexOf(nearest), 1);
    return [[nearest, text] as const];
  });
  return pairs.slice(0, MOST_PROMPTS).flatMap(([old, fresh]) => {
    const lines = changedLines(old, fresh);
    return lines.length === 0 ? [] : [{ kind: 'prompt_text', lines } as const];
  });
}

/** Which share of the words of the shorter one the two have in common. */
function likeness(left: string, right: string): number {
  const [words, others] = [new Set(left.split(/\s+/)), new Set(right.split(/\s+/))];
  const common = [...words].filter((word) => others.has(word)).length;
  return common / Math.max(1, Math.min(words.size, others.size));
}

/** The lines that differ, as a unified diff marks them. */
function changedLines(before: string, after: string): readonly string[] {
  const [old, fresh] = [before.split('\n'), after.split('\n')];
  const blocks = diffArrays(old, fresh, { maxEditLength: 1000, comparator: isSameLine }) ?? [
    { removed: true, added: false, value: old },
    { removed: false, added: true, value: fresh },
  ];
  return blocks
    .flatMap(({ value, added, removed }) =>
      added || removed ? value.map((line) => `${added ? '+' : '-'} ${cutEnd(line, LONGEST_LINE)}`) : [],
    )
    .filter((line) => line.trim().length > 1)
    .slice(0, MOST_LINES);
}

/** Main's secrets are masked where they are stored. */
function isSameLine(stored: string, line: string): boolean {
  const [start = '', ...rest] = stored.split(MASK);
  const end = rest.at(-1);
  return end === undefined ? stored === line : line.startsWith(start) && line.endsWith(end);
}

const MASK = '***';
const ALIKE = 0.5;
const MOST_PROMPTS = 5;
const MOST_LINES = 40;
const LONGEST_LINE = 400;
