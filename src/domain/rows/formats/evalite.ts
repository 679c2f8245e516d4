import * as z from 'zod';
import { hashJson } from '#domain/hash-json.ts';
import { isJsonObject } from '#domain/json.ts';
import { asJson, jsonText } from '#domain/json-text.ts';
import { fromRoot } from '../paths.ts';
import type { Row } from '../row.ts';
import { firstMessage } from '../texts.ts';
import type { JsonFormat } from './json-format.ts';
import { parsedObject } from './parts.ts';

const result = z.looseObject({
  input: z.unknown(),
  output: z.unknown(),
  status: z.string(),
  duration: z.number().nullish(),
  scores: z.array(z.looseObject({ name: z.string(), score: z.number().nullish(), description: z.string().nullish() })),
});

const evaluation = z.looseObject({ name: z.string(), filepath: z.string(), results: z.array(result) });

const schema = z.looseObject({
  run: z.looseObject({ createdAt: z.string() }),
  evals: z.array(evaluation),
});

/**
 * `evalite export` or `--outputPath`: scores without outcomes. It holds the latest whole run, which may be an earlier one; a file that was
 * not loaded, and an eval whose name is there twice, are simply not in it.
 */
export const evaliteFormat: JsonFormat<typeof schema> = {
  schema,
  twins: 'repeats',
  read({ run, evals }, { root, began }) {
    const rows: Row[] = [];
    for (const { name, filepath, results } of evals) {
      const file = fromRoot(filepath, root);
      if (file === null) return { problem: { code: 'outside', path: filepath } };
      for (const each of results) rows.push(rowOf(each, `${file} > ${name}`, file));
    }
    const isStale = began !== undefined && Date.parse(run.createdAt) < began;
    return { rows, damage: isStale ? [{ code: 'stale', written: run.createdAt }] : [] };
  },
};

function rowOf({ input, output, status, duration, scores }: z.infer<typeof result>, name: string, file: string): Row {
  const words = typeof input === 'string' && input.length <= LONGEST_NAME ? input : null;
  const threw = status === 'fail' && scores.length === 0;
  return {
    id: `${name} > ${words ?? hashJson(asJson(input ?? null)).slice(0, 8)}`,
    file,
    outcome: threw ? 'failed' : 'scored',
    message: threw ? firstMessage(errorText(output)) : null,
    scores: scores.map((one) => ({ name: one.name, score: one.score ?? null, reason: one.description ?? null })),
    latency_ms: duration ?? null,
    turn: parsedObject(output === undefined ? {} : { output }),
  };
}

const LONGEST_NAME = 80;

/** An error stands where the output would. */
function errorText(output: unknown): string {
  if (typeof output === 'string') return output;
  const message = isJsonObject(output) ? output['message'] : undefined;
  return typeof message === 'string' ? message : jsonText(output ?? 'it threw');
}
