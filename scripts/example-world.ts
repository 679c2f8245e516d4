import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { npmPackages } from '#test/heavy/support/npm-packages.ts';
import { pythonEnvironment } from '#test/heavy/support/python-environment.ts';
import { startModelServer } from '#test/support/model-server/model-server.ts';
import type { ModelScript } from '#test/support/model-server/script.ts';

/** What surrounds an example: the workflow's environment, and packages. */
export interface ExampleWorld {
  /** Beside our own environment. */
  readonly variables: Readonly<Record<string, string>>;
  /** Names of the variables that the agent may see. */
  readonly passed: readonly string[];
  /** A `node_modules` to link to; `null`: the example needs none. */
  readonly modules: string | null;
  /** What the script of the model threw. */
  readonly failures: readonly string[];
  readonly close: () => Promise<void>;
}

/** Starts the model, and installs what `requirements.txt` or `package.json` names, once for all runs of this machine. */
export async function exampleWorld(folder: string, model: ModelScript | null): Promise<ExampleWorld> {
  const has = (file: string) => existsSync(join(folder, file));
  const python = has('requirements.txt') ? (await pythonEnvironment('frameworks')).env : {};
  const modules = has('package.json') ? await npmPackages('sdks') : null;
  const server = model === null ? null : await startModelServer({ script: model, seed: 1 });
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
    variables: { ...python, ...providers },
    passed: Object.keys(python),
    modules,
    failures: server?.failures ?? [],
    close: async () => server?.close(),
  };
}
