import * as z from 'zod';
import { fromRoot } from '../paths.ts';
import type { Row, RowScore } from '../row.ts';
import { firstMessage } from '../texts.ts';
import type { JsonFormat } from './json-format.ts';
import { object, parsedObject } from './parts.ts';

const score = z.looseObject({ value: z.unknown(), explanation: z.string().nullish() });

const sample = z.looseObject({
  id: z.union([z.string(), z.number()]),
  output: z.looseObject({ completion: z.string().nullish(), choices: z.array(object).nullish() }).nullish(),
  messages: z.array(object).nullish(),
  scores: z.record(z.string(), score).nullish(),
  total_time: z.number().nullish(),
  error: z.looseObject({ message: z.string() }).nullish(),
  error_retries: z.array(z.unknown()).nullish(),
});

const schema = z.looseObject({
  status: z.string(),
  eval: z.looseObject({
    task: z.string(),
    task_file: z.string().nullish(),
    dataset: z.looseObject({ sample_ids: z.array(z.unknown()).nullish() }),
    config: z.looseObject({ epochs: z.number().nullish() }),
  }),
  samples: z.array(sample).nullish(),
});

/** A log of Inspect as JSON. It ends with exit code 0 whatever happened; samples that did not run are not in it. */
export const inspectFormat: JsonFormat<typeof schema> = {
  schema,
  twins: 'repeats',
  read({ status, eval: run, samples }, { root }) {
    const file = run.task_file == null ? null : fromRoot(run.task_file, root);
    if (run.task_file != null && file === null) return { problem: { code: 'outside', path: run.task_file } };
    const task = `${file ?? ''}@${run.task}`;
    const rows = (samples ?? []).map((one) => rowOf(one, task, file));
    const of = (run.dataset.sample_ids?.length ?? 0) * (run.config.epochs ?? 1);
    return { rows, damage: rows.length === of ? [] : [{ code: 'not_ended', status, found: rows.length, of }] };
  },
};

function rowOf(one: z.infer<typeof sample>, task: string, file: string | null): Row {
  const { output, error, error_retries: retries, scores: said, total_time: seconds, messages } = one;
  const scores = Object.entries(said ?? {}).map(
    ([name, { value, explanation }]): RowScore => ({ name, score: numberOf(value), reason: explanation ?? null }),
  );
  const answered = (output?.choices ?? []).length > 0;
  const retried = (retries ?? []).length > 0;
  const isPlain = scores.every(({ score: value }) => value === 0 || value === 1);
  const passed = scores.length > 0 && scores.every(({ score: value }) => value === 1);
  return {
    id: `${task} > ${one.id}`,
    file,
    outcome: error
      ? answered
        ? 'error'
        : 'failed'
      : retried
        ? 'failed'
        : !isPlain
          ? 'scored'
          : passed
            ? 'passed'
            : 'failed',
    ...(error && answered && { fault: 'judge' as const }),
    message: error
      ? firstMessage(error.message)
      : retried
        ? `passed at attempt ${(retries ?? []).length + 1}; the first attempt counts`
        : null,
    scores,
    latency_ms: seconds == null ? null : seconds * 1000,
    turn: answered
      ? parsedObject({ output: output?.completion ?? null, ...(hasCalls(messages ?? []) && { messages }) })
      : {},
  };
}

function hasCalls(messages: readonly z.infer<typeof object>[]): boolean {
  return messages.some(({ tool_calls: calls }) => Array.isArray(calls));
}

/** C and I are right and wrong, P is half right, N is no answer. */
function numberOf(value: unknown): number | null {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'number') return value;
  return typeof value === 'string' ? (LETTERS[value] ?? null) : null;
}

const LETTERS: { readonly [letter: string]: number } = { C: 1, I: 0, P: 0.5, N: 0 };
