import * as z from 'zod';
import { hashJson } from '#common/hash-json.ts';
import { isJsonObject } from '#common/json.ts';
import { asJson, jsonText } from '#common/json-text.ts';
import { rowFrom } from '../found-test.ts';
import { fromRoot } from '../paths.ts';
import type { Row } from '../row.ts';
import { jsonFormat, maybeNumber, maybeText } from './json-format.ts';

const result = z.looseObject({
  input: z.unknown(),
  output: z.unknown(),
  status: z.string(),
  duration: maybeNumber,
  scores: z.array(z.looseObject({ name: z.string(), score: maybeNumber, description: maybeText })),
});

const evaluation = z.looseObject({ name: z.string(), filepath: z.string(), results: z.array(result) });

const schema = z.looseObject({ run: z.looseObject({ createdAt: z.string() }), evals: z.array(evaluation) });

/**
 * `evalite export` or `--outputPath`: scores without outcomes. It holds the latest whole run, which may be an earlier one; a file that was
 * not loaded, and an eval whose name is there twice in one file, are simply not in it. Of evals of one name in two files one takes the
 * other's results, and some of its own never end.
 */
export const evaliteFormat = jsonFormat(schema, 'repeats', ({ run, evals }, { root, began }) => {
  const mixed = evals.find(({ results }) => results.some(({ status }) => status === 'running'));
  if (mixed !== undefined)
    return { problem: { code: 'mixed_up', name: mixed.name, file: fromRoot(mixed.filepath, root) } };
  const rows = evals.flatMap(({ name, filepath, results }) => {
    const file = fromRoot(filepath, root);
    return results.map((each) => rowOf(each, `${file} > ${name}`, file));
  });
  const isStale = began !== undefined && Date.parse(run.createdAt) < began;
  return { rows, damage: isStale ? [{ code: 'stale', written: run.createdAt }] : [] };
});

function rowOf({ input, output, status, duration, scores }: z.infer<typeof result>, name: string, file: string): Row {
  const words = typeof input === 'string' && input.length <= LONGEST_NAME ? input : null;
  const threw = status === 'fail' && scores.length === 0;
  return rowFrom({
    id: `${name} > ${words ?? hashJson(asJson(input ?? null)).slice(0, 8)}`,
    file,
    outcome: threw ? 'failed' : 'scored',
    message: threw ? errorText(output) : null,
    scores: scores.map(({ description: reason, ...score }) => ({ ...score, reason })),
    latency_ms: duration,
    turn: { output },
  });
}

const LONGEST_NAME = 80;

/** An error is in the place of the output. */
function errorText(output: unknown): string {
  if (typeof output === 'string') return output;
  const message = isJsonObject(output) ? output['message'] : undefined;
  return typeof message === 'string' ? message : jsonText(output ?? 'it threw');
}
