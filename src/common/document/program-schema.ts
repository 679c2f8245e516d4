import * as z from 'zod';
import { flowText } from './mend.ts';
import { expectation, type RawIssue } from './zod-messages.ts';

/** A program and its arguments; no shell in between. */
export const programSchema = z
  .array(z.string(), { error: notAList })
  .min(1)
  .superRefine(([program, ...rest], context) => {
    const message = program === undefined ? null : programProblem(program, rest.length);
    if (message !== null) context.addIssue({ code: 'custom', path: [0], message });
    const pipe = rest.findIndex((word) => PIPES.test(word));
    if (pipe !== -1)
      context.addIssue({
        code: 'custom',
        path: [pipe + 1],
        message: `"${rest[pipe]}" is an argument here; ${NO_SHELL}`,
      });
  });

const WORDS = 'a list of program and arguments such as [python, agent.py]';

function notAList(issue: RawIssue): string | undefined {
  const { input } = issue;
  if (issue.code !== 'invalid_type') return undefined;
  const message = expectation(WORDS, input);
  if (typeof input !== 'string' || input.trim() === '') return message;
  if (isListAsText(input)) return `${message}; take away the quotes around the list: ${listOf(input)}`;
  return FOR_A_SHELL.test(input)
    ? `${message}; ${NO_SHELL}`
    : `${message}; write it as a list, word by word: ${listOf(input)}`;
}

const NO_SHELL = 'no shell runs it: put the line into a script, or write [sh, -c, "…"]';

/** Words of a list that only a shell understands; programs take others of them, such as `find -exec … ;`. */
const PIPES = /^(?:\|\|?|&&|\d?>{1,2}|\d?>&\d)$/;

/** What only a shell understands: pipes, redirections, several commands, variables. */
const FOR_A_SHELL = /[|<>;&`]|\$[({A-Za-z]/;

/** Why a program can't be intended; a program in a folder may have a space in its path. */
function programProblem(program: string, others: number): string | null {
  if (program === '') return 'the program is an empty text; write its name first';
  if (others > 0) return null;
  if (isListAsText(program)) return `a list inside quotes is one text; take away its quotes: ${listOf(program)}`;
  const [first = '', second] = program.trim().split(/\s+/);
  return second === undefined || /[/\\]/.test(first)
    ? null
    : `the program and its arguments are one text; write them apart: ${listOf(program)}`;
}

function isListAsText(text: string): boolean {
  return /^\s*\[.*\]\s*$/s.test(text);
}

const LONGEST = 80;

/** The words of a command as a list in YAML: texts in quotes stay whole. */
function listOf(text: string): string {
  const inner = text.trim().replace(/^\[|\]$/g, '');
  const words = [...inner.matchAll(/"([^"]*)"|'([^']*)'|[^\s,]+/g)].map(
    ([word, double, single]) => double ?? single ?? word,
  );
  const list = flowText(words);
  return list.length > LONGEST ? '[program, argument, …]' : list;
}
