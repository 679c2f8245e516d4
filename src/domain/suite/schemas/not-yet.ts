const BY_A_MODEL = 'a model judges by `judge: [{id: …, ask: …}]`, a question that is answered with yes or no';
const BY_LIKENESS = 'not available in this version: similarity of texts comes later; remove the key, or use';
const NEAREST = '`response: {contains: […]}`, `response: {matches: […]}` or `custom`, a check of your own';

/** Expectations that people look for and that do not exist yet: the message, and what exists instead. */
export const NOT_YET: Readonly<Record<string, string>> = {
  rubric: BY_A_MODEL,
  llm_rubric: BY_A_MODEL,
  similar: `${BY_LIKENESS} ${NEAREST}`,
  similarity: `${BY_LIKENESS} ${NEAREST}`,
};
