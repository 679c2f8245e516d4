import { type Issue, issueAt } from '#common/document/issue.ts';
import type { DocumentPath } from '#common/document/located-document.ts';
import { nearestName } from '#common/document/nearest-name.ts';
import type { ParsedDocument } from '#common/document/parsed-document.ts';
import { parseDocument } from '#common/document/parsing/parse-documents.ts';
import { readValue } from '#common/document/read-value.ts';
import { isJsonList, isJsonObject, type Json, valueAt } from '#common/json.ts';
import { toolShapeOf } from './tool-entry.ts';
import type { ToolSchema } from './tool-schema.ts';

/** The tools of a file with its warnings, or everything that is wrong with it. */
export type ParsedTools =
  | { readonly tools: readonly ToolSchema[]; readonly warnings: readonly Issue[] }
  | { readonly issues: readonly Issue[] };

/**
 * Reads a file of tool schemas, YAML or JSON: a list, or `{tools: […]}`. Each entry may have our format, or that of OpenAI
 * (Chat Completions and Responses), Anthropic or the Model Context Protocol.
 */
export function parseTools(text: string, file: string): ParsedTools {
  const parsed = parseDocument(text, file, ONE_DOCUMENT);
  if ('issues' in parsed) return parsed;
  const { document } = parsed;
  const list = listOf(document);
  if ('issues' in list) return list;
  const tools: ToolSchema[] = [];
  const issues: Issue[] = [];
  const warnings: Issue[] = [];
  for (const [index, entry] of list.entries.entries()) {
    const path = [...list.path, index];
    const shape = toolShapeOf(entry);
    const read = readValue(shape.schema, entry, { document, path });
    if ('issues' in read) {
      issues.push(...read.issues);
      continue;
    }
    const twin = tools.findIndex(({ name }) => name === read.value.name);
    if (twin !== -1) issues.push(issueAt(document, path, twinMessage(document, [...list.path, twin], read.value.name)));
    tools.push(read.value);
    warnings.push(...unsentWarnings(document, path, shape.unsent), ...requiredWarnings(document, path, read.value));
  }
  return issues.length > 0 ? { issues } : { tools, warnings };
}

const ONE_DOCUMENT = 'expected one document with a list of tools; put all tools into one list';
const WORDS = 'a list of tools, or {tools: [{name, description, parameters}, …]}';

function listOf(
  document: ParsedDocument,
): { readonly entries: readonly Json[]; readonly path: DocumentPath } | { readonly issues: readonly Issue[] } {
  const { value } = document;
  const inner = isJsonObject(value) ? value['tools'] : undefined;
  const [entries, path]: [Json | undefined, DocumentPath] = inner === undefined ? [value, []] : [inner, ['tools']];
  const strange = isJsonObject(value) ? Object.keys(value).filter((key) => !ROOT_KEYS.includes(key)) : [];
  if (!isJsonList(entries)) {
    const near = strange.find((key) => nearestName(key, ['tools']) !== null);
    const hint = near === undefined ? '' : `; did you mean tools in place of ${near}?`;
    return { issues: [issueAt(document, path, `expected ${WORDS}${hint}`)] };
  }
  if (entries.length === 0) {
    return { issues: [issueAt(document, path, 'the list holds no tool; add one, or remove `tools` from the config')] };
  }
  const unknown = strange.map((key) => ({
    ...issueAt(document, [key], 'unknown key; known keys: tools'),
    ...document.locateKey([key]),
  }));
  return unknown.length > 0 ? { issues: unknown } : { entries, path };
}

/** Keys next to `tools`: the schema for editors, and additions of servers of the Model Context Protocol. */
const ROOT_KEYS = ['tools', '$schema', 'nextCursor', '_meta'];

function twinMessage(document: ParsedDocument, first: DocumentPath, name: string): string {
  return `the name ${name} is taken by the tool on line ${document.locate(first).line}; names tell tools apart, rename one`;
}

function unsentWarnings(document: ParsedDocument, path: DocumentPath, unsent: readonly string[]): readonly Issue[] {
  return unsent
    .map((key) => [...path, ...key.split('.')])
    .filter((at) => valueAt(document.value, at) !== undefined)
    .map((at) =>
      issueAt(document, at, 'is not sent to the model; remove the key, or leave it for other readers', 'warning'),
    );
}

function requiredWarnings(document: ParsedDocument, path: DocumentPath, tool: ToolSchema): readonly Issue[] {
  const { required, properties } = tool.parameters;
  const known = isJsonObject(properties) ? Object.keys(properties) : [];
  const missing = isJsonList(required) ? required.filter((name) => !known.includes(String(name))) : [];
  return missing.map((name) => {
    const near = nearestName(String(name), known);
    const hint = near === null ? 'add it there' : `did you mean ${near}?`;
    return issueAt(
      document,
      path,
      `${tool.name} requires ${String(name)}, which its properties do not have; ${hint}`,
      'warning',
    );
  });
}
