import { expect, test } from 'vitest';
import { readJudgement } from '#runner/agents/checks/read-judgement.ts';
import { worded } from '#test/support/worded.ts';

test.each([
  ['{"score": 0.5}', undefined, true, 0.5, 'score 0.5, at least 0.5 needed'],
  ['{"score": 0.49}', undefined, false, 0.49, 'score 0.49, at least 0.5 needed'],
  ['{"score": 0.7}', 0.8, false, 0.7, 'score 0.7, at least 0.8 needed'],
  ['{"score": 0, "reason": "none of it"}', 0, true, 0, 'none of it'],
  ['{"passed": null, "score": 1}', 1, true, 1, 'score 1, at least 1 needed'],
  ['{"passed": false, "score": 0.9}', undefined, false, 0.9, 'the check failed and gave no reason'],
  ['{"passed": true, "score": 0.1}', 0.8, true, 0.1, 'the check passed'],
  ['{"score": 1.2}', undefined, true, 1, 'score 1, at least 0.5 needed'],
  ['{"score": -0.1}', undefined, false, 0, 'score 0, at least 0.5 needed'],
  ['loading\n{"passed": true}\n', undefined, true, 1, 'the check passed'],
])('%s with min_score %s: passed %s', (output, minScore, passed, score, reason) => {
  expect(worded(readJudgement(output, minScore))).toMatchObject({ passed, score, reason });
});

test.each([
  ['{"score": 1e999}', 'score is Infinity, and must be a number from 0 to 1'],
  ['{"score": 2.1}', 'score is 2.1, and must be a number from 0 to 1'],
  ['{"passed": true, "score": -1.1}', 'score is -1.1'],
  ['{"score": 87}', 'score is 87'],
  ['{"score": NaN, "reason": "a NaN, no Infinity"}', 'score is "NaN"'],
  ['{"passed": true, "score": -Infinity}', 'score is "-Infinity"'],
  ['{"score": "0.9"}', 'score is "0.9"'],
  ['{"passed": "true"}', 'passed is "true", and must be true or false without quotes'],
  ['{"passed": 1, "score": 1}', 'passed is 1'],
  ['{"passed": true, "reason": ["no"]}', 'reason is ["no"]'],
  ['{"verdict": "good"}', 'it has neither passed nor score'],
  ['0.9', '0.9 is not an object'],
  ['[true]', '[true] is not an object'],
  ['', 'no line is JSON'],
  ['PASS', 'no line is JSON'],
])('%s is a missing trial, and says why', (output, problem) => {
  expect(worded(readJudgement(output))).toMatchObject({
    passed: null,
    score: null,
    code: 'check_broken',
    reason: expect.stringContaining(`the check printed no answer: ${problem}`),
  });
});
