import * as z from 'zod';
import type { Row } from '../row.ts';
import type { JsonFormat } from './json-format.ts';
import { object, parsedObject } from './parts.ts';

const content = z.looseObject({
  parts: z.array(z.looseObject({ text: z.string().nullish(), function_call: object.nullish() })).nullish(),
});

const invocation = z.looseObject({
  actual_invocation: z.looseObject({
    final_response: content.nullish(),
    duration: z.number().nullish(),
    intermediate_data: z
      .looseObject({ invocation_events: z.array(z.looseObject({ content: content.nullish() })).nullish() })
      .nullish(),
  }),
});

const evalCase = z.looseObject({
  eval_set_id: z.string(),
  eval_id: z.string(),
  final_eval_status: z.number(),
  overall_eval_metric_results: z.array(
    z.looseObject({ metric_name: z.string(), score: z.number().nullish(), eval_status: z.number().nullish() }),
  ),
  eval_metric_result_per_invocation: z.array(invocation).nullish(),
});

const schema = z.looseObject({ eval_set_id: z.string(), eval_case_results: z.array(evalCase) });

type EvalCase = z.infer<typeof evalCase>;

/** A result file of ADK's `adk eval`. An agent that throws is a failed case without metrics and without a text. */
export const adkFormat: JsonFormat<typeof schema> = {
  schema,
  twins: 'repeats',
  read: ({ eval_case_results: cases }) => ({ rows: cases.map(rowOf), damage: [] }),
};

function rowOf(one: EvalCase): Row {
  const { eval_set_id: set, eval_id, final_eval_status: status, overall_eval_metric_results: metrics } = one;
  const turns = one.eval_metric_result_per_invocation ?? [];
  const below = metrics
    .filter(({ eval_status }) => eval_status === FAILED)
    .map(({ metric_name, score }) => `${metric_name} is ${score ?? 'missing'}`);
  return {
    id: `${set} > ${eval_id}`,
    file: null,
    outcome: status === PASSED ? 'passed' : status === FAILED ? 'failed' : 'error',
    ...(status !== PASSED && status !== FAILED && { fault: 'judge' as const }),
    message:
      status === PASSED ? null : metrics.length === 0 ? 'the agent threw' : below.join(', ') || 'it was not evaluated',
    scores: metrics.flatMap(({ metric_name: name, score }) => (score == null ? [] : [{ name, score, reason: null }])),
    latency_ms: latencyOf(turns),
    turn: turns.length === 0 ? {} : turnOf(turns),
  };
}

/** `null`: of one turn or of all nobody knows it. */
function latencyOf(turns: readonly z.infer<typeof invocation>[]): number | null {
  const seconds = turns.flatMap(({ actual_invocation: { duration } }) => duration ?? []);
  if (turns.length === 0 || seconds.length < turns.length) return null;
  return seconds.reduce((sum, each) => sum + each * 1000, 0);
}

const PASSED = 1;
const FAILED = 2;

function turnOf(turns: readonly z.infer<typeof invocation>[]): Row['turn'] {
  const parts = turns.flatMap(({ actual_invocation: { intermediate_data: data } }) =>
    (data?.invocation_events ?? []).flatMap((event) => event.content?.parts ?? []),
  );
  const last = turns.at(-1)?.actual_invocation.final_response?.parts ?? [];
  return parsedObject({
    output: last.map(({ text }) => text ?? '').join(''),
    tool_calls: parts.flatMap(({ function_call: call }) =>
      call == null ? [] : [{ name: call['name'], args: call['args'] ?? {} }],
    ),
  });
}
