import * as z from 'zod';
import { strictMapping } from '#common/document/strict-mapping.ts';
import { workspacePathSchema } from '#common/document/workspace-path.ts';
import { expected } from '#common/document/zod-messages.ts';
import type { ModuleAgentConfig } from '../config.ts';
import type { AgentKind } from './agent-kind.ts';
import { programSettings } from './beside.ts';

const DEFAULT_EXPORT = 'default';

const file = workspacePathSchema.refine((path) => /\.[cm]?[jt]s$/.test(path), {
  error: 'expected a file of JavaScript or TypeScript (.js, .mjs, .cjs, .ts, .mts, .cts)',
});

const schema = z.union(
  [
    file.transform((path) => ({ file: path, export: DEFAULT_EXPORT })),
    strictMapping({
      file: file.describe('File of the module'),
      export: z
        .string({ error: expected('the name of an exported function') })
        .min(1)
        .describe('Name of the exported function; default `default`')
        .exactOptional(),
    }).transform((entry) => ({ file: entry.file, export: entry.export ?? DEFAULT_EXPORT })),
  ],
  { error: expected('a file such as ./agent.ts, or {file, export}') },
);

/** `agent.module`: a function that a JavaScript or TypeScript module exports. */
export const moduleKind: AgentKind<typeof schema, ModuleAgentConfig> = {
  schema,
  takes: ['isolate', 'record', 'tools', 'mcp', 'overlay', 'setup', 'env', 'needs'],
  otherwise: 'on a module; remove the key',
  contradictions: () => [],
  read: (settings, common) => ({
    kind: 'module',
    ...settings,
    isolate: common.isolate ?? false,
    ...programSettings(common),
  }),
};
