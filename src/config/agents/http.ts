import * as z from 'zod';
import { durationSchema } from '#common/document/duration.ts';
import { programSchema } from '#common/document/program-schema.ts';
import { strictMapping } from '#common/document/strict-mapping.ts';
import { expected } from '#common/document/zod-messages.ts';
import { isJsonObject } from '#common/json.ts';
import type { HttpAgentConfig } from '../config.ts';
import type { AgentKind } from './agent-kind.ts';
import { programSettings } from './beside.ts';
import { urlSchema } from './url-schema.ts';

/** Headers that our client sets itself. */
const OURS = /^(host|content-(length|type|encoding)|connection|transfer-encoding|upgrade|x-agent-eval-trial)$/i;

const headerName = z
  .string()
  .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/, { error: expected('the name of a header') })
  .refine((name) => !OURS.test(name), { error: 'this header is written for each request; remove it' });

const headerValue = z.string().regex(/^[\t\x20-\x7e]*$/, { error: 'expected one line of ASCII, as headers are' });

const schema = strictMapping({
  url: urlSchema.describe('Where a turn is posted'),
  start: programSchema
    .describe('Program and arguments that start the server; without it, the server must already run')
    .exactOptional(),
  ready_url: urlSchema
    .describe(
      'Address that answers with 2xx once the server is ready; without it, the server is ready when its port accepts a connection',
    )
    .exactOptional(),
  ready_timeout: durationSchema.describe('How long to wait until the server is ready; default 30s').exactOptional(),
  headers: z.record(headerName, headerValue).describe('Headers of every request, literal values').exactOptional(),
  concurrency: z.int().min(1).max(256).describe('Turns in flight at most; default 1').exactOptional(),
});

/** `agent.http`: a server that takes agent protocol 1 by POST. */
export const httpKind: AgentKind<typeof schema, HttpAgentConfig> = {
  schema,
  takes: ['record', 'tools', 'mcp', 'overlay', 'setup', 'env', 'needs'],
  otherwise: 'on a server; remove the key',
  contradictions({ http, ...beside }) {
    if (!isJsonObject(http)) return [];
    const many = Number(http['concurrency'] ?? 1) > 1;
    if ('mcp' in beside && many)
      return [
        [
          'mcp',
          'calls can be assigned to a turn only while one turn runs at a time; remove `concurrency` under `http`',
        ],
      ];
    const traced = isJsonObject(beside['record']) && beside['record']['traces'] === true;
    if (traced && many)
      return [
        [
          'record',
          'traces can be assigned to a turn only while one turn runs at a time; remove `concurrency` under `http`, or `traces`',
        ],
      ];
    if ('start' in http) return [];
    if (traced)
      return [
        [
          'record',
          'a server that already runs sends its traces elsewhere; write `start` under `http`, or remove `traces`',
        ],
      ];
    if ('mcp' in beside)
      return [
        ['mcp', 'a server that already runs has its own MCP servers; write `start` under `http`, or remove the key'],
      ];
    return 'env' in beside && !('setup' in beside)
      ? [['env', 'a server that already runs has its own environment; write `start` under `http`, or remove the key']]
      : [];
  },
  read: (settings, common) => ({
    kind: 'http',
    url: settings.url,
    start: settings.start ?? null,
    ready_url: settings.ready_url ?? null,
    ready_timeout_ms: settings.ready_timeout ?? 30_000,
    headers: settings.headers ?? {},
    concurrency: settings.concurrency ?? 1,
    ...programSettings(common),
  }),
};
