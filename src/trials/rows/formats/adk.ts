import * as z from 'zod';
import type { FoundTest } from '../found-test.ts';
import { jsonFormat, maybeList, maybeNumber, maybeText, object } from './json-format.ts';

const part = z.looseObject({ text: maybeText, function_call: object.nullish() });

const content = z.looseObject({ parts: maybeList(part) }).nullish();

const invocation = z.looseObject({
  expected_invocation: z.looseObject({ user_content: z.unknown().optional() }).nullish(),
  actual_invocation: z.looseObject({
    final_response: content,
    duration: maybeNumber,
    intermediate_data: z.looseObject({ invocation_events: maybeList(z.looseObject({ content })) }).nullish(),
  }),
});

const metric = z.looseObject({ metric_name: z.string(), score: maybeNumber, eval_status: maybeNumber });

const evalCase = z.looseObject({
  eval_set_id: z.string(),
  eval_id: z.string(),
  final_eval_status: z.number(),
  overall_eval_metric_results: z.array(metric),
  eval_metric_result_per_invocation: maybeList(invocation),
});

const schema = z.looseObject({ eval_set_id: z.string(), eval_case_results: z.array(evalCase) });

/** A result file of ADK's `adk eval`. An agent that throws is a failed case without metrics and without a text. */
export const adkFormat = jsonFormat(schema, ({ eval_case_results: cases }) => ({ tests: cases.map(testOf) }));

function testOf(evaluated: z.infer<typeof evalCase>): FoundTest {
  const { overall_eval_metric_results: metrics, eval_metric_result_per_invocation: turns } = evaluated;
  const outcome = OUTCOMES[evaluated.final_eval_status] ?? 'not_judged';
  const below = metrics
    .filter(({ eval_status: status }) => OUTCOMES[status ?? 0] === 'failed')
    .map(({ metric_name: name, score }) => `${name} is ${score ?? 'missing'}`);
  const why = metrics.length === 0 ? 'the agent threw' : below.join(', ') || 'it was not evaluated';
  return {
    id: `${evaluated.eval_set_id} > ${evaluated.eval_id}`,
    apart: [turns.map(({ expected_invocation: asked }) => asked?.user_content ?? null)],
    outcome,
    message: outcome === 'passed' ? null : why,
    scores: metrics.flatMap(({ metric_name: name, score }) => (score == null ? [] : [{ name, score }])),
    seconds: secondsOf(turns),
    turn: turns.length === 0 ? {} : turnOf(turns),
  };
}

const OUTCOMES: { readonly [status: number]: 'passed' | 'failed' } = { 1: 'passed', 2: 'failed' };

/** `null`: it is unknown for one turn, or for all. */
function secondsOf(turns: readonly z.infer<typeof invocation>[]): number | null {
  const seconds = turns.flatMap(({ actual_invocation: { duration } }) => duration ?? []);
  return seconds.length < Math.max(1, turns.length) ? null : seconds.reduce((sum, each) => sum + each);
}

function turnOf(turns: readonly z.infer<typeof invocation>[]): object {
  const events = turns.flatMap(({ actual_invocation: { intermediate_data: data } }) => data?.invocation_events ?? []);
  const calls = events
    .flatMap((event) => event.content?.parts ?? [])
    .flatMap(({ function_call: call }) => (call == null ? [] : [call]));
  const last = turns.at(-1)?.actual_invocation.final_response?.parts ?? [];
  return {
    output: last.map(({ text }) => text ?? '').join(''),
    tool_calls: calls.map((call) => ({ name: call['name'], args: call['args'] ?? {} })),
  };
}
