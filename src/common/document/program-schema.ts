import * as z from 'zod';
import { expected, type RawIssue } from './zod-messages.ts';

/** A program and its arguments; no shell in between. */
export const programSchema = z
  .array(z.string(), { error: notAList })
  .min(1)
  .superRefine(([program, ...rest], context) => {
    const message = program === undefined ? null : programProblem(program, rest.length);
    if (message !== null) context.addIssue({ code: 'custom', path: [0], message });
  });

const WORDS = 'a list of program and arguments such as [python, agent.py]';

function notAList(issue: RawIssue): string | undefined {
  const { input } = issue;
  const message = expected(WORDS)(issue);
  if (typeof input !== 'string' || input.trim() === '' || message === undefined) return message;
  const mend = isListAsText(input) ? 'take away the quotes around the list' : 'write it as a list, word by word';
  return `${message}; ${mend}: ${listOf(input)}`;
}

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
  const words = [...inner.matchAll(/"([^"]*)"|'([^']*)'|[^\s,]+/g)].map(([word, double, single]) =>
    scalar(double ?? single ?? word),
  );
  const list = `[${words.join(', ')}]`;
  return list.length > LONGEST ? '[program, argument, …]' : list;
}

function scalar(word: string): string {
  return /^[\w./@=+-]+$/.test(word) && !/^-?[\d.]+$/.test(word) ? word : JSON.stringify(word);
}
