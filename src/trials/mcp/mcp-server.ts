import type { JsonObject } from '#common/json.ts';

/** Texts by name; a text may name variables: `${TOKEN}`. */
export interface NamedTexts {
  readonly [name: string]: string;
}

/** A server that is a program, and speaks on its standard streams. */
export interface StdioServer {
  readonly kind: 'stdio';
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: NamedTexts;
  /** Relative to the folder of the config; `null`: that folder. */
  readonly cwd: string | null;
  /** Keys that are the client's business: they stay in its copy. */
  readonly others: JsonObject;
}

/** A server that is reached by streamable HTTP. */
export interface HttpServer {
  readonly kind: 'http';
  readonly name: string;
  readonly url: string;
  readonly headers: NamedTexts;
  /** See {@link StdioServer}. */
  readonly others: JsonObject;
}

/** A server of the Model Context Protocol, as a file names it. */
export type McpServer = StdioServer | HttpServer;

/** A file of servers. */
export interface McpFile {
  /** The key that holds them: `mcpServers` of most clients, `servers` of VS Code. */
  readonly key: 'mcpServers' | 'servers';
  /** In the file's order. */
  readonly servers: readonly McpServer[];
}
