import type * as z from 'zod';
import { isJsonObject } from '#common/json.ts';
import { baseUrlSchema } from './url-schema.ts';

/**
 * A refinement of `agent:`: with `record`, the recorder sets keys and addresses of model providers. Base URLs may be named:
 * they say where it sends the calls.
 */
export function refuseProvidedVariables(agent: unknown, context: z.core.$RefinementCtx): void {
  if (!isJsonObject(agent) || !isJsonObject(agent['env'])) return;
  const { record } = agent;
  if (!record) return;
  const traced = isJsonObject(record) && record['traces'] === true;
  for (const [name, value] of Object.entries(agent['env'])) {
    const message =
      traced && EXPORTER.test(name)
        ? TRACES
        : PROVIDED.has(name)
          ? PROVIDED.get(name)
          : BASE_URLS.has(name)
            ? baseUrlProblem(value)
            : undefined;
    if (message !== undefined) context.addIssue({ code: 'custom', path: ['env', name], message, input: value });
  }
}

const KEY =
  'with `record` the agent gets a dummy key, and the recorder holds the real one: set it with `env` on the step of the workflow, and remove it here';

/** What would lead traces elsewhere, or send them in another form. */
const EXPORTER = /^OTEL_EXPORTER_OTLP_(?:(?:TRACES|LOGS)_)?(?:ENDPOINT|PROTOCOL|COMPRESSION)$|^OTEL_TRACES_EXPORTER$/;
const TRACES = 'with `record: {traces: true}` the recorder provides it; remove it here';

function otherSpelling(name: string): string {
  return `the recorder provides it; to send the calls elsewhere write ${name}`;
}

const PROVIDED: ReadonlyMap<string, string> = new Map([
  ...[
    'OPENAI_API_KEY',
    'AZURE_OPENAI_API_KEY',
    'AZURE_OPENAI_AD_TOKEN',
    'ANTHROPIC_API_KEY',
    'ANTHROPIC_AUTH_TOKEN',
    'GEMINI_API_KEY',
    'GOOGLE_API_KEY',
    'GOOGLE_GENERATIVE_AI_API_KEY',
    'OPENROUTER_API_KEY',
    'AI_GATEWAY_API_KEY',
    'VERCEL_OIDC_TOKEN',
    'OLLAMA_API_KEY',
    'AWS_BEARER_TOKEN_BEDROCK',
    'AWS_SECRET_ACCESS_KEY',
    'AWS_ACCESS_KEY_ID',
    'AWS_SESSION_TOKEN',
  ].map((name): [string, string] => [name, KEY]),
  ['OPENAI_API_BASE', otherSpelling('OPENAI_BASE_URL')],
  ['OPENROUTER_API_BASE', otherSpelling('OPENROUTER_BASE_URL')],
]);

const BASE_URLS: ReadonlySet<string> = new Set([
  'OPENAI_BASE_URL',
  'AZURE_OPENAI_ENDPOINT',
  'ANTHROPIC_BASE_URL',
  'GOOGLE_GEMINI_BASE_URL',
  'OPENROUTER_BASE_URL',
  'AI_GATEWAY_BASE_URL',
  'AWS_ENDPOINT_URL_BEDROCK_RUNTIME',
]);

function baseUrlProblem(value: unknown): string | undefined {
  return baseUrlSchema.safeParse(value).error?.issues[0]?.message;
}
