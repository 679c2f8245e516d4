import type { JsonObject } from '#common/json.ts';
import type { McpFile, McpServer } from './mcp-server.ts';

/** Where the copy of a server leads: to a program, or to an address. */
export type Leg = { readonly command: string; readonly args: readonly string[] } | { readonly url: string };

/**
 * The file as an agent gets it: the same servers under the same key, each leading to us. What starts a server and opens it
 * (its command, variables, address, headers) is not in it.
 */
export function clientConfig({ key, servers }: McpFile, legOf: (server: McpServer) => Leg): JsonObject {
  return {
    [key]: Object.fromEntries(
      servers.map((server): [string, JsonObject] => {
        const type = server.kind === 'http' ? 'http' : 'stdio';
        return [server.name, { ...server.others, type, ...legOf(server) }];
      }),
    ),
  };
}
