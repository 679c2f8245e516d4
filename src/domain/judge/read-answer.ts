import * as z from 'zod';
import { VERDICTS } from './answer-schema.ts';
import type { JudgeCriterion } from './criterion.ts';
import { type FoundJson, findJson } from './find-json.ts';
import { isQuoteOf } from './quote.ts';
import type { ShownBlock } from './shown.ts';
import type { Vote } from './votes.ts';

/** The votes of an answer, one for each criterion in their order; or why it can't be read, a sentence part. */
export type ReadAnswer = { readonly votes: readonly Vote[] } | { readonly problem: string };

/** Version of this reading: another one may find another verdict in the same answer. */
export const PARSER_VERSION = 2;

/**
 * Reads a judge's answer: the one JSON of the form that was asked for, whatever stands around it. With words around it, what the
 * content says too is a quote and no answer; two answers that differ are none. A quote that occurs nowhere in what the judge saw makes its
 * vote worthless.
 */
export function readAnswer(
  text: string,
  criteria: readonly JudgeCriterion[],
  blocks: readonly ShownBlock[],
): ReadAnswer {
  const form = formOf(criteria);
  const readIn = (found: FoundJson) => form.safeParse(unwrapped(found.value, criteria));
  const found = findJson(text);
  const read = found.map(readIn);
  const quotable = new Set(
    found.every(({ alone }) => alone)
      ? []
      : blocks.flatMap((block) => findJson(block.text).map((quoted) => JSON.stringify(readIn(quoted).data))),
  );
  const answers = read.flatMap(({ data }) => (data === undefined || quotable.has(JSON.stringify(data)) ? [] : [data]));
  const [answer, ...others] = answers;
  if (answer === undefined) return { problem: problemOf(read[0]?.error?.issues[0], found.length) };
  if (others.some((other) => JSON.stringify(other) !== JSON.stringify(answer)))
    return { problem: 'it has several answers, which differ' };
  return { votes: answer.map((given) => voteOf(given, blocks)) };
}

function problemOf(issue: z.core.$ZodIssue | undefined, found: number): string {
  if (found === 0 || issue === undefined) return 'it is not JSON';
  return `${issue.path.join('.') || 'the answer'}: ${issue.message}`;
}

const LONGEST = 20_000;
const evidence = z.string({ error: 'expected a text' }).max(LONGEST, `longer than ${LONGEST} characters`);

const judgement = z.object({
  evidence: z.union([evidence, z.null(), z.array(evidence).max(20)], { error: 'expected a text' }),
  verdict: z.preprocess(
    (written) =>
      typeof written === 'string'
        ? written
            .trim()
            .toLowerCase()
            .replace(/[\s-]+/g, '_')
        : written,
    z.enum(VERDICTS, { error: `expected one of ${VERDICTS.join(', ')}` }),
  ),
});

type Judgement = z.output<typeof judgement>;

function formOf(criteria: readonly JudgeCriterion[]): z.ZodType<readonly Judgement[]> {
  if (criteria.length === 1) return judgement.transform((given) => [given]);
  const shape = Object.fromEntries(criteria.map(({ id }) => [id, judgement]));
  return z.object(shape).transform((given) => criteria.flatMap(({ id }) => given[id] ?? []));
}

/** Models put one judgement into a list, or below the criterion's name. */
function unwrapped(value: unknown, [only, ...others]: readonly JudgeCriterion[]): unknown {
  const single: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
  if (only === undefined || others.length > 0 || typeof single !== 'object' || single === null) return single;
  const entries = Object.entries(single);
  return entries.length === 1 && entries[0]?.[0] === only.id ? entries[0][1] : single;
}

function voteOf({ evidence: written, verdict }: Judgement, blocks: readonly ShownBlock[]): Vote {
  const quotes = [written ?? []].flat().filter((quote) => !/^\W*(none)?\W*$/i.test(quote));
  const quoted = quotes.length === 0 ? null : quotes.map((quote) => quote.trim()).join(' … ');
  if (verdict === 'cannot_tell') return { verdict, evidence: quoted, problem: 'the judge can not tell' };
  if (!quotes.every((quote) => blocks.some(({ text }) => isQuoteOf(quote.trim(), text))))
    return { verdict: 'malformed', evidence: quoted, problem: 'the judge quotes what it was not shown' };
  return { verdict, evidence: quoted, problem: null };
}
