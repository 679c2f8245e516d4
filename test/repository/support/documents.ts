import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { isJsonObject, type Json } from '#common/json.ts';
import { type FencedBlock, fencedBlocks } from './markdown.ts';

const ROOT = join(import.meta.dirname, '../../..');
const NAMES = [
  'README.md',
  'SECURITY.md',
  ...readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => `docs/${name}`),
  'examples/README.md',
];

/** What users read, by path. */
export const DOCUMENTS: ReadonlyMap<string, string> = new Map(
  NAMES.map((name) => [name, readFileSync(join(ROOT, name), 'utf8')]),
);

/** A fenced block, and where it stands: `README.md:12`. */
export interface FoundBlock extends FencedBlock {
  readonly document: string;
  readonly place: string;
}

/** Every fenced block of the documents, in order. */
export const documentBlocks: readonly FoundBlock[] = [...DOCUMENTS].flatMap(([document, text]) =>
  fencedBlocks(text).map((block) => ({ ...block, document, place: `${document}:${block.line}` })),
);

/** What a block is: `config`, `cases`, `workflow`, `starting workflow` (that only starts another), `jobs` (of a workflow), `steps`, `tools`, `accepts`, `turn line`, `result line`, `label`, `MCP servers`, or its language. */
export function kindOf({ language, text }: FencedBlock): string {
  if (language === 'json') return kindOfLine(JSON.parse(text));
  if (language !== 'yaml') return language;
  const value: Json = parse(text);
  if (Array.isArray(value)) return kindOfList(value[0] ?? null);
  const mapping = isJsonObject(value) ? value : {};
  if ('jobs' in mapping && 'on' in mapping) return text.includes('mode: command') ? 'starting workflow' : 'workflow';
  if ('jobs' in mapping) return text.includes('verify --commit') ? 'deploying job' : 'jobs';
  return 'version' in mapping ? 'config' : 'cases';
}

/** The blocks of one kind; `document`: in that one only. */
export function ofKind(kind: string, document?: string): readonly FoundBlock[] {
  return documentBlocks.filter((block) => kindOf(block) === kind && (document ?? block.document) === block.document);
}

function kindOfList(first: Json): string {
  const entry = isJsonObject(first) ? first : {};
  if ('until' in entry) return 'accepts';
  return 'parameters' in entry ? 'tools' : 'steps';
}

function kindOfLine(line: object): string {
  if ('labeller' in line) return 'label';
  if ('mcpServers' in line) return 'MCP servers';
  return 'type' in line && line.type === 'turn' ? 'turn line' : 'result line';
}
