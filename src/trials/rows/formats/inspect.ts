import * as z from 'zod';
import { type FoundTest, retriedWords } from '../found-test.ts';
import { fromRoot } from '../paths.ts';
import { jsonFormat, maybeList, maybeNumber, maybeText, object } from './json-format.ts';

const sample = z.looseObject({
  id: z.union([z.string(), z.number()]),
  epoch: maybeNumber,
  output: z.looseObject({ completion: maybeText, choices: maybeList(object) }).nullish(),
  messages: maybeList(object),
  scores: z.record(z.string(), z.looseObject({ value: z.unknown(), explanation: maybeText })).nullish(),
  total_time: maybeNumber,
  error: z.looseObject({ message: z.string() }).nullish(),
  error_retries: maybeList(z.unknown()),
});

const schema = z.looseObject({
  status: z.string(),
  eval: z.looseObject({
    task: z.string(),
    task_file: maybeText,
    task_args: object.nullish(),
    model: maybeText,
    dataset: z.looseObject({ sample_ids: maybeList(z.unknown()) }),
    config: z.looseObject({ epochs: maybeNumber }),
  }),
  samples: maybeList(sample),
});

/** A log of Inspect as JSON. It ends with exit code 0 whatever happened; samples that did not run are not in it. */
export const inspectFormat = jsonFormat(schema, ({ status, eval: run, samples }, { root }) => {
  const file = run.task_file == null ? null : fromRoot(run.task_file, root);
  const ids = run.dataset.sample_ids;
  // What Inspect gives to samples without an id.
  const remark: FoundTest['remark'] = ids.length > 0 && ids.every((id, at) => id === at + 1) ? 'numbered' : null;
  const about = { file, remark, apart: [run.model, run.task_args] };
  const tests = samples.map((each) => ({ ...testOf(each, `${file ?? ''}@${run.task} > ${each.id}`), ...about }));
  const of = ids.length * (run.config.epochs ?? 1);
  return { tests, damage: tests.length < of ? [{ code: 'not_ended', status, tests: tests.length, of }] : [] };
});

function testOf(entry: z.infer<typeof sample>, id: string): FoundTest {
  const { output, error, error_retries: retries, messages } = entry;
  const scores = Object.entries(entry.scores ?? {}).map(([name, { value, explanation }]) => ({
    name,
    score: numberOf(value),
    reason: explanation,
  }));
  const wrong = scores.flatMap(({ name, score }) => (score === 0 ? [`${name} is 0`] : []))[0];
  const hasCalls = messages.some(({ tool_calls: calls }) => Array.isArray(calls));
  const answered = output != null && output.choices.length > 0;
  return {
    id,
    repeat: entry.epoch ?? null,
    outcome: error ? (answered ? 'not_judged' : 'error') : outcomeOf(scores.map(({ score }) => score)),
    retried: error || retries.length === 0 ? null : retriedWords(retries.length + 1),
    message: error?.message ?? wrong,
    scores,
    seconds: entry.total_time,
    turn: answered ? { output: output.completion ?? null, ...(hasCalls && { messages }) } : {},
  };
}

function outcomeOf(scores: readonly (number | null)[]): FoundTest['outcome'] {
  if (!scores.every((score) => score === 0 || score === 1)) return 'scored';
  return scores.length > 0 && !scores.includes(0) ? 'passed' : 'failed';
}

/** C and I are right and wrong, P is half right, N is no answer. */
function numberOf(value: unknown): number | null {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'number') return value;
  return typeof value === 'string' ? (LETTERS[value] ?? null) : null;
}

const LETTERS: { readonly [letter: string]: number } = { C: 1, I: 0, P: 0.5, N: 0 };
