import { expect, test } from 'vitest';
import { gradeByChecks } from '#trials/checks/grade-by-checks.ts';
import { recordTrial } from '#trials/metrics/record-trial.ts';
import type { Trial } from '#trials/trial/trial.ts';
import { aCase, aTrial, call, made, tools, UNAVAILABLE, usage } from '../trial/build-trial.ts';

const evalCase = aCase({ tools: tools({ calls: [call('a')] }) });
const facts = { run_attempt: 1, look: 1, trajectory: 'refund#1', trajectory_state: 'complete' } as const;
const record = (trial: Trial) => recordTrial(evalCase, trial, gradeByChecks(evalCase, trial, new Map()), facts);

test('a record holds outcome, metrics, usage, checks and hashes, and nothing that the agent said', () => {
  const trial = aTrial(
    [
      {
        output: 'secret words',
        tool_calls: [made('a', { k: 'secret' })],
        usage: usage(800, 64),
        steps: 2,
        latency_ms: 1840,
        response_ids_hash: 'of its model calls',
      },
    ],
    {
      index: 3,
      wait_ms: 260,
      tries: 2,
    },
  );
  const stored = record(trial);
  expect(stored).toEqual({
    index: 3,
    outcome: 'passed',
    tool_recall: 1,
    tool_precision: 1,
    parameter_accuracy: 1,
    phrase_recall: null,
    mean_recall: 1,
    turn_pass_rate: null,
    retrieval_accuracy: null,
    retrieval_at: null,
    tools_ok: true,
    response_ok: null,
    completed: true,
    usage: { input_tokens: 800, output_tokens: 64, total_tokens: 864, cost_usd: null, estimated: false },
    latency_ms: 1840,
    steps: 2,
    error: null,
    failure: null,
    checks: [
      {
        id: 'tools.present',
        name: 'tools.present',
        turn: null,
        passed: true,
        score: 1,
        fact: {
          kind: 'calls_made',
          code: null,
          made: 1,
          of: 1,
          share: 1,
          pairs: [[0, 0]],
          missing: [],
          called: [],
        },
      },
    ],
    source: 'live',
    seed: 7,
    started_at: '2025-09-05T10:00:00.000Z',
    duration_ms: 120,
    wait_ms: 260,
    tries: 2,
    output_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    tools_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    sequence_hash: expect.stringMatching(/^[0-9a-f]{12}$/),
    response_ids_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    ...facts,
  });
  expect(JSON.stringify(stored)).not.toContain('secret');
});

test('an error keeps what was spent and measures nothing', () => {
  const stored = record(aTrial([{ tool_calls: [made('a')], usage: usage(10, 1) }], { end: UNAVAILABLE }));
  expect(stored).toMatchObject({
    outcome: 'error',
    error: { class: 'provider', message: '503' },
    tool_recall: null,
    completed: null,
    usage: { total_tokens: 11 },
  });
});
