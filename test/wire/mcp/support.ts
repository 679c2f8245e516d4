import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject, type Json } from '#common/json.ts';
import { mustBeRead } from '#test/support/must-be-read.ts';
import { newFolder } from '#test/support/new-folder.ts';
import { parseMcpFile } from '#trials/mcp/parse-mcp-file.ts';
import { createMcpServers, type McpServersOptions } from '#wire/mcp/mcp-servers.ts';
import type { McpServers } from '#wire/mcp/ports.ts';

/** The path of one of the fixtures' programs. */
export function mcpFixture(name: string): string {
  return join(import.meta.dirname, '..', '..', 'fixtures', 'mcp', name);
}

/** The servers of a file, in a folder of their own. */
export function mcpServers(
  servers: { readonly [name: string]: object },
  variables: { readonly [name: string]: string } = {},
  elsewhere: Partial<Pick<McpServersOptions, 'proxy' | 'isAllowedHost'>> = {},
): McpServers & AsyncDisposable {
  const parsed = parseMcpFile(JSON.stringify({ mcpServers: servers }), 'mcp.json');
  mustBeRead(parsed);
  const folder = newFolder('mcp-test');
  const made = createMcpServers({
    file: parsed.mcp,
    place: { cwd: folder, environment: { PATH: process.env['PATH'] ?? '' } },
    variables,
    isAllowedHost: () => false,
    proxy: { http: '', https: '', no_proxy: '' },
    ...elsewhere,
    temporary: folder,
  });
  return { ...made, [Symbol.asyncDispose]: () => made.close() };
}

/** What a client finds for one server. */
export function clientEntry(config: string, server: string): { readonly [key: string]: Json } {
  const file: Json = JSON.parse(readFileSync(config, 'utf8'));
  const all = isJsonObject(file) ? file['mcpServers'] : null;
  const entry = isJsonObject(all) ? all[server] : null;
  if (!isJsonObject(entry)) throw new Error(`no ${server} in ${config}`);
  return entry;
}

/** Starts the program that a client would, gives it bytes, and collects what it prints until it ends. */
export async function playClient(
  entry: { readonly [key: string]: Json },
  input: Buffer | string,
  { keepsOpen = false }: { readonly keepsOpen?: boolean } = {},
): Promise<{ readonly stdout: Buffer; readonly stderr: string; readonly code: number | null }> {
  const args = Array.isArray(entry['args']) ? entry['args'].map(String) : [];
  const child = spawn(String(entry['command']), args, { env: {} });
  const [stdout, stderr]: [Buffer[], Buffer[]] = [[], []];
  child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
  child.stdin.on('error', () => {});
  child.stdin.write(input);
  if (!keepsOpen) child.stdin.end();
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { stdout: Buffer.concat(stdout), stderr: Buffer.concat(stderr).toString(), code };
}
