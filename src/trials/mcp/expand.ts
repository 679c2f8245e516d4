import { listed } from '#common/words.ts';
import type { McpServer, NamedTexts } from './mcp-server.ts';

/** Variables as clients write them: `${NAME}`, `${NAME:-default}`, `${env:NAME}`. */
const VARIABLE = /\$\{(?:env:)?([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g;
const KNOWN_PLACE = /^workspaceFolder$/;
const ANY_COLON = /\$\{([A-Za-z]+):[^}-][^}]*\}/;

/** What is wrong with the placeholders of a text, a sentence; `null`: nothing. */
export function placeholderProblem(text: string): string | null {
  const kind = ANY_COLON.exec(text)?.[1];
  if (kind === undefined || kind === 'env') return null;
  return kind === 'input'
    ? 'this run can not ask anyone for an input; write ${env:NAME} and set the variable in the workflow'
    : `unknown placeholder \${${kind}:…}; \${NAME}, \${env:NAME} and \${NAME:-default} are filled in`;
}

/** A server with its variables filled in, or the names of those that have no value. */
export type ExpandedServer = { readonly server: McpServer } | { readonly missing: readonly string[] };

/**
 * Fills in the variables of a server: in its command, arguments, variables, address and headers.
 *
 * @param folder value of `${workspaceFolder}`: the folder of the config, absolute
 */
export function expandServer(server: McpServer, variables: NamedTexts, folder: string): ExpandedServer {
  const missing = new Set<string>();
  const fill = (text: string): string =>
    text.replace(VARIABLE, (_, name: string, otherwise: string | undefined) => {
      if (KNOWN_PLACE.test(name)) return folder;
      const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
      if (value !== undefined && value !== '') return value;
      if (otherwise === undefined) missing.add(name);
      return otherwise ?? '';
    });
  const fillAll = (texts: NamedTexts): NamedTexts =>
    Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, fill(text)]));
  const filled: McpServer =
    server.kind === 'http'
      ? { ...server, url: fill(server.url), headers: fillAll(server.headers) }
      : {
          ...server,
          command: fill(server.command),
          args: server.args.map(fill),
          env: fillAll(server.env),
          cwd: server.cwd === null ? null : fill(server.cwd),
        };
  return missing.size > 0 ? { missing: [...missing] } : { server: filled };
}

/** Names of the variables that servers can't do without, each once. */
export function neededVariables(servers: readonly McpServer[]): readonly string[] {
  const names = servers.flatMap((server) => {
    const expanded = expandServer(server, {}, '/');
    return 'missing' in expanded ? expanded.missing : [];
  });
  return [...new Set(names)];
}

/** Why servers can't be used, a sentence. */
export function missingVariables(server: string, names: readonly string[]): string {
  const them = names.length === 1 ? 'it' : 'them';
  const has = names.length === 1 ? 'has' : 'have';
  return `the MCP server ${server} needs ${listed(names)}, which ${has} no value here; set ${them} with env on the step and name ${them} in the input mcp-env (--mcp-env in a terminal)`;
}
