import * as z from 'zod';
import { hashJson } from '#common/hash-json.ts';
import { jsonText } from '#common/json-text.ts';
import type { FoundTest } from '../found-test.ts';
import { damaged, jsonFormat, maybeList, maybeNumber, maybeText, object, sumOf } from './json-format.ts';

const part = z.looseObject({
  score: maybeNumber,
  reason: maybeText,
  assertion: z.looseObject({ type: maybeText, metric: maybeText }).nullish(),
});

const result = z.looseObject({
  success: z.boolean(),
  failureReason: maybeNumber,
  testIdx: maybeNumber,
  error: maybeText,
  latencyMs: maybeNumber,
  cost: maybeNumber,
  promptIdx: z.number(),
  provider: z.looseObject({ id: maybeText, label: maybeText }),
  testCase: z.looseObject({ description: maybeText, vars: object.nullish(), assert: z.unknown().optional() }),
  response: z.looseObject({ output: z.unknown(), cached: z.boolean().nullish() }).nullish(),
  tokenUsage: z.looseObject({ prompt: maybeNumber, completion: maybeNumber }).nullish(),
  gradingResult: z.looseObject({ componentResults: maybeList(part) }).nullish(),
});

const schema = z.looseObject({
  results: z.looseObject({
    results: z.array(result),
    stats: z.looseObject({ successes: z.number(), failures: z.number(), errors: z.number() }),
  }),
  runtimeOptions: z.looseObject({ cache: z.boolean().nullish(), repeat: maybeNumber }).nullish(),
});

type Result = z.infer<typeof result>;

/** promptfoo's `--output FILE.json`. Its cache is on unless `--no-cache` is said: then every round would be the first. */
export const promptfooFormat = jsonFormat(schema, ({ results: { results, stats }, runtimeOptions }) => {
  const isCached = runtimeOptions?.cache !== false || results.some(({ response }) => response?.cached === true);
  if (isCached) return damaged({ code: 'cached' });
  const repeats = Math.max(1, runtimeOptions?.repeat ?? 1);
  const providers = new Set(results.map(providerOf));
  const prompts = new Set(results.map(({ promptIdx }) => promptIdx));
  const seen = new Map<string, number>();
  // Results are in the order in which they came.
  const inOrder = results.toSorted((a, b) => (a.testIdx ?? 0) - (b.testIdx ?? 0));
  const tests = inOrder.map((each) => {
    const { description, vars, assert } = each.testCase;
    const name = description || `test ${hashJson(vars ?? {}).slice(0, 8)}`;
    const provider = providers.size > 1 ? [providerOf(each)] : [];
    const prompt = prompts.size > 1 ? [`prompt ${each.promptIdx + 1}`] : [];
    const id = [name, ...provider, ...prompt].join(' > ');
    const key = jsonText([id, vars, assert]);
    const place = seen.get(key) ?? 0;
    seen.set(key, place + 1);
    return { ...testOf(each, id), apart: [vars, assert], repeat: (place % repeats) + 1 };
  });
  return { tests, sums: [sumOf(stats.successes + stats.failures + stats.errors, tests)] };
});

function providerOf({ provider: { label, id } }: Result): string {
  return label || id || 'provider';
}

function testOf(entry: Result, id: string): FoundTest {
  const { success, response, tokenUsage: tokens } = entry;
  const parts = entry.gradingResult?.componentResults ?? [];
  const usage = {
    input_tokens: tokens?.prompt ?? null,
    output_tokens: tokens?.completion ?? null,
    cost_usd: entry.cost ?? null,
  };
  const isError = !success && entry.failureReason === ERROR && !OWN_PROVIDER.test(entry.provider.id ?? '');
  return {
    id,
    outcome: success ? 'passed' : isError ? 'error' : 'failed',
    ...(isError && { fault: 'provider' }),
    message: success ? null : entry.error || null,
    scores: parts.map(({ score, reason, assertion }, at) => ({
      name: assertion?.metric ?? `${at + 1} ${assertion?.type ?? 'assertion'}`,
      score,
      reason,
    })),
    latency_ms: entry.latencyMs,
    remark: success && parts.length === 0 ? 'no_assertion' : null,
    turn: response == null ? {} : { output: response.output, usage },
  };
}

/** The provider answered with an error, and no assertion was made. */
const ERROR = 2;

/** A provider that is a program or a server of the team's is the agent itself: what it throws is its own failure. */
const OWN_PROVIDER =
  /^(?:file:|exec:|python:|https?:|wss?:|golang:|ruby:|package:|webhook|websocket|browser)|^[^:]*$|\.(?:[cm]?[jt]s|py|rb|go)(?::|$)/;
