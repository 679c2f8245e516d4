import * as z from 'zod';
import { hashJson } from '#common/hash-json.ts';
import { rowFrom } from '../found-test.ts';
import type { Row } from '../row.ts';
import { countDamage, jsonFormat, maybeList, maybeNumber, maybeText, object } from './json-format.ts';

const part = z.looseObject({
  score: maybeNumber,
  reason: maybeText,
  assertion: z.looseObject({ type: maybeText, metric: maybeText }).nullish(),
});

const result = z.looseObject({
  success: z.boolean(),
  error: maybeText,
  latencyMs: maybeNumber,
  cost: maybeNumber,
  promptIdx: z.number(),
  provider: z.looseObject({ id: maybeText, label: maybeText }),
  testCase: z.looseObject({ description: maybeText, vars: object.nullish() }),
  response: z.looseObject({ output: z.unknown(), cached: z.boolean().nullish() }).nullish(),
  tokenUsage: z.looseObject({ prompt: maybeNumber, completion: maybeNumber }).nullish(),
  gradingResult: z.looseObject({ componentResults: maybeList(part) }).nullish(),
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
export const promptfooFormat = jsonFormat(schema, 'repeats', ({ results: { results, stats }, runtimeOptions }) => {
  const isCached = runtimeOptions?.cache !== false || results.some(({ response }) => response?.cached === true);
  if (isCached) return { problem: { code: 'cached' } };
  const providers = new Set(results.map(providerOf));
  const prompts = new Set(results.map(({ promptIdx }) => promptIdx));
  const rows = results.map((each) => {
    const { description, vars } = each.testCase;
    const name = description || `test ${hashJson(vars ?? {}).slice(0, 8)}`;
    const provider = providers.size > 1 ? [providerOf(each)] : [];
    const prompt = prompts.size > 1 ? [`prompt ${each.promptIdx + 1}`] : [];
    return rowOf(each, [name, ...provider, ...prompt].join(' > '));
  });
  return { rows, damage: countDamage(stats.successes + stats.failures + stats.errors, rows) };
});

function providerOf({ provider: { label, id } }: Result): string {
  return label || id || 'provider';
}

function rowOf(entry: Result, id: string): Row {
  const { success, response, tokenUsage: tokens } = entry;
  const parts = entry.gradingResult?.componentResults ?? [];
  const usage = {
    input_tokens: tokens?.prompt ?? null,
    output_tokens: tokens?.completion ?? null,
    cost_usd: entry.cost ?? null,
  };
  return rowFrom({
    id,
    outcome: success ? 'passed' : 'failed',
    message: success ? null : entry.error || null,
    scores: parts.map(({ score, reason, assertion }, at) => ({
      name: assertion?.metric ?? `${at + 1} ${assertion?.type ?? 'assertion'}`,
      score,
      reason,
    })),
    latency_ms: entry.latencyMs,
    remark: success && parts.length === 0 ? 'no_assertion' : null,
    turn: response == null ? {} : { output: response.output, usage },
  });
}
