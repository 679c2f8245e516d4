import type { DocumentPath } from '#domain/document/located-document.ts';
import { parseDocuments } from '#domain/document/parse-documents.ts';
import { isJsonObject, type Json, type JsonObject } from '#domain/json.ts';
import type { DialectOptions, DialectProblem } from '../dialect.ts';

/** A prompt: a template of the user's message, or of a conversation. */
export interface Prompt {
  readonly label: string | null;
  readonly template: string | readonly Json[];
  readonly origin: DocumentPath;
}

/** The prompts of a file: its own, or that of the option `input`; empty: none, so that the only variable is the message. */
export function readPrompts(document: Json, { input }: DialectOptions, problems: DialectProblem[]): readonly Prompt[] {
  if (input !== undefined) return [{ label: null, template: input, origin: [] }];
  const written = isJsonObject(document) ? (document['prompts'] ?? []) : [];
  const list: readonly Json[] = Array.isArray(written) ? written : [written];
  return list.flatMap((item, index) =>
    readPrompt(item, Array.isArray(written) ? ['prompts', index] : ['prompts'], problems),
  );
}

function readPrompt(item: Json, origin: DocumentPath, problems: DialectProblem[]): readonly Prompt[] {
  if (isJsonObject(item) && !('raw' in item || 'id' in item)) return refuse(origin, problems);
  const label = isJsonObject(item) && typeof item['label'] === 'string' ? item['label'] : null;
  const template = isJsonObject(item) ? (item['raw'] ?? item['id'] ?? null) : item;
  if (Array.isArray(template)) return [{ label, template, origin }];
  if (typeof template !== 'string') return refuse(origin, problems);
  if (/^(?:file:\/\/|exec:|langfuse:|helicone:|portkey:)/.test(template) || CODE.test(template.trim()))
    return refuse(origin, problems);
  return template
    .split(/^---[ \t]*$/m)
    .filter((text) => text.trim() !== '')
    .flatMap((text): readonly Prompt[] => {
      const kind = chatKind(text);
      if (kind === null) return [{ label, template: text.trim(), origin }];
      const messages = chatOf(text, kind);
      return messages === null ? refuse(origin, problems) : [{ label, template: messages, origin }];
    });
}

const CODE = /^[\w./-]+\.(?:[cm]?js|ts|py)(?::\w+)?$/;

function refuse(path: DocumentPath, problems: DialectProblem[]): readonly Prompt[] {
  const message =
    'expected the text of a prompt, or a list of {role, content}; prompts made by programs or servers can\'t be read: write the user\'s message as `dialect: {input: "{{question}}"}`';
  problems.push({ severity: 'error', path, message });
  return [];
}

/** How a prompt is written that is a list of messages; `null`: it is a text. */
function chatKind(text: string): 'json' | 'yaml' | null {
  if (/^\s*\[\s*\{/.test(text)) return 'json';
  return /^\s*-\s+role:/.test(text) ? 'yaml' : null;
}

function chatOf(text: string, kind: 'json' | 'yaml'): readonly Json[] | null {
  const parsed = parseDocuments(text, `prompt.${kind}`);
  if ('issues' in parsed) return null;
  const value = parsed.documents[0]?.value ?? null;
  return Array.isArray(value) && value.every(isJsonObject) ? value : null;
}

/** The variable that is the user's message if there is no prompt: the only one, or the one of these names. */
export function messageVariable(vars: JsonObject): string | null {
  const names = Object.keys(vars);
  const [only] = names;
  if (only !== undefined && names.length === 1) return only;
  return ['prompt', 'input', 'query', 'question', 'message'].find((name) => names.includes(name)) ?? null;
}
