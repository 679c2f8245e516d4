import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { type ModelServerOptions, startModelServer } from './model-server.ts';
import type { ModelScript } from './script.ts';

/**
 * Runs the server as a process of its own:
 * `node serve.ts --script FILE [--port N] [--latency MS] [--keys A,B] [--models A,B] [--admit N] [--retry-after S] [--seed N]`.
 * The default export of FILE is a {@link ModelScript}. Prints one line of JSON, `{"url","base_urls","pid"}`, when it listens.
 */
const { values } = parseArgs({
  options: {
    script: { type: 'string' },
    port: { type: 'string' },
    latency: { type: 'string' },
    keys: { type: 'string' },
    models: { type: 'string' },
    admit: { type: 'string' },
    'retry-after': { type: 'string' },
    seed: { type: 'string' },
  },
});

const options: ModelServerOptions = {
  port: numberOf('port', values.port ?? '0'),
  latency_ms: numberOf('latency', values.latency ?? '0'),
  ...(values.keys === undefined ? {} : { keys: values.keys.split(',') }),
  ...(values.models === undefined ? {} : { models: values.models.split(',') }),
  ...(values.admit === undefined
    ? {}
    : {
        admit: {
          limit: numberOf('admit', values.admit),
          retry_after: numberOf('retry-after', values['retry-after'] ?? '1'),
        },
      }),
  ...(values.seed === undefined ? {} : { seed: numberOf('seed', values.seed) }),
};

const server = await startModelServer(await loadScript(values.script), options);
console.log(JSON.stringify({ url: server.url, base_urls: server.base_urls, pid: process.pid }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void server.close());

async function loadScript(file: string | undefined): Promise<ModelScript> {
  if (file === undefined) throw new Error('--script FILE is missing: a module whose default export is a ModelScript');
  const module: { readonly default?: unknown } = await import(pathToFileURL(resolve(file)).href);
  if (!isScript(module.default)) throw new Error(`${file}: the default export is no function`);
  return module.default;
}

function isScript(value: unknown): value is ModelScript {
  return typeof value === 'function';
}

function numberOf(name: string, text: string): number {
  const value = Number(text);
  if (text === '' || !Number.isFinite(value)) throw new Error(`--${name} ${text}: a number was expected`);
  return value;
}
