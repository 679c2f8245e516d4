import { cp, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { folderWith } from '#test/support/cli-folder.ts';
import { json } from '#test/support/scripted-suite.ts';
import { type ModelServer, startModelServer } from '#test/testing/providers/model-server.ts';
import type { ModelScript } from '#test/testing/providers/script.ts';
import type { TurnRecord } from '#trials/trial/trajectory.ts';
import { readTurns } from '../support/read-trajectories.ts';
import { INPUTS, PRICES, script } from './conversation.ts';
import { startFront } from './front.ts';

/** The only key that the model server takes. */
export const REAL_KEY = 'sk-real-0123456789-abcdefghij-0123456789';

/** The token of temporary AWS credentials, which goes with their requests. */
export const REAL_SESSION = 'real-session-token-0123456789-abcdefghij';

/** Agents in `test/heavy/agents/recorder`, and how they are started. */
export interface RecordedAgent {
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** `agent.record`; default: true. */
  readonly record?: unknown;
  /** Where its packages are, for JavaScript. */
  readonly nodeModules?: string;
}

/** What the whole program made of an agent that tells nothing but its answers. */
export interface Recorded {
  readonly exitCode: number | null;
  /** What the terminal showed. */
  readonly output: string;
  /** Turns by mark (`CASE#TRIAL`). */
  readonly trials: ReadonlyMap<string, readonly TurnRecord[]>;
  /** Requests as the model server saw them. */
  readonly requests: ModelServer['requests'];
  /** What the model server's script could not answer. */
  readonly failures: readonly string[];
  readonly streams: readonly { readonly mark: string; readonly heard: boolean }[];
}

/** What is played. */
export interface Play {
  /** Ids of the cases, each a way that the agent knows. */
  readonly ways: readonly string[];
  readonly trials: number;
  /** Default: those of the whole conversation. */
  readonly inputs?: readonly string[];
  /** Ways that say when they hear the beginning of a streamed answer; default: none. */
  readonly listens?: RegExp;
  /** In place of the conversation's own. */
  readonly script?: ModelScript;
  /** Merged into `agent-eval.yml`. */
  readonly config?: Readonly<Record<string, unknown>>;
}

/**
 * Runs `agent-eval run` with a recorded agent whose every model call goes to a model server that takes nothing but the real
 * key, which only the program's own environment holds.
 */
export async function playRecorded(agent: RecordedAgent, play: Play): Promise<Recorded> {
  await using server = await startModelServer(play.script ?? script, { keys: [REAL_KEY] });
  await using front = await startFront(server.url, play.listens ?? /^$/);
  await using folder = await folderWith(suite(agent, play, front.url));
  await cp(join(import.meta.dirname, '..', 'agents', 'recorder'), folder.path, { recursive: true });
  if (agent.nodeModules !== undefined) await symlink(agent.nodeModules, join(folder.path, 'node_modules'));
  const { exitCode, stdout, stderr } = await folder.cli(['run', '--output', 'out'], {
    env: {
      OPENAI_BASE_URL: `${front.url}/v1`,
      OPENAI_API_KEY: REAL_KEY,
      AZURE_OPENAI_ENDPOINT: `${front.url}/azure`,
      AZURE_OPENAI_API_KEY: REAL_KEY,
      OPENAI_API_VERSION: '2024-10-21',
      OPENROUTER_BASE_URL: `${front.url}/openrouter/v1`,
      OPENROUTER_API_KEY: REAL_KEY,
      AI_GATEWAY_BASE_URL: `${front.url}/vercel`,
      AI_GATEWAY_API_KEY: REAL_KEY,
      ANTHROPIC_BASE_URL: front.url,
      ANTHROPIC_API_KEY: REAL_KEY,
      GOOGLE_GEMINI_BASE_URL: `${front.url}/gemini`,
      GOOGLE_API_KEY: REAL_KEY,
      AWS_ENDPOINT_URL_BEDROCK_RUNTIME: `${front.url}/bedrock`,
      AWS_REGION: 'eu-central-1',
      AWS_ACCESS_KEY_ID: 'AKIA0123456789ABCDEF',
      AWS_SECRET_ACCESS_KEY: REAL_KEY,
      AWS_SESSION_TOKEN: REAL_SESSION,
      OLLAMA_HOST: front.url,
      OLLAMA_API_KEY: REAL_KEY,
    },
  });
  const output = `${stdout}\n${stderr}`;
  return {
    exitCode,
    output,
    trials: await readTurns(join(folder.path, 'out'), output),
    requests: server.requests,
    failures: server.failures,
    streams: front.streams,
  };
}

function suite(
  { command, env, record = true }: RecordedAgent,
  { ways, trials, inputs = INPUTS, config }: Play,
  front: string,
) {
  return {
    'agent-eval.yml': json({
      version: 1,
      agent: { command, env: { FRONT: front, ...env }, record },
      cases: ['cases.yml'],
      trials,
      concurrency: 4,
      limits: { trial_timeout: '60s' },
      prices: PRICES,
      gate: { method: 'threshold', pass_rate: { min: 1 } },
      ...config,
    }),
    'cases.yml': json({
      cases: ways.map((id) => ({
        id,
        context: { way: id },
        turns: inputs.map((input) => ({ input, expect: ANSWERED })),
      })),
    }),
  };
}

const ANSWERED = { response: { matches: ['.'] } };
