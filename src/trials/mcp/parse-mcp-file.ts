import * as z from 'zod';
import { ALWAYS, type Contradiction, contradictions, type UncheckedMapping } from '#common/document/contradictions.ts';
import { type Issue, issueAt } from '#common/document/issue.ts';
import { nearestName } from '#common/document/nearest-name.ts';
import type { ParsedDocument } from '#common/document/parsed-document.ts';
import { parseJson } from '#common/document/parsing/parse-json.ts';
import { readValue } from '#common/document/read-value.ts';
import { expected } from '#common/document/zod-messages.ts';
import { isJsonObject } from '#common/json.ts';
import { asJson, jsonText } from '#common/json-text.ts';
import { placeholderProblem } from './expand.ts';
import type { McpFile, McpServer } from './mcp-server.ts';

/**
 * Reads a file of servers as the clients of the Model Context Protocol have it: `{"mcpServers": {NAME: {command, args, env} or
 * {url, headers}}}`, or the same under `servers`. Servers with `disabled: true` are left out. Keys of a server that only its
 * client reads stay as they are.
 */
export function parseMcpFile(
  text: string,
  file: string,
): { readonly mcp: McpFile } | { readonly issues: readonly Issue[] } {
  const parsed = parseJson(text, file);
  if ('issues' in parsed) return parsed;
  const { document } = parsed;
  const key = keyOf(document);
  if (typeof key !== 'string') return { issues: [key] };
  const serverMap = isJsonObject(document.value) ? document.value[key] : null;
  if (!isJsonObject(serverMap) || Object.keys(serverMap).length === 0)
    return { issues: [issueAt(document, [key], `expected servers by name, such as ${EXAMPLE}`)] };
  const servers: McpServer[] = [];
  const issues: Issue[] = [];
  for (const [name, value] of Object.entries(serverMap)) {
    const path = [key, name];
    if (!NAME.test(name)) issues.push({ ...issueAt(document, path, NAME_WORDS), ...document.locateKey(path) });
    if (isJsonObject(value) && value['disabled'] === true) continue;
    const read = readValue(serverSchema(name), value, { document, path });
    if ('issues' in read) issues.push(...read.issues);
    else servers.push(read.value);
  }
  if (issues.length > 0) return { issues };
  if (servers.length > 0) return { mcp: { key, servers } };
  return { issues: [issueAt(document, [key], 'every server is disabled; enable one, or remove `mcp` from the agent')] };
}

const EXAMPLE = '{"shop": {"command": "node", "args": ["server.mjs"]}}';
const NAME = /^(?!__proto__$)[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]{1,128}$/u;
const NAME_WORDS = 'expected the name of a server: 1–128 characters, without control characters';

const KEYS = ['mcpServers', 'servers'] as const;

function keyOf(document: ParsedDocument): McpFile['key'] | Issue {
  const { value } = document;
  const name = isJsonObject(value) ? KEYS.find((key) => Object.hasOwn(value, key)) : undefined;
  if (name !== undefined) return name;
  const near = isJsonObject(value) ? Object.keys(value).find((key) => nearestName(key, KEYS) !== null) : undefined;
  const hint = near === undefined ? '' : `; did you mean that in place of ${near}?`;
  return issueAt(
    document,
    [],
    `expected a mapping with \`mcpServers\` (VS Code: \`servers\`), such as {"mcpServers": ${EXAMPLE}}${hint}`,
  );
}

const text = z.string({ error: expected('a text') }).superRefine((value, context) => {
  const problem = placeholderProblem(value);
  if (problem !== null) context.addIssue({ code: 'custom', message: problem, input: value });
});
const texts = z.record(
  z.string(),
  z.union([text, z.number().transform(String), z.boolean().transform(String)], { error: expected('a text') }),
  { error: expected('a mapping of texts') },
);
const headers = texts.superRefine((values, context) => {
  for (const name of Object.keys(values).filter((item) => !/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(item)))
    context.addIssue({ code: 'custom', path: [name], message: 'expected the name of a header', input: values });
});

const STDIO = ['stdio'];
const HTTP = ['http', 'streamable-http', 'streamableHttp', 'streamable_http'];

function serverSchema(name: string) {
  return z
    .looseObject(
      {
        type: z.unknown().exactOptional(),
        transport: z.unknown().exactOptional(),
        command: text.min(1).exactOptional(),
        args: z.array(text, { error: expected('a list of texts') }).exactOptional(),
        env: texts.exactOptional(),
        cwd: text.exactOptional(),
        url: text.exactOptional(),
        headers: headers.exactOptional(),
        disabled: z.unknown().exactOptional(),
      },
      {
        error: expected(`a server, such as {"command": "node", "args": ["server.mjs"]} or {"url": "https://host/mcp"}`),
      },
    )
    .superRefine(contradictions(serverContradictions), ALWAYS)
    .transform((server): McpServer => {
      const {
        type: _,
        transport: __,
        disabled: ___,
        command,
        args,
        env,
        cwd,
        url,
        headers: httpHeaders,
        ...rest
      } = server;
      const unread = asJson(rest);
      const others = isJsonObject(unread) ? unread : {};
      return command === undefined
        ? { kind: 'http', name, url: url ?? '', headers: httpHeaders ?? {}, others }
        : { kind: 'stdio', name, command, args: args ?? [], env: env ?? {}, cwd: cwd ?? null, others };
    });
}

function serverContradictions(server: UncheckedMapping): readonly Contradiction[] {
  const { type, transport, command, url } = server;
  const [key, kind] = type === undefined ? (['transport', transport] as const) : (['type', type] as const);
  if (kind === 'sse') return [[key, OLD_SSE]];
  if (kind !== undefined && !(typeof kind === 'string' && [...STDIO, ...HTTP].includes(kind)))
    return [[key, `unknown transport ${jsonText(kind)}; expected stdio (with \`command\`) or http (with \`url\`)`]];
  if (command === undefined && url === undefined)
    return [[null, 'has neither `command` (a program) nor `url` (streamable HTTP); write one of them']];
  if (command !== undefined && url !== undefined)
    return [['url', 'a server has either `command` or `url`; remove one of them']];
  if (kind !== undefined && STDIO.includes(String(kind)) !== (command !== undefined))
    return [
      [
        key,
        command === undefined
          ? 'a server with `url` has the transport http'
          : 'a server with `command` has the transport stdio',
      ],
    ];
  if (typeof url === 'string' && !/^(?:https?:\/\/[^/\s]|\$\{)/i.test(url))
    return [['url', 'expected an address that begins with http:// or https://']];
  if (typeof url === 'string' && /^https?:\/\/[^/]*@/i.test(url))
    return [['url', 'a user name or password in an address would be stored; send it in `headers`']];
  const unread = Object.keys(UNREAD).filter((item) => item in server);
  if (unread.length > 0) return unread.map((item) => [item, UNREAD[item] ?? '']);
  const other = command === undefined ? ['args', 'env', 'cwd'] : ['headers'];
  const why =
    command === undefined
      ? 'goes with `command`; a server with `url` is not a program that we start'
      : 'goes with `url`; give a program its secrets in `env`';
  return other.filter((item) => item in server).map((item) => [item, `${why}; remove the key`]);
}

/** Keys that would give the agent's side what only the server's side may have. */
const UNREAD: Readonly<Record<string, string>> = {
  envFile: 'no file of variables is read; write them in `env`',
  headersHelper: 'no program is asked for headers; write them in `headers`, with ${NAME} for a secret',
};

const OLD_SSE =
  'the transport sse of 2024 is not recorded; servers answer streamable HTTP today, often at /mcp instead of /sse: write `"type": "http"` and that `url`';
