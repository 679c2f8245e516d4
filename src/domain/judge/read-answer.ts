import * as z from 'zod';
import { VERDICTS } from './answer-schema.ts';
import type { JudgeCriterion } from './criterion.ts';
import { isQuoteOf } from './quote.ts';
import type { ShownBlock } from './shown.ts';
import type { Vote } from './votes.ts';

/** The votes of an answer, one for each criterion in their order; or why it can't be read, a sentence part. */
export type ReadAnswer = { readonly votes: readonly Vote[] } | { readonly problem: string };

/** Version of this reading: another one may find another verdict in the same answer. */
export const PARSER_VERSION = 1;

/** Reads a judge's answer. A quote that occurs nowhere in what the judge saw makes its vote worthless. */
export function readAnswer(
  text: string,
  criteria: readonly JudgeCriterion[],
  blocks: readonly ShownBlock[],
): ReadAnswer {
  const value = jsonOf(text);
  if (value === undefined) return { problem: 'it is not JSON' };
  const [only] = criteria;
  const schema = criteria.length === 1 ? one.transform((said) => [said]) : inOrder(criteria);
  const read = schema.safeParse(value);
  if (read.success) return { votes: read.data.map((said) => voteOf(said, blocks)) };
  const [issue] = read.error.issues;
  const place = issue?.path.join('.') || (only === undefined ? '' : 'the answer');
  return { problem: `${place}: ${issue?.message ?? 'not the JSON that was asked for'}` };
}

const one = z.object({
  evidence: z.string({ error: 'expected a text' }).max(20_000, 'longer than 20000 characters'),
  verdict: z.enum(VERDICTS, { error: `expected one of ${VERDICTS.join(', ')}` }),
});

type Said = z.output<typeof one>;

function inOrder(criteria: readonly JudgeCriterion[]) {
  const shape = Object.fromEntries(criteria.map(({ id }) => [id, one]));
  return z.object(shape).transform((said): readonly Said[] => criteria.flatMap(({ id }) => said[id] ?? []));
}

/** The answer's JSON, also in a code block as many models write it; `undefined`: it is none. */
function jsonOf(text: string): unknown {
  const bare = /^\s*```(?:json)?\s*\n([\s\S]*?)\n\s*```\s*$/.exec(text)?.[1] ?? text;
  try {
    return JSON.parse(bare);
  } catch {
    return undefined;
  }
}

function voteOf({ evidence: written, verdict }: Said, blocks: readonly ShownBlock[]): Vote {
  const evidence = /^\W*(none)?\W*$/i.test(written) ? null : written.trim();
  if (verdict === 'cannot_tell') return { verdict, evidence, problem: 'the judge can not tell' };
  if (evidence !== null && !blocks.some(({ text }) => isQuoteOf(evidence, text)))
    return { verdict: 'malformed', evidence, problem: 'the judge quotes what it was not shown' };
  return { verdict, evidence, problem: null };
}
