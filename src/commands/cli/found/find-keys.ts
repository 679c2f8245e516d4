import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isModelAgent } from '#config/capture.ts';
import { modelPlaces } from '#config/model-places.ts';
import { parseConfig } from '#config/parsing/parse-config.ts';
import { variablesNeeded } from '#config/variables-needed.ts';
import { parseResults } from '#gate/baseline/results/parse-results.ts';
import { MODEL_ID } from '#gate/upgrade/upgrade-file.ts';
import { PROVIDER_NAMES, PROVIDERS } from '#wire/protocols/providers.ts';

/** The variables with which a suite calls its models. */
export interface FoundKeys {
  readonly keys: readonly string[];
  /** What says so, a sentence part. */
  readonly by: string;
  /** Today's model, as the config names it; `null`: it does not. */
  readonly model: string | null;
}

/**
 * The keys of a suite by its config. Where that does not say what the agent needs, also those of the providers that its last run called; without such a run,
 * the one that its packages speak for.
 */
export async function findKeys(cwd: string, guess: Pick<FoundKeys, 'keys' | 'by'>): Promise<FoundKeys> {
  const read = (file: string) => readFile(join(cwd, file), 'utf8').catch(() => '');
  const parsed = parseConfig(await read(CONFIG), CONFIG);
  if (!('config' in parsed)) return { ...guess, model: null };
  const { config } = parsed;
  const named = variablesNeeded(config);
  const places = modelPlaces(config);
  const model = 'model' in places && MODEL_ID.test(places.model) ? places.model : null;
  if (isModelAgent(config.agent) || config.agent.needs.length > 0)
    return { keys: named, by: `${CONFIG} says so`, model };
  const ran = parseResults(await read(RESULTS));
  const called = 'results' in ran ? (ran.results.called ?? []).map(({ provider }) => provider) : [];
  const seen = PROVIDER_NAMES.filter((name) => called.includes(name)).map((name) => PROVIDERS[name].key_name);
  const [more, by] = seen.length > 0 ? [seen, `the run in ${RESULTS} called these providers`] : [guess.keys, guess.by];
  return { keys: [...new Set([...more, ...named])], by, model };
}

const CONFIG = 'agent-eval.yml';
const RESULTS = 'agent-eval-results/results.json';
