import { cutEnd } from '#common/cut.ts';
import { untrustedLine } from '#common/error-message.ts';
import { canonicalJson, type Json } from '#common/json.ts';
import { listed } from '#common/words.ts';
import type { RunDifference } from './run-difference.ts';

/** Names of the two sides in the sentence of a difference. */
export interface SideNames {
  readonly before: string;
  readonly after: string;
}

/** The default branch by its name, and the change. */
export function mainAndHere(main: string): SideNames {
  return { before: `on ${main}`, after: 'here' };
}

/** A run of main next to those before it. */
export const BEFORE_AND_NOW: SideNames = { before: 'before', after: 'now' };

/** A difference in words: `model: small-1 on main, small-2 here`, `the prompt (prompt.md)`. */
export function differenceWords(difference: RunDifference, sides: SideNames): string {
  switch (difference.kind) {
    case 'setting':
      return bothSides(difference.name, difference, sides);
    case 'hash_version':
    case 'metrics_version':
      return bothSides(difference.kind, difference, sides);
    case 'hidden_conditions':
      return bothSides('conditions', difference, sides);
    case 'hidden_treatment':
      return bothSides('treatment', difference, sides);
    case 'prompt_file':
      return `the prompt${fileNames(difference, sides)}`;
    case 'tools_file':
      return `the tools${fileNames(difference, sides)}`;
    case 'test_file':
    case 'imported_file':
    case 'manifest':
      return runnerFileName(difference);
    case 'prompt_text':
      return `a prompt: ${difference.lines.map(untrustedLine).join(' ')}`;
    case 'tool':
      return toolWords(difference);
  }
}

/** The first of the differences, to be embedded in another sentence. */
export function fewDifferences(differences: readonly RunDifference[], sides: SideNames): string {
  const texts = differences.map((difference) => cutEnd(differenceWords(difference, sides), LONGEST_SENTENCE));
  return listed(texts, MOST_SHOWN, '; ');
}

const MOST_SHOWN = 3;
const LONGEST_SENTENCE = 300;

/** A tool, with what differs of it. */
export function toolWords({ tool, server, state, parts, renamed }: RunDifference & { readonly kind: 'tool' }): string {
  const name = server === null ? untrustedLine(tool) : `${untrustedLine(tool)} of ${untrustedLine(server)}`;
  const names = renamed === undefined ? '' : `: ${untrustedLine(renamed.from)} → ${untrustedLine(renamed.to)}`;
  return `the ${server === null ? '' : 'MCP '}tool ${name} (${state === 'changed' ? parts.join(', ') : state}${names})`;
}

/** A file of a runner: `evals/score.ts`, `yarn.lock (removed)`. */
export function runnerFileName({ path, state }: Extract<RunDifference, { readonly path: string }>): string {
  return `${untrustedLine(path)}${state === 'changed' ? '' : ` (${state})`}`;
}

interface Values {
  readonly before?: Json;
  readonly after?: Json;
}

function bothSides(name: string, { before, after }: Values, sides: SideNames): string {
  return `${name}: ${valueWords(before)} ${sides.before}, ${valueWords(after)} ${sides.after}`;
}

const LONGEST_VALUE = 80;

function valueWords(value: Json | undefined): string {
  if (value === undefined) return 'absent';
  const text = typeof value === 'string' ? value : canonicalJson(value);
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE - 1)}…` : text;
}

type FileDifference = RunDifference & { readonly kind: 'prompt_file' | 'tools_file' };

function fileNames({ before = 'none', after = 'none' }: FileDifference, sides: SideNames): string {
  if (before !== after && before !== null && after !== null)
    return ` (${before} ${sides.before}, ${after} ${sides.after})`;
  const name = after ?? before;
  return name === null ? '' : ` (${name})`;
}
