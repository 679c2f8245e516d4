import * as z from 'zod';
import { isMade } from '#cases/suite/folder-hash.ts';
import type { Overlay } from '#cases/suite/hashed-folder.ts';
import { workspacePathProblem } from '#common/document/workspace-path.ts';
import { expected } from '#common/document/zod-messages.ts';
import type { CommandAgentConfig, Isolate } from '../config.ts';
import type { McpSettings, RecordSettings } from '../recorded-settings.ts';
import { mcpSchema, recordSchema } from './record-schema.ts';

const pathSchema = z.string({ error: expected('a folder such as skills/pdf') }).superRefine((path, context) => {
  const problem = workspacePathProblem(path);
  if (problem !== null) context.addIssue({ code: 'custom', message: problem, input: path });
});

const placeSchema = pathSchema.refine((path) => !isMade(path), {
  error: 'what is there belongs to no diff and to no agent; name another place in the workspace',
});

/** `agent.overlay`: folders of the repository that belong to the agent, by their places in the copy of each trial. */
const overlaySchema = z
  .record(placeSchema, pathSchema, {
    error: expected('a mapping from places in the workspace to folders, such as {.claude/skills/pdf: skills/pdf}'),
  })
  .refine(
    (places) => Object.keys(places).length > 0,
    'lays nothing over the workspace; name a folder or remove the key',
  )
  .transform((places): readonly Overlay[] =>
    Object.entries(places).map(([place, folder]) => ({ place: plain(place), folder: plain(folder), hash: null })),
  );

/** Without `./` and a `/` at the end; `.` stays. */
function plain(path: string): string {
  const steps = path.split('/').filter((step) => step !== '' && step !== '.');
  return steps.length === 0 ? '.' : steps.join('/');
}

/** The name of an environment variable. */
const variableName = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, {
  error: (issue) => {
    const name = /^\$\{?\{?\s*(?:(?:secrets|env|vars)\.)?([A-Za-z_]\w*)\s*\}{0,2}$/.exec(String(issue.input))?.[1];
    const message = expected('the name of an environment variable')(issue);
    return name === undefined ? message : `${message}; write the name alone: ${name}`;
  },
});

/** Keys of `agent:` next to the one that names its kind. */
export const besideShape = {
  mode: z
    .enum(['worker', 'one-shot'])
    .describe(
      'worker (default): one process answers many trials over JSON Lines; one-shot (default with {input}): a process for each trial',
    )
    .exactOptional(),
  isolate: z
    .union([z.boolean(), z.literal('reset')], { error: expected('true, false or reset') })
    .describe(
      'How trials in one process are kept apart. false (default): not at all; true: each trial has its own process, started ahead; reset: a message between two trials',
    )
    .exactOptional(),
  record: recordSchema
    .describe('true: tool calls, tokens and latency are read from the traffic between the agent and its model')
    .exactOptional(),
  tools: z
    .literal('none', { error: expected('none; leave the key out if the program brings its own tools') })
    .describe('none: the agent has no tools, so a turn that reports no tool calls made none')
    .exactOptional(),
  mcp: mcpSchema
    .describe('File of MCP servers; the agent gets a copy that sends the traffic of each one through the recorder')
    .exactOptional(),
  overlay: overlaySchema
    .describe(
      'Folders that are copied over the workspace of each trial, such as a skill of the agent, by their place in it',
    )
    .exactOptional(),
  setup: z
    .array(z.string().min(1), { error: expected('a list of shell lines') })
    .describe('Shell lines run once before the first trial')
    .exactOptional(),
  env: z.record(variableName, z.string()).describe('Environment variables with literal values').exactOptional(),
  needs: z.array(variableName).describe('Environment variables that the agent needs').exactOptional(),
};

/** The name of a key next to the kind. */
export type BesideKey = keyof typeof besideShape;

/** The keys next to the kind; omitted keys stay omitted. */
export interface Beside {
  readonly mode?: 'worker' | 'one-shot';
  readonly isolate?: Isolate;
  readonly record?: RecordSettings | null;
  readonly tools?: 'none';
  readonly mcp?: McpSettings;
  readonly setup?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly needs?: readonly string[];
  readonly overlay?: readonly Overlay[];
}

/** What agents that are programs have in common, with defaults filled in. */
export function programSettings({
  record,
  tools,
  mcp,
  setup,
  env,
  needs,
  overlay,
}: Beside): Pick<CommandAgentConfig, 'record' | 'tools' | 'mcp' | 'setup' | 'env' | 'needs' | 'overlay'> {
  const own = {
    record: record ?? null,
    mcp: mcp ?? null,
    setup: setup ?? [],
    env: env ?? {},
    needs: needs ?? [],
  };
  return { ...own, ...(tools && { tools }), ...(overlay && { overlay }) };
}
