import { nearestName } from '#common/document/nearest-name.ts';
import type { CommandProblem } from '#report/outputs/command-words.ts';
import { OPTIONS } from './options.ts';

/** The words of a command that may have a value: inputs of the run that it starts. */
const WORDS = ['cases', 'trials', 'agents', 'run-all'] as const;
type Word = (typeof WORDS)[number];

/** All words, as one writes them. */
export const SLASH_WORDS = '/eval, cases=refund-*, trials=10, agents=small,large, run-all';

/** Inputs of a run by name. */
export interface StartInputs {
  readonly [name: string]: string;
}

/**
 * The command that is the first line of a comment: `/eval`, and words with values after it, which are inputs of the run. `null`:
 * the comment is none.
 */
export function readSlashCommand(
  body: string,
): { readonly inputs: StartInputs } | { readonly problems: readonly CommandProblem[] } | null {
  const [command, ...words] = (body.trim().split(/\r?\n/, 1)[0] ?? '').trim().split(/\s+/);
  if (command !== '/eval') return null;
  const inputs = new Map<Word, string>();
  const problems: CommandProblem[] = [];
  for (const argument of words) {
    const at = argument.indexOf('=');
    const name = at === -1 ? argument : argument.slice(0, at);
    const word = WORDS.find((known) => known === name);
    if (word === undefined) {
      problems.push({ kind: 'unknown', word: name, suggestion: nearestName(name, WORDS) });
      continue;
    }
    const value = at === -1 && word === 'run-all' ? 'true' : argument.slice(at === -1 ? argument.length : at + 1);
    const { kind } = OPTIONS[word];
    const read = value === '' ? { problems: ['has no value'] } : kind.read(value);
    if ('problems' in read)
      problems.push(...read.problems.map((problem) => ({ kind: 'value', word, problem }) as const));
    else if (inputs.has(word)) problems.push({ kind: 'twice', word });
    else inputs.set(word, value);
  }
  return problems.length > 0 ? { problems } : { inputs: Object.fromEntries(inputs) };
}
