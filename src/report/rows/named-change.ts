import { cutEnd } from '#common/cut.ts';
import { canonicalJson, type Json } from '#common/json.ts';
import { sha256Hex } from '#common/sha256.ts';
import { runnerFileName, toolWords } from '#gate/baseline/pairing/difference-words.ts';
import type { RunDifference } from '#gate/baseline/pairing/run-difference.ts';
import type { RunSummary } from '../report.ts';

/** One thing that a change did to the agent. */
export interface NamedChange {
  /** A file, or the key of the config: `prompt.md`, `model`. */
  readonly name: string;
  /** Both values; `null` if only the name says something to a reader. */
  readonly before: string | null;
  readonly after: string | null;
  /** Files of the change that carry it; empty: none is known to. */
  readonly files: readonly ChangedFile[];
  /** Lines that a model is shown in other words, `- ` or `+ ` before each. */
  readonly lines: readonly string[];
}

/** A file of the change, or a line of one, and the address of its diff; `null`: there is none to look at. */
export interface ChangedFile {
  readonly path: string;
  readonly url: string | null;
}

/** What a change did to the agent, by name, with the diffs to look at. */
export function namedChange(difference: RunDifference, { diff_url: diff }: Pick<RunSummary, 'diff_url'>): NamedChange {
  const { files = [] } = difference;
  const { file, line } = (difference.kind === 'tool' && difference.renamed) || { file: null, line: 0 };
  const others = files.filter((path) => path !== file);
  const urlOf = (path: string) => diff && `${diff}#diff-${sha256Hex(path)}`;
  const ofLine = file === null ? [] : [{ path: `${file}:${line}`, url: diff && `${urlOf(file)}R${line}` }];
  return {
    ...nameOf(difference),
    files: [...ofLine, ...others.map((path) => ({ path, url: urlOf(path) }))],
    lines: difference.kind === 'prompt_text' ? difference.lines : [],
  };
}

type Name = Pick<NamedChange, 'name' | 'before' | 'after'>;

/** A difference by name, with both values unless these are hashes or names of one file. */
function nameOf(difference: RunDifference): Name {
  switch (difference.kind) {
    case 'setting':
      return [difference.before, difference.after].some(isHash)
        ? onlyName(difference.name)
        : { name: difference.name, before: valueText(difference.before), after: valueText(difference.after) };
    case 'hash_version':
    case 'metrics_version':
      return { name: difference.kind, before: `${difference.before}`, after: `${difference.after}` };
    case 'hidden_conditions':
      return onlyName('the conditions of a run');
    case 'hidden_treatment':
      return onlyName("the agent's configuration");
    case 'prompt_file':
      return fileChange('prompt', difference);
    case 'tools_file':
      return fileChange('tools', difference);
    case 'test_file':
    case 'imported_file':
    case 'manifest':
      return onlyName(runnerFileName(difference));
    case 'prompt_text':
      return onlyName('the prompt');
    case 'tool':
      return onlyName(toolWords(difference));
  }
}

function onlyName(name: string): Name {
  return { name, before: null, after: null };
}

function fileChange(
  name: string,
  { before = 'none', after = 'none' }: RunDifference & { readonly kind: 'prompt_file' | 'tools_file' },
): Name {
  if (before !== null && after !== null && before !== after) return { name, before, after };
  return onlyName(after ?? before ?? `the ${name}`);
}

function isHash(value: Json | undefined): boolean {
  return typeof value === 'string' && /^[0-9a-f]{16,}$/.test(value);
}

/** A list of words as people type it. */
function valueText(value: Json | undefined): string {
  if (value === undefined) return 'absent';
  const isCommand = Array.isArray(value) && value.every((word) => typeof word === 'string');
  const text = isCommand ? value.join(' ') : typeof value === 'string' ? value : canonicalJson(value);
  return cutEnd(text, LONGEST);
}

const LONGEST = 80;
