import { compileGlob } from '#cases/matching/glob.ts';
import { folderHash } from '#cases/suite/folder-hash.ts';
import type { Overlay } from '#cases/suite/hashed-folder.ts';
import { parseTools } from '#cases/tools/parse-tools.ts';
import type { ToolSchema } from '#cases/tools/tool-schema.ts';
import { type Issue, issueAt } from '#common/document/issue.ts';
import type { DocumentPath } from '#common/document/located-document.ts';
import type { ParsedDocument } from '#common/document/parsed-document.ts';
import { isModelAgent } from '#config/capture.ts';
import type { ModelAgentFiles } from '#config/fingerprint.ts';
import type { ConfiguredAgent } from '#config/parsing/agents-of.ts';
import type { SuiteFiles } from '#ports/ports.ts';
import type { McpFile } from '#trials/mcp/mcp-server.ts';
import { parseMcpFile } from '#trials/mcp/parse-mcp-file.ts';

/** Contents of the files that a config's agent names. */
export interface AgentFiles {
  /** `null` for agents that are not built in, and if a file can't be used. */
  readonly model_agent: ModelAgentFiles | null;
  /** `null` for agents without MCP servers, and if their file can't be used. */
  readonly mcp: McpFile | null;
  /** Without folders that can't be used. */
  readonly overlay: readonly Overlay[];
  readonly issues: readonly Issue[];
}

/** Reads the files that an agent names; problems point at the key that names the file, or into the file. */
export async function readAgentFiles(
  files: SuiteFiles,
  configured: ConfiguredAgent,
  config: ParsedDocument,
): Promise<AgentFiles> {
  const own = await readOwnFiles(files, configured, config);
  const servers = await readMcp(files, configured, config);
  const overlay = await readOverlay(files, configured, config);
  const output = await suiteFileIssues(files, configured, config);
  return {
    ...own,
    mcp: servers.value ?? null,
    overlay: overlay.value ?? [],
    issues: [...own.issues, ...servers.issues, ...overlay.issues, ...output],
  };
}

/** Each round replaces what is at `suite.file`, so that must be nothing that anybody else needs. */
async function suiteFileIssues(
  files: SuiteFiles,
  { agent, agent_path: at }: ConfiguredAgent,
  config: ParsedDocument,
): Promise<readonly Issue[]> {
  if (agent.kind !== 'suite' || agent.file === null) return [];
  const path = files.locate(agent.file);
  const tests = (await Promise.all((agent.tests ?? []).map((glob) => files.expand(glob)))).flat();
  const test = tests.find((name) => name === path || name.startsWith(`${path}/`));
  const isNamed = test !== undefined || (agent.tests ?? []).some((glob) => compileGlob(glob, 'path')(agent.file ?? ''));
  const problem = isNamed
    ? `"${path}" is named by \`tests\`${test === undefined || test === path ? '' : ` ("${test}")`}`
    : await files.outputProblem(path);
  if (problem === null) return [];
  const mend = 'each round replaces it; name a file that only the runner writes, and that git ignores';
  return [issueAt(config, [...at, 'file'], `${problem}, and ${mend}`)];
}

/** Bytes of a folder that is laid over a workspace. */
const MOST_OVERLAY = 50 * 1024 ** 2;

async function readOverlay(
  files: SuiteFiles,
  { agent, agent_path: at }: ConfiguredAgent,
  config: ParsedDocument,
): Promise<Read<readonly Overlay[]>> {
  const value: Overlay[] = [];
  const issues: Issue[] = [];
  for (const overlay of ('overlay' in agent ? agent.overlay : undefined) ?? []) {
    const read = await files.folder(files.locate(overlay.folder), MOST_OVERLAY);
    if ('problem' in read) issues.push(issueAt(config, [...at, 'overlay', overlay.place], read.problem));
    else value.push({ ...overlay, hash: folderHash(read.files) });
  }
  return { value, issues };
}

async function readMcp(
  files: SuiteFiles,
  { agent, agent_path: at }: ConfiguredAgent,
  config: ParsedDocument,
): Promise<Read<McpFile>> {
  if (!('mcp' in agent) || agent.mcp === null) return { issues: [] };
  const located = files.locate(agent.mcp.file);
  const source = await files.read(located);
  if ('problem' in source) return { issues: [issueAt(config, [...at, 'mcp'], source.problem)] };
  const parsed = parseMcpFile(source.text, located);
  return 'issues' in parsed ? parsed : { value: parsed.mcp, issues: [] };
}

async function readOwnFiles(
  files: SuiteFiles,
  { agent, agent_path: at }: ConfiguredAgent,
  config: ParsedDocument,
): Promise<Pick<AgentFiles, 'model_agent' | 'issues'>> {
  if (agent.kind === 'module') {
    const source = await files.read(files.locate(agent.file));
    return {
      model_agent: null,
      issues: 'problem' in source ? [issueAt(config, [...at, 'module'], source.problem)] : [],
    };
  }
  if (!isModelAgent(agent)) return { model_agent: null, issues: [] };
  const prompt = await readPrompt(files, agent.prompt, config, [...at, agent.key, 'prompt']);
  const tools = await readTools(files, agent.tools, config, [...at, agent.key, 'tools']);
  return {
    model_agent:
      prompt.value === undefined || tools.value === undefined ? null : { prompt: prompt.value, tools: tools.value },
    issues: [...prompt.issues, ...tools.issues],
  };
}

/** `value` is missing if the file can't be used. */
interface Read<T> {
  readonly value?: T;
  readonly issues: readonly Issue[];
}

async function readPrompt(
  files: SuiteFiles,
  path: string | null,
  config: ParsedDocument,
  at: DocumentPath,
): Promise<Read<string | null>> {
  if (path === null) return { value: null, issues: [] };
  const source = await files.read(files.locate(path));
  if ('problem' in source) return { issues: [issueAt(config, at, source.problem)] };
  if (source.text.trim() !== '') return { value: source.text, issues: [] };
  return { issues: [issueAt(config, at, `"${path}" is empty; write the system prompt, or remove the key`)] };
}

async function readTools(
  files: SuiteFiles,
  path: string | null,
  config: ParsedDocument,
  at: DocumentPath,
): Promise<Read<readonly ToolSchema[]>> {
  if (path === null) return { value: [], issues: [] };
  const located = files.locate(path);
  const source = await files.read(located);
  if ('problem' in source) return { issues: [issueAt(config, at, source.problem)] };
  const parsed = parseTools(source.text, located);
  return 'issues' in parsed ? parsed : { value: parsed.tools, issues: parsed.warnings };
}
