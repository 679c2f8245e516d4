import { inlineCode, prose } from '../escape.ts';

/** What is wrong with a word of a comment's command; texts are the commenter's. */
export type CommandProblem =
  | { readonly kind: 'unknown'; readonly word: string; readonly suggestion: string | null }
  | { readonly kind: 'value'; readonly word: string; readonly problem: string }
  | { readonly kind: 'twice'; readonly word: string };

/** The answer to a command with words that can't be used, Markdown. `words`: those there are. */
export function commandAnswer(problems: readonly CommandProblem[], words: string): string {
  const lines = problems.slice(0, MOST).map((problem) => `- ${inlineCode(problem.word, 60)} ${whatIsWrong(problem)}`);
  return ['Nothing was started:', '', ...lines, '', `The words are ${inlineCode(words, 300)}.`].join('\n');
}

function whatIsWrong(problem: CommandProblem): string {
  if (problem.kind === 'twice') return 'is there twice; write its values with commas';
  if (problem.kind === 'value') return prose(problem.problem, 200);
  return `is not a word of this command${problem.suggestion === null ? '' : `; did you mean ${inlineCode(problem.suggestion, 60)}?`}`;
}

/** The answer to a command that GitHub, or the rules of runs by hand, refuse; Markdown. */
export function commandRefusal(why: string): string {
  return `Nothing was started: ${prose(why, 500)}.`;
}

const MOST = 10;
