import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import type { ModelScript } from '#test/testing/providers/script.ts';
import type { TrialRecord } from '#trials/trial/trial-record.ts';
import type { WorkspaceFiles } from '../testing/github/workspace.ts';
import { type ModelServer, type ModelServerOptions, startModelServer } from '../testing/providers/model-server.ts';
import { type Folder, folderWith } from './cli-folder.ts';
import { program } from './program.ts';
import type { CliResult } from './run-cli.ts';
import { json } from './scripted-suite.ts';

/** The real key of a run: long enough to be a secret, and with characters that escapings change. */
export const REAL_KEY = 'sk-real/key+of=the~workflow?0123456789';

/** An agent that is a program: it asks its model over plain HTTP until there are no more tools to call. */
export const PROGRAM = { command: [process.execPath, 'agent.mjs'], record: true };

/** The built-in agent, with the same tool as the program. */
export const BUILT_IN = {
  openai: { model: 'small', tools: 'tools.json', mocks: { look_up: { value: { found: true } } } },
};

/** Both ways to a model: a test that goes through them holds for every agent kind. */
export const BOTH_KINDS = [
  ['a built-in agent', BUILT_IN],
  ['a recorded program', PROGRAM],
] as const;

/**
 * A folder with a suite whose agent asks a model. The program is there in any case. Keys of `config` replace those of a
 * suite that passes when half of its trials do.
 */
export function modelSuite(
  agent: Readonly<Record<string, unknown>>,
  cases: readonly string[] | Readonly<Record<string, Readonly<Record<string, unknown>>>>,
  config: Readonly<Record<string, unknown>> = {},
): WorkspaceFiles {
  const named = Array.isArray(cases) ? cases.map((id: string) => [id, {}] as const) : Object.entries(cases);
  const entries = named.map(([id, facts]) => ({
    id,
    ...(!('turns' in facts || 'simulated_user' in facts) && { input: `input of ${id}` }),
    ...(!('turns' in facts) && { expect: { response: { contains: ['well'] } } }),
    ...facts,
  }));
  return {
    'agent-eval.yml': json({
      version: 1,
      agent,
      cases: ['evals/*.yml'],
      trials: 1,
      concurrency: 1,
      gate: { method: 'threshold', pass_rate: { min: 0.5 } },
      ...config,
    }),
    'evals/cases.yml': json({ cases: entries }),
    'agent.mjs': AGENT,
    'tools.json': json([{ name: 'look_up', parameters: { type: 'object', properties: { what: { type: 'string' } } } }]),
  };
}

/** What a run in a terminal came to. */
export type ModelRun = CliResult & {
  readonly verdict: string | null;
  /** `null` when nothing was written. */
  readonly results: ResultsFile | null;
  /** Of all cases, in their order. */
  readonly trials: readonly TrialRecord[];
};

/** Runs the suite of a folder against a model server that the environment names as OpenAI, Anthropic and Ollama. */
export async function runModels(
  folder: Folder,
  server: Pick<ModelServer, 'base_urls'>,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<ModelRun> {
  const result = await folder.cli(['run', '--json', ...args], { env: { ...environmentOf(server), ...env } });
  const text = await folder.read('agent-eval-results/results.json').catch(() => null);
  const results: ResultsFile | null = text === null ? null : JSON.parse(text);
  const verdict = result.stdout.startsWith('{') ? String(JSON.parse(result.stdout).verdict) : null;
  return { ...result, verdict, results, trials: results?.cases.flatMap(({ trials }) => trials) ?? [] };
}

/** As {@link runModels}, in a folder of its own. */
export async function runOnce(
  files: WorkspaceFiles,
  server: Pick<ModelServer, 'base_urls'>,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<ModelRun> {
  await using folder = await folderWith(files);
  return await runModels(folder, server, args, env);
}

/** As {@link runOnce}, against a model server of its own, which tells what it was asked. */
export async function runAgainst(
  { script, ...models }: ModelServerOptions & { readonly script: ModelScript },
  files: WorkspaceFiles,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<ModelRun & { readonly server: Pick<ModelServer, 'requests' | 'billed' | 'failures'> }> {
  await using server = await startModelServer(script, models);
  return { ...(await runOnce(files, server, args, env)), server };
}

/** What a workflow sets: where the providers live, and the keys. */
export function environmentOf({ base_urls }: Pick<ModelServer, 'base_urls'>): Readonly<Record<string, string>> {
  return {
    OPENAI_BASE_URL: base_urls.openai,
    ANTHROPIC_BASE_URL: base_urls.anthropic,
    GOOGLE_GEMINI_BASE_URL: base_urls.gemini,
    AWS_ENDPOINT_URL_BEDROCK_RUNTIME: base_urls.bedrock,
    OLLAMA_HOST: base_urls.ollama,
    OPENAI_API_KEY: REAL_KEY,
  };
}

/** `passed`, `failed: crash`, `error: network` of each trial. */
export function endsOf({ trials }: ModelRun): readonly string[] {
  return trials.map(({ outcome, failure, error }) =>
    [outcome, failure?.kind ?? error?.class].filter((part) => part !== undefined).join(': '),
  );
}

/** How often a text stands in another. */
export function occurrences(text: string, part: string): number {
  return text.split(part).length - 1;
}

/** `context` of a case tells it to do more: see the keys of `more`. An answer of the model that is an error crashes it. */
const AGENT = program('model-caller.mjs');
