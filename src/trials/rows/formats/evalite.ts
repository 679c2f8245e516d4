import * as z from 'zod';
import { hashJson } from '#common/hash-json.ts';
import { isJsonObject } from '#common/json.ts';
import { asJson, jsonText } from '#common/json-text.ts';
import type { FoundTest } from '../found-test.ts';
import { fromRoot } from '../paths.ts';
import { damaged, jsonFormat, maybeNumber, maybeText } from './json-format.ts';

const result = z.looseObject({
  input: z.unknown(),
  expected: z.unknown().optional(),
  output: z.unknown(),
  status: z.string(),
  duration: maybeNumber,
  scores: z.array(z.looseObject({ name: z.string(), score: maybeNumber, description: maybeText })),
});

const evaluation = z.looseObject({
  name: z.string(),
  variantName: maybeText,
  filepath: z.string(),
  results: z.array(result),
});

const schema = z.looseObject({ run: z.looseObject({ createdAt: z.string() }), evals: z.array(evaluation) });

/**
 * `evalite export` or `--outputPath`: scores without outcomes. It holds the latest whole run, which may be an earlier one; a file that was
 * not loaded, and an eval whose name is there twice in one file, are simply not in it. Of evals of one name in two files one takes the
 * other's results, and some of its own never end.
 */
export const evaliteFormat = jsonFormat(schema, ({ run, evals }, { root, began }) => {
  const mixed = evals.find(({ results }) => results.some(({ status }) => status === 'running'));
  if (mixed !== undefined) return damaged({ code: 'mixed_up', name: mixed.name, file: fromRoot(mixed.filepath, root) });
  const tests = evals.flatMap(({ name, filepath, variantName, results }) => {
    const file = fromRoot(filepath, root);
    const repeats = repeatsIn(results);
    return results.map((each, at): FoundTest => {
      const test = testOf(each, `${file} > ${name}`);
      return { ...test, file, repeat: repeats[at] ?? null, apart: [each.expected, variantName] };
    });
  });
  const isStale = began !== undefined && Date.parse(run.createdAt) < began;
  return { tests, damage: isStale ? [{ code: 'stale', written: run.createdAt }] : [] };
});

/** With a trial count an eval has every pair of input and expectation as often; pairs of unequal numbers are of its own data. */
function repeatsIn(results: readonly z.infer<typeof result>[]): readonly (number | null)[] {
  const seen = new Map<string, number>();
  const places = results.map(({ input, expected }) => {
    const key = jsonText([input, expected]);
    seen.set(key, (seen.get(key) ?? 0) + 1);
    return seen.get(key) ?? 1;
  });
  const isTrialCount = new Set(seen.values()).size === 1 && places.some((place) => place > 1);
  return places.map((place) => (isTrialCount ? place : null));
}

function testOf({ input, output, status, duration, scores }: z.infer<typeof result>, name: string): FoundTest {
  const words = typeof input === 'string' && input.length <= LONGEST_NAME ? input : null;
  const threw = status === 'fail' && scores.length === 0;
  return {
    id: `${name} > ${words ?? hashJson(asJson(input ?? null)).slice(0, 8)}`,
    outcome: threw ? 'error' : 'scored',
    message: threw ? errorText(output) : null,
    scores: scores.map(({ description: reason, ...score }) => ({ ...score, reason })),
    latency_ms: duration,
    turn: { output },
  };
}

const LONGEST_NAME = 80;

/** An error is in the place of the output. */
function errorText(output: unknown): string {
  if (typeof output === 'string') return output;
  const message = isJsonObject(output) ? output['message'] : undefined;
  return typeof message === 'string' ? message : jsonText(output ?? 'it threw');
}
