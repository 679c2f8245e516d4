// For run-examples.ts: what surrounds an example.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pythonEnvironment } from '#test/heavy/support/python-environment.ts';
import { startModelServer } from '#test/testing/providers/model-server.ts';
import type { ModelScript } from '#test/testing/providers/script.ts';

/** What surrounds an example: the workflow's environment, and packages. */
export interface ExampleWorld {
  /** In addition to our own environment. */
  readonly variables: Readonly<Record<string, string>>;
  /** Names of the variables that the agent may see. */
  readonly passed: readonly string[];
  /** What the script of the model threw. */
  readonly failures: readonly string[];
  readonly close: () => Promise<void>;
}

/** Starts the model, and installs what `requirements.txt` names, once for all runs of this machine: pip then finds it installed. */
export async function exampleWorld(folder: string, model: ModelScript | null): Promise<ExampleWorld> {
  const has = (file: string) => existsSync(join(folder, file));
  const python = has('requirements.txt') ? { ...(await frameworks()).env, ...PIP } : {};
  const installers = { ...python, ...(has('package.json') ? NPM : {}) };
  const server = model === null ? null : await startModelServer(model, { seed: 1 });
  const providers =
    server === null
      ? {}
      : {
          OPENAI_BASE_URL: server.base_urls.openai,
          OPENAI_API_KEY: 'key-of-the-examples-1',
          ANTHROPIC_BASE_URL: server.base_urls.anthropic,
          ANTHROPIC_API_KEY: 'key-of-the-examples-2',
          OLLAMA_HOST: `${server.base_urls.ollama}/ollama`,
        };
  return {
    variables: { ...installers, ...providers },
    passed: Object.keys(installers),
    failures: server?.failures ?? [],
    close: async () => server?.close(),
  };
}

let installed: ReturnType<typeof pythonEnvironment> | undefined;

/** Installed once, also when two examples ask for it at the same time. */
function frameworks(): ReturnType<typeof pythonEnvironment> {
  installed ??= pythonEnvironment('frameworks');
  return installed;
}

/** What is not installed yet is a mistake of ours: nothing is fetched. */
const PIP = { PIP_NO_INDEX: '1', PIP_DISABLE_PIP_VERSION_CHECK: '1' };

/** Packages that npm has fetched before are fetched no more. */
const NPM = { npm_config_prefer_offline: 'true' };
