import { delimiter } from 'node:path';
import type { ProgramSpec } from '#process/program.ts';
import type { McpSession } from '#wire/mcp/ports.ts';
import type { RecorderSession } from '#wire/ports.ts';

/** What one process of an agent is given; `null`: it is not recorded. */
export interface ProcessSessions {
  readonly models: RecorderSession | null;
  readonly mcp: McpSession | null;
}

/** In an argument, the path of the file of MCP servers. */
const MCP_CONFIG = '{mcp_config}';

/**
 * The program with the recorder's variables added to its environment, which also replace any real key passed on by mistake
 * (other entries of `NO_PROXY`, `NODE_OPTIONS` and `PYTHONPATH` are kept), and with the path of the file of its MCP servers.
 */
export function recordedSpec(spec: ProgramSpec, { models, mcp }: ProcessSessions): ProgramSpec {
  const environment: { [name: string]: string } = { ...spec.environment };
  for (const [name, value] of Object.entries({ ...models?.variables, ...(mcp && { [MCP_VARIABLE]: mcp.config }) })) {
    const before = spec.environment[name];
    environment[name] = before === undefined || before === '' ? value : (JOINED[name]?.(before, value) ?? value);
  }
  const command =
    mcp === null ? spec.command : spec.command.map((word) => word.replaceAll(MCP_CONFIG, () => mcp.config));
  return { ...spec, command, environment };
}

const list = (before: string, ours: string) => `${before},${ours}`;

const JOINED: { readonly [name: string]: (before: string, ours: string) => string } = {
  NO_PROXY: list,
  no_proxy: list,
  NODE_OPTIONS: (before, ours) => `${before} ${ours}`,
  // Python loads the first `sitecustomize`; ours loads the next one.
  PYTHONPATH: (before, ours) => `${ours}${delimiter}${before}`,
};

const MCP_VARIABLE = 'AGENT_EVAL_MCP_CONFIG';
