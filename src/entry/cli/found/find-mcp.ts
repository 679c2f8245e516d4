import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseMcpFile } from '#domain/mcp/parse-mcp-file.ts';

/** A file of MCP servers, with their names. */
export interface FoundMcp {
  readonly file: string;
  readonly servers: readonly string[];
}

const FILES = ['.mcp.json', 'mcp.json', '.cursor/mcp.json', '.vscode/mcp.json'];

/** The first file that names MCP servers for a client; `null`: there is none. */
export async function findMcp(cwd: string): Promise<FoundMcp | null> {
  for (const file of FILES) {
    const text = await readFile(join(cwd, file), 'utf8').catch(() => null);
    const parsed = text === null ? null : parseMcpFile(text, file);
    if (parsed !== null && 'mcp' in parsed) return { file, servers: parsed.mcp.servers.map(({ name }) => name) };
  }
  return null;
}
