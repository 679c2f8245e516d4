import { describe, expect, test } from 'vitest';
import type { Expectations } from '#cases/suite/expectation.ts';
import { asksNobody, trialQuestions } from '#trials/checks/trial-questions.ts';
import { aConversation, aTrial, CRASHED, response, UNAVAILABLE } from '../trial/build-trial.ts';

const demands: Expectations = {
  custom: [{ kind: 'module', module: './check.js' }],
  response: response({ similar: { to: ['hello'], min: { embedding: 0.8 } } }),
  judge: [{ id: 'polite', ask: 'Is it polite?', sees: ['answer'] }],
};
const evalCase = aConversation([demands, null], demands);
const trial = aTrial([{ output: 'first' }, { output: 'last' }], { index: 3 });

describe('what is asked about a trial', () => {
  test('every question comes with its part of the trial', () => {
    const { custom, embedding, judge, ...about } = trialQuestions(evalCase, trial);
    expect(about).toEqual({ case_id: evalCase.id, index: 3 });
    expect(custom.map(({ id, view }) => [id, view.output])).toEqual([
      ['t1.custom.1', 'first'],
      ['custom.1', 'last'],
    ]);
    expect(embedding.map(({ id, answer, min }) => [id, answer, min])).toEqual([
      ['t1.response.similar.embedding', 'first', 0.8],
      ['response.similar.embedding', 'last', 0.8],
    ]);
    expect(judge.map(({ id, blocks }) => [id, blocks.map(({ text }) => text)])).toEqual([
      ['t1.judge.polite', ['first']],
      ['judge.polite', ['last']],
    ]);
  });

  test('nothing is asked about a trial that ended in an error', () => {
    const failed = trialQuestions(evalCase, { ...trial, end: UNAVAILABLE });
    expect(failed).toEqual({ case_id: evalCase.id, index: 3, custom: [], embedding: [], judge: [] });
  });

  test('programs are asked about a crash, and no judge is: the trial decides that by itself', () => {
    const { custom, judge } = trialQuestions(evalCase, { ...trial, end: CRASHED });
    expect(custom.map(({ id }) => id)).toEqual(['t1.custom.1', 'custom.1']);
    expect(judge).toEqual([]);
  });

  test('nothing is asked about an invisible answer, also within a conversation; programs and criteria of the work are asked', () => {
    const sees = (id: string, ...parts: readonly ('answer' | 'conversation' | 'tools')[]) => ({
      id,
      ask: 'Is it?',
      sees: parts,
    });
    const judge = [sees('polite', 'answer'), sees('kept', 'conversation'), sees('needed', 'tools')];
    const silent = aTrial([{ output: ' \u200b', tool_calls: [] }]);
    const asked = trialQuestions(aConversation([null], { ...demands, judge }), silent);
    expect(asked.judge.map(({ id }) => id)).toEqual(['judge.needed']);
    expect([asked.embedding.map(({ answer }) => answer), asked.custom.length]).toEqual([[null], 1]);
  });
});

test.each<[asks: string, demands: Expectations, nobody: boolean]>([
  ['nothing', {}, true],
  ['what is pure', { response: response({ contains: ['a'] }), completes: true }, true],
  ['a similarity of letters', { response: response({ similar: { to: ['a'], min: { rouge_l: 0.5 } } }) }, true],
  ['a program', { custom: demands.custom ?? [] }, false],
  ['embeddings', { response: demands.response ?? response({}) }, false],
  ['a judge', { judge: demands.judge ?? [] }, false],
])('a case that asks for %s, as a whole or in a turn, asks nobody: %s', (_, asked, nobody) => {
  expect(asksNobody(aConversation([null], asked))).toBe(nobody);
  expect(asksNobody(aConversation([null, asked], {}))).toBe(nobody);
});
