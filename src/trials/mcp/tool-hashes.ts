import { hashJson } from '#common/hash-json.ts';
import { isJsonObject, type Json, type JsonObject } from '#common/json.ts';
import type { ToolHashes } from '#trials/trial/shown/shown-to-models.ts';

/** A tool as its server lists it. */
export interface ListedTool {
  readonly server: string;
  readonly name: string;
  /** JSON Schema of its structured result; `null`: it has none. */
  readonly output_schema: JsonObject | null;
  /** The whole entry. */
  readonly entry: JsonObject;
}

/** The tools of an answer to `tools/list`; entries without a name are left out. */
export function listedTools(server: string, result: JsonObject): readonly ListedTool[] {
  const { tools } = result;
  if (!Array.isArray(tools)) return [];
  return tools.flatMap((entry: Json): readonly ListedTool[] => {
    if (!isJsonObject(entry) || typeof entry['name'] !== 'string' || !isStorable(entry['name'])) return [];
    const schema = entry['outputSchema'];
    return [{ server, name: entry['name'], output_schema: isJsonObject(schema) ? schema : null, entry }];
  });
}

/** Longer names can't be stored, and no provider of models takes them. */
function isStorable(name: string): boolean {
  return name !== '' && name.length <= 512 && name !== '__proto__';
}

/** As many as a results file may have. */
const MOST_TOOLS = 10_000;

/** Hashes of what a model reads of each tool, by server and tool: a change is named by what changed. */
export function hashTools(all: readonly ListedTool[]): ToolHashes {
  const tools = all.slice(0, MOST_TOOLS);
  const servers = [...new Set(tools.map(({ server }) => server))];
  return Object.fromEntries(
    servers.map((server) => [
      server,
      Object.fromEntries(tools.flatMap((tool) => (tool.server === server ? [[tool.name, partsOf(tool)]] : []))),
    ]),
  );
}

function partsOf({ entry }: ListedTool): NonNullable<ToolHashes[string]>[string] {
  const { name: _, _meta: __, icons: ___, description, inputSchema, ...rest } = entry;
  return { description: short(description ?? null), arguments: short(inputSchema ?? null), other: short(rest) };
}

function short(value: Json): string {
  return hashJson(value).slice(0, DIGITS);
}

const DIGITS = 16;
