const BY_A_MODEL = 'not available in this version: judging by a model comes later; remove the key, or use';
const BY_LIKENESS = 'not available in this version: similarity of texts comes later; remove the key, or use';
const NEAREST = '`response: {contains: […]}`, `response: {matches: […]}` or `custom`, a check of your own';

/** Expectations that people look for and that do not exist yet: the message, and what exists instead. */
export const NOT_YET: Readonly<Record<string, string>> = {
  judge: `${BY_A_MODEL} ${NEAREST}`,
  rubric: `${BY_A_MODEL} ${NEAREST}`,
  llm_rubric: `${BY_A_MODEL} ${NEAREST}`,
  similar: `${BY_LIKENESS} ${NEAREST}`,
  similarity: `${BY_LIKENESS} ${NEAREST}`,
};
