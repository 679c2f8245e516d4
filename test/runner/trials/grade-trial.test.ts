import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CustomChecks, Judge } from '#ports/grader-ports.ts';
import { gradeTrial } from '#runner/trials/grade-trial.ts';
import { tries } from '#test/support/tries.ts';
import { recordTrial } from '#trials/metrics/record-trial.ts';
import { aCase, aTrial, CRASHED, response, UNAVAILABLE } from '../../trials/trial/build-trial.ts';

const noPrograms: CustomChecks = { judge: () => Promise.reject(new Error('there are none')) };

/** Knows the truth: the answer names the amount, or it does not. */
const truth: Judge = {
  judge: async ({ questions }) => ({
    answers: new Map(
      questions.map(({ id, criterion, blocks }) => {
        const met = blocks.some(({ text }) => text.toLowerCase().includes('19.99'));
        const votes = met ? 1 : 2;
        const judged = {
          criterion: criterion.id,
          verdict: met ? 'met' : 'not_met',
          evidence: null,
          votes,
          met_votes: met ? 1 : 0,
          cached: false,
        } as const;
        return [id, { judged, problem: null }];
      }),
    ),
    usage: null,
    log: [],
    replayed: false,
  }),
};

const exact = aCase({ response: response({ contains: ['19.99'] }) });
const judged = aCase({ judge: [{ id: 'amount', ask: 'Does the answer name 19.99?', sees: ['answer'] }] });
const { signal } = new AbortController();
const graders = { custom: noPrograms, judge: truth };
const facts = { run_attempt: 1, look: 1, trajectory: null, trajectory_state: 'absent' } as const;

test('a judge that is the truth gives every trial the outcome of the exact check, and the same facts', async () => {
  const answer = fc.oneof(fc.string(), fc.constantFrom('You get 19.99 back.', '19.98', '', '19.99'), fc.constant(null));
  const end = fc.constantFrom(undefined, CRASHED, UNAVAILABLE);
  await fc.assert(
    fc.asyncProperty(answer, end, async (output, ended) => {
      const trial = aTrial([{ output }], ended === undefined ? {} : { end: ended });
      const [left, right] = await Promise.all(
        [exact, judged].map(async (evalCase) => {
          const graded = await gradeTrial(evalCase, trial, graders, signal);
          const {
            judged: _said,
            checks: _named,
            failure,
            error,
            response_ok: _r,
            phrase_recall: _p,
            mean_recall: _t,
            ...record
          } = recordTrial(evalCase, trial, graded, facts);
          return JSON.stringify({ ...record, failed: failure?.kind ?? null, error: error?.class ?? null });
        }),
      );
      expect(right).toBe(left);
    }),
    { numRuns: tries(200) },
  );
});

test('without a judge a criterion is missing, and so is the trial', async () => {
  const graded = await gradeTrial(judged, aTrial([{}]), { custom: noPrograms }, signal);
  expect(graded).toMatchObject({
    outcome: 'error',
    error: { class: 'judge' },
    checks: [{ name: 'judge.amount', passed: null }],
  });
});

test.each(['budget', 'replay_miss', 'cancelled'])(
  'a judge that was not asked because of %s says so in the class of the error',
  async (code) => {
    const without: Judge = {
      judge: async ({ questions }) => ({
        answers: new Map(questions.map(({ id }) => [id, { judged: null, code, problem: 'not asked' }])),
        usage: null,
        log: [],
        replayed: false,
      }),
    };
    const graded = await gradeTrial(judged, aTrial([{}]), { custom: noPrograms, judge: without }, signal);
    expect(graded.error?.class).toBe(code);
  },
);
