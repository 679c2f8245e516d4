import { spawn } from 'node:child_process';
import { connect } from 'node:net';
import type { HttpAgentConfig, Limits } from '#config/config.ts';
import { createHttpAgent, type HttpAgentOptions } from '#runner/agents/http-agent.ts';
import { ALONE, fixture, LIMITS, marked, PROGRAM, type TestAgent } from '../support.ts';

export interface HttpTestOptions extends Partial<HttpAgentConfig> {
  readonly limits?: Partial<Limits>;
  readonly options?: Partial<HttpAgentOptions>;
}

/** An http agent at this URL. */
export function httpAgent(url: string, settings: HttpTestOptions = {}): TestAgent {
  const { limits, options, ...config } = settings;
  const server = { start: null, ready_url: null, ready_timeout_ms: 120_000, headers: {}, concurrency: 1 };
  return marked((environment) =>
    createHttpAgent(
      { ...PROGRAM, kind: 'http', url, ...server, ...config },
      { ...LIMITS, ...limits },
      {
        ...ALONE,
        isAllowedHost: () => false,
        ...options,
        environment: { ...environment, ...options?.environment },
      },
    ),
  );
}

/** An http agent that starts a fixture server on a free port. */
export async function startedAgent(server: string, settings: HttpTestOptions = {}): Promise<TestAgent> {
  const port = await freePort();
  const start = [process.execPath, fixture(server), String(port)];
  return httpAgent(`http://127.0.0.1:${port}/turn`, { start, ...settings });
}

/**
 * A port that nobody listens on, below those that the system hands out itself: no other test may be given it meanwhile. It is asked for
 * by a connection: a listener of ours would live on for a moment in a process that another test starts right now.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 3_000 + Math.floor(12_000 * Math.random());
    const socket = connect({ host: '127.0.0.1', port });
    const taken = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true));
      socket.once('error', () => resolve(false));
    });
    socket.destroy();
    if (!taken) return port;
  }
}

/** A fixture server that runs already. */
export async function runningServer(): Promise<{ readonly url: string; end(): void }> {
  const child = spawn(process.execPath, [fixture('echo-server.mjs')], { stdio: ['ignore', 'pipe', 'inherit'] });
  const port = await new Promise<string>((resolve) =>
    child.stdout.once('data', (chunk) => resolve(String(chunk).trim())),
  );
  return { url: `http://127.0.0.1:${port}/turn`, end: () => child.kill('SIGKILL') };
}
