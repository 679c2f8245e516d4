const BY_A_MODEL = 'not available in this version: judging by a model comes later; remove the key, or use';
const SIMILAR = 'similarity is demanded of the answer: write `response: {similar: {to: …, rouge_l: {min: 0.5}}}`';
const NEAREST = '`response: {contains: […]}`, `response: {matches: […]}` or `custom`, a check of your own';

/** Expectations that people look for and that do not exist yet: the message, and what exists instead. */
export const NOT_YET: Readonly<Record<string, string>> = {
  judge: `${BY_A_MODEL} ${NEAREST}`,
  rubric: `${BY_A_MODEL} ${NEAREST}`,
  llm_rubric: `${BY_A_MODEL} ${NEAREST}`,
  similar: SIMILAR,
  similarity: SIMILAR,
  rouge: SIMILAR,
  bleu: SIMILAR,
  levenshtein: SIMILAR,
};
