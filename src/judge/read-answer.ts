import * as z from 'zod';
import { VERDICTS } from './answer-schema.ts';
import { clampedScore, type JudgeCriterion } from './criterion.ts';
import { bareJson, type FoundJson, findJson } from './find-json.ts';
import { MARK, type ShownBlock } from './shown.ts';
import type { Vote } from './votes.ts';

/** The votes of an answer, one for each criterion in their order; or why it can't be read, a sentence part. */
export type ReadAnswer = { readonly votes: readonly Vote[] } | { readonly problem: string };

/** Version of this reading: another one may find another verdict in the same answer. */
export const PARSER_VERSION = 3;

/**
 * Reads a judge's answer: the one JSON of the form that was asked for. With anything around it, it is read only where the content
 * has no word of a verdict, which the judge might quote; two answers that differ are none, also if the second one is in words
 * after the first. A quote that occurs nowhere in what the judge saw makes its vote worthless.
 */
export function readAnswer(
  text: string,
  criteria: readonly JudgeCriterion[],
  blocks: readonly ShownBlock[],
): ReadAnswer {
  const bare = bareJson(text);
  const parts = bare === undefined ? unquotable(findJson(text), criteria, blocks) : [{ value: bare, rest: '' }];
  const read = parts.map(({ value, rest }) => ({ rest, ...formOf(criteria).safeParse(unwrapSingle(value, criteria)) }));
  const [answer, ...others] = read.flatMap(({ data }) => (data === undefined ? [] : [data]));
  if (answer === undefined) return { problem: problemOf(read[0]?.error?.issues[0], parts.length) };
  const last = read.findLast(({ data }) => data !== undefined)?.rest ?? '';
  if (others.some((other) => JSON.stringify(other) !== JSON.stringify(answer)) || takesBack(last, answer))
    return { problem: 'it has several answers, which differ' };
  return { votes: answer.map((judgement) => voteOf(judgement, blocks)) };
}

/** The author of the content may have asked for a verdict; then a verdict among other words need not be the judge's own. */
function unquotable(
  parts: readonly FoundJson[],
  criteria: readonly JudgeCriterion[],
  blocks: readonly ShownBlock[],
): readonly FoundJson[] {
  // Of a score, words around it could say another one.
  if (criteria.some(({ min_score }) => min_score !== undefined)) return [];
  const isNamed = (text: string) =>
    /verdict/i.test(text.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, ''));
  return blocks.some(({ text }) => isNamed(text)) ? [] : parts.filter(({ source }) => source.includes('"verdict"'));
}

/** Whether words after an answer name a verdict that is not its own. */
function takesBack(words: string, answer: readonly Judgement[]): boolean {
  const own = new Set(answer.map(({ verdict }) => verdict));
  return [...words.matchAll(/\b(?:(not|un)[ _-]?met|can(?:not|'t|’t| not)[ _]tell|met)\b/gi)].some(([word, not]) => {
    const verdict = not !== undefined ? 'not_met' : /^met$/i.test(word) ? 'met' : 'cannot_tell';
    return !own.has(verdict);
  });
}

function problemOf(issue: z.core.$ZodIssue | undefined, count: number): string {
  if (count === 0 || issue === undefined) return 'it is not JSON';
  return `${issue.path.join('.') || 'the answer'}: ${issue.message}`;
}

const LONGEST = 20_000;
const evidence = z.string({ error: 'expected a text' }).max(LONGEST, `longer than ${LONGEST} characters`);

const quotes = z.union([evidence, z.null(), z.array(evidence).max(20)], { error: 'expected a text' });

const judgement = z.object({
  evidence: quotes,
  verdict: z.preprocess(
    (verdict) =>
      typeof verdict === 'string'
        ? verdict
            .trim()
            .toLowerCase()
            .replace(/[\s-]+/g, '_')
        : verdict,
    z.enum(VERDICTS, { error: `expected one of ${VERDICTS.join(', ')}` }),
  ),
});

/** A score is cut to a verdict at once: what follows knows verdicts alone. */
function scoreSchema(least: number): z.ZodType<Judgement> {
  const score = z
    .number({ error: A_SCORE })
    .nullable()
    .refine((value) => value === null || clampedScore(value) !== null, A_SCORE);
  return z.object({ evidence: quotes, score }).transform((judgement) => {
    const clamped = judgement.score === null ? null : clampedScore(judgement.score);
    if (clamped === null) return { evidence: judgement.evidence, verdict: 'cannot_tell' };
    return { evidence: judgement.evidence, verdict: clamped >= least ? 'met' : 'not_met', score: clamped };
  });
}

const A_SCORE = 'expected a number from 0 to 1, or null';

type Judgement = z.output<typeof judgement> & { readonly score?: number };

function formOf(criteria: readonly JudgeCriterion[]): z.ZodType<readonly Judgement[]> {
  const formOfOne = ({ min_score }: JudgeCriterion): z.ZodType<Judgement> =>
    min_score === undefined ? judgement : scoreSchema(min_score);
  const [only] = criteria;
  if (only !== undefined && criteria.length === 1) return formOfOne(only).transform((judgement) => [judgement]);
  const shape = Object.fromEntries(criteria.map((criterion) => [criterion.id, formOfOne(criterion)]));
  return z.object(shape).transform((judgements) => criteria.flatMap(({ id }) => judgements[id] ?? []));
}

/** Models put one judgement into a list, or below a name: the criterion's, or one that says nothing. */
function unwrapSingle(value: unknown, [only, ...others]: readonly JudgeCriterion[]): unknown {
  const single: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
  if (only === undefined || others.length > 0 || typeof single !== 'object' || single === null) return single;
  const entries = Object.entries(single);
  return entries.length === 1 && [only.id, ...EMPTY_NAMES].includes(entries[0]?.[0] ?? '') ? entries[0]?.[1] : single;
}

const EMPTY_NAMES = ['answer', 'result', 'response', 'output', 'judgement', 'judgment', 'evaluation'];

function voteOf({ evidence, verdict, score }: Judgement, blocks: readonly ShownBlock[]): Vote {
  const copied = [evidence ?? []].flat().filter((quote) => !/^\W*(none)?\W*$/i.test(quote));
  const quoted = copied.length === 0 ? null : copied.map((quote) => quote.trim()).join(' … ');
  if (verdict === 'cannot_tell') return { verdict, evidence: quoted, problem: 'the judge can not tell' };
  if (!copied.every((quote) => blocks.some(({ text }) => isQuoteOf(quote.trim(), text))))
    return { verdict: 'malformed', evidence: quoted, problem: 'the judge quotes what it was not shown' };
  return { verdict, evidence: quoted, ...(score !== undefined && { score }), problem: null };
}

/** Whether a quote occurs in a text, apart from white space, kinds of quotation marks, and marks of lines. */
export function isQuoteOf(quote: string, text: string): boolean {
  const plainQuote = plain(unquote(quote));
  return plainQuote !== '' && (plain(text).includes(plainQuote) || plain(text).includes(plain(quote)));
}

/** Models put a quote in quotation marks of their own. */
function unquote(quote: string): string {
  return quote.trim().replace(/^["'“”‘’«»„`]+|["'“”‘’«»„`]+$/g, '');
}

function plain(text: string): string {
  return text
    .normalize('NFC')
    .split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/)
    .map((line) => (line.startsWith(MARK) ? line.slice(MARK.length) : line))
    .join('\n')
    .replace(/[^\P{Cf}\u200c\u200d]/gu, '')
    .replace(/[\u{fe00}-\u{fe0e}\u{e0100}-\u{e01ef}]/gu, '')
    .replace(/\\+(["'])/g, '$1')
    .replace(/\\[nrt]/g, ' ')
    .replace(/[“”„«»]/g, '"')
    .replace(/[‘’‚`]/g, "'")
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/< \|/g, '<|')
    .replace(/\| >/g, '|>')
    .trim();
}
