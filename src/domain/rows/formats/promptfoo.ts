import * as z from 'zod';
import { hashJson } from '#domain/hash-json.ts';
import { asJson } from '#domain/json-text.ts';
import type { Row } from '../row.ts';
import { firstMessage } from '../texts.ts';
import type { JsonFormat } from './json-format.ts';
import { object, parsedObject } from './parts.ts';

const part = z.looseObject({
  score: z.number().nullish(),
  reason: z.string().nullish(),
  assertion: z.looseObject({ type: z.string().nullish(), metric: z.string().nullish() }).nullish(),
});

const result = z.looseObject({
  success: z.boolean(),
  error: z.string().nullish(),
  latencyMs: z.number().nullish(),
  cost: z.number().nullish(),
  promptIdx: z.number(),
  provider: z.looseObject({ id: z.string().nullish(), label: z.string().nullish() }),
  testCase: z.looseObject({ description: z.string().nullish(), vars: object.nullish() }),
  response: z.looseObject({ output: z.unknown(), cached: z.boolean().nullish() }).nullish(),
  tokenUsage: z.looseObject({ prompt: z.number().nullish(), completion: z.number().nullish() }).nullish(),
  gradingResult: z.looseObject({ componentResults: z.array(part).nullish() }).nullish(),
});

const schema = z.looseObject({
  results: z.looseObject({
    results: z.array(result),
    stats: z.looseObject({ successes: z.number(), failures: z.number(), errors: z.number() }),
  }),
  runtimeOptions: z.looseObject({ cache: z.boolean().nullish() }).nullish(),
});

type Result = z.infer<typeof result>;

/** promptfoo's `--output FILE.json`. Its cache is on unless `--no-cache` is said: then every round would be the first. */
export const promptfooFormat: JsonFormat<typeof schema> = {
  schema,
  twins: 'repeats',
  read({ results: { results, stats }, runtimeOptions: options }) {
    const isCached = options?.cache !== false || results.some(({ response }) => response?.cached === true);
    if (isCached) return { problem: { code: 'cached' } };
    const providers = new Set(results.map(providerOf));
    const prompts = new Set(results.map(({ promptIdx }) => promptIdx));
    const rows = results.map((each) => ({
      ...rowOf(each),
      id: [
        nameOf(each),
        ...(providers.size > 1 ? [providerOf(each)] : []),
        ...(prompts.size > 1 ? [`prompt ${each.promptIdx + 1}`] : []),
      ].join(' > '),
    }));
    const counted = stats.successes + stats.failures + stats.errors;
    return { rows, damage: counted === rows.length ? [] : [{ code: 'count', counted, found: rows.length }] };
  },
};

function nameOf({ testCase: { description, vars } }: Result): string {
  return description || `test ${hashJson(vars ?? {}).slice(0, 8)}`;
}

function providerOf({ provider: { label, id } }: Result): string {
  return label || id || 'provider';
}

function rowOf({ success, error, latencyMs, cost, response, tokenUsage, gradingResult }: Result): Omit<Row, 'id'> {
  const parts = gradingResult?.componentResults ?? [];
  return {
    file: null,
    outcome: success ? 'passed' : 'failed',
    message: success || !error ? null : firstMessage(error),
    scores: parts.map(({ score, reason, assertion }, at) => ({
      name: assertion?.metric ?? `${at + 1} ${assertion?.type ?? 'assertion'}`,
      score: score ?? null,
      reason: reason ?? null,
    })),
    latency_ms: latencyMs ?? null,
    turn:
      response == null
        ? {}
        : parsedObject({
            ...(response.output !== undefined && { output: asJson(response.output) }),
            usage: {
              input_tokens: tokenUsage?.prompt ?? null,
              output_tokens: tokenUsage?.completion ?? null,
              cost_usd: cost ?? null,
            },
          }),
  };
}
