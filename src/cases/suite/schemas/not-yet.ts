const BY_A_MODEL = 'a model judges by `expect: {judge: [{id: …, ask: …}]}`, a question that is answered with yes or no';
const SIMILAR = 'similarity is demanded of the answer: write `response: {similar: {to: …, rouge_l: {min: 0.5}}}`';

/** Expectations that people look for here under another name: the message. */
export const NOT_YET: Readonly<Record<string, string>> = {
  judge: BY_A_MODEL,
  rubric: BY_A_MODEL,
  llm_rubric: BY_A_MODEL,
  similar: SIMILAR,
  similarity: SIMILAR,
  rouge: SIMILAR,
  bleu: SIMILAR,
  levenshtein: SIMILAR,
};
