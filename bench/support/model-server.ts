import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const FOLDER = import.meta.dirname;
const SERVE = join(FOLDER, '../../test/testing/providers/serve.ts');
const SCRIPT = join(FOLDER, '../programs/model-script.ts');

/** A model server that runs as a process of its own. */
export interface BenchServer extends AsyncDisposable {
  /** Base URL of its OpenAI. */
  readonly openai: string;
}

/** Starts the tests' model server. `admit`: how many requests it takes at once; it asks the others to wait a second. */
export async function startServer(options: {
  readonly latency_ms: number;
  readonly admit?: number;
}): Promise<BenchServer> {
  const { latency_ms: latency, admit } = options;
  const args = ['--script', SCRIPT, '--latency', String(latency)];
  if (admit !== undefined) args.push('--admit', String(admit), '--retry-after', '1');
  const child = spawn(process.execPath, [SERVE, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exit = once(child, 'exit');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const { value } = await lines.next();
  if (value === undefined) throw new Error('the model server ended before it listened');
  const ready: { readonly base_urls: { readonly openai: string } } = JSON.parse(value);
  return {
    openai: ready.base_urls.openai,
    [Symbol.asyncDispose]: async () => {
      child.kill();
      await exit;
    },
  };
}
