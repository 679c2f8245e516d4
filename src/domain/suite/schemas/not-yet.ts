const BY_A_MODEL = 'a model judges by `expect: {judge: [{id: …, ask: …}]}`, a question that is answered with yes or no';
const BY_LIKENESS = 'not available in this version: similarity of texts comes later; remove the key, or use';
const NEAREST = '`response: {contains: […]}`, `response: {matches: […]}` or `custom`, a check of your own';

/** Expectations that people look for here and that do not exist, or not yet: the message, and what exists instead. */
export const NOT_YET: Readonly<Record<string, string>> = {
  judge: BY_A_MODEL,
  rubric: BY_A_MODEL,
  llm_rubric: BY_A_MODEL,
  similar: `${BY_LIKENESS} ${NEAREST}`,
  similarity: `${BY_LIKENESS} ${NEAREST}`,
};
