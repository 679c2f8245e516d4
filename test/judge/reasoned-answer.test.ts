import { expect, test } from 'vitest';
import type { Json } from '#common/json.ts';
import { reasonedAnswer } from '#judge/reasoned-answer.ts';

const VERDICT = '{"evidence": "19.99", "verdict": "met"}';

test.each<[string, Json, string | null]>([
  ['the field of vLLM and DeepSeek', { content: null, reasoning_content: VERDICT }, VERDICT],
  ['the field of OpenRouter', { content: '', reasoning: `\n${VERDICT}\n` }, `\n${VERDICT}\n`],
  ['thoughts around a draft', { reasoning_content: `Is it met? ${VERDICT} Or not?` }, null],
  ['thoughts alone', { reasoning_content: 'The amount is named.' }, null],
  ['a list of parts', { reasoning_content: [VERDICT] }, null],
  ['no message', null, null],
])('a verdict that a server took for reasoning is read only if it is all there: %s', (_, message, answer) => {
  expect(reasonedAnswer(message)).toBe(answer);
});
