import type { JsonObject } from '#domain/json.ts';

/**
 * An assertion as it is written in a column `__expected…` of a CSV file: `type: value`, `type(threshold): value`, or a text that the answer
 * must equal.
 */
export function expectedText(written: string): JsonObject {
  const text = written.trim();
  const [, word = '', threshold, value = ''] = ASSERTION.exec(text) ?? [];
  const type = SHORT[word] ?? word;
  if (!KNOWN.test(type)) return { type: 'equals', value: text };
  const isList = /-(?:any|all)$/.test(type);
  return {
    type,
    ...(value === '' ? {} : { value: isList ? value.split(',').map((part) => part.trim()) : value }),
    ...(threshold === undefined ? {} : { threshold: Number(threshold) }),
  };
}

const ASSERTION = /^((?:not-)?(?:trajectory:)?[a-z][a-z0-9-]*)(?:\(([\d.]+)\))?(?::\s*([\s\S]*))?$/;

const SHORT: Readonly<Record<string, string | undefined>> = {
  fn: 'javascript',
  eval: 'javascript',
  grade: 'llm-rubric',
};

/** The types of assertions that a text may begin with; any other text is an answer. */
const KNOWN =
  /^(?:not-)?(?:(?:i?contains(?:-all|-any|-json|-sql|-xml|-html)?)|equals|regex|starts-with|is-[a-z-]+|javascript|python|ruby|webhook|similar|llm-rubric|model-graded-\w+|factuality|g-eval|answer-relevance|context-[a-z]+|levenshtein|rouge-n|bleu|meteor|gleu|latency|cost|perplexity(?:-score)?|classifier|moderation|trajectory:[a-z-]+|tool-call-f1|word-count)$/;
