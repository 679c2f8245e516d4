/**
 * Hashes of what models read of the tools of MCP servers: by server, then by tool, then by part (`description`, `arguments`,
 * `other`).
 */
export interface ToolHashes {
  readonly [server: string]: { readonly [tool: string]: { readonly [part: string]: string } };
}
