import type { DocumentPath } from '#common/document/located-document.ts';
import { isJsonObject, type Json, type JsonObject } from '#common/json.ts';
import type { DialectProblem } from '../conversion/dialect.ts';

/** A prompt: a template of the user's message, or of a conversation. */
export type Prompt = string | readonly Json[];

/** The prompts of a file; empty: none, so that a variable is the message. */
export function readPrompts(document: Json, problems: DialectProblem[]): readonly Prompt[] {
  const value = isJsonObject(document) ? (document['prompts'] ?? []) : [];
  const list: readonly Json[] = Array.isArray(value) ? value : [value];
  const place = (index: number) => (Array.isArray(value) ? ['prompts', index] : ['prompts']);
  return list.flatMap((item, index) => readPrompt(item, place(index), problems));
}

function readPrompt(item: Json, path: DocumentPath, problems: DialectProblem[]): readonly Prompt[] {
  const template = isJsonObject(item) ? (item['raw'] ?? item['id'] ?? null) : item;
  if (Array.isArray(template)) return [template];
  if (typeof template !== 'string' || NO_TEXT.test(template.trim())) {
    const message =
      'expected the text of a prompt, or a list of {role, content}; a prompt that a program or a server makes can\'t be taken over: write the message as `prompts: ["{{question}}"]`';
    problems.push({ severity: 'error', path, message });
    return [];
  }
  return template.split(/^---[ \t]*$/m).flatMap((text) => text.trim() || []);
}

/** Programs, servers, and conversations inside a text. */
const NO_TEXT =
  /^(?:file:\/\/|exec:|langfuse:|helicone:|portkey:|\[\s*\{|-\s+role:)|^[\w./-]+\.(?:[cm]?js|ts|py)(?::\w+)?$/;

/** The variable that is the user's message if there is no prompt: the only one, or the one of these names. */
export function messageVariable(vars: JsonObject): string | null {
  const names = Object.keys(vars);
  if (names.length === 1) return names[0] ?? null;
  return ['prompt', 'input', 'query', 'question', 'message'].find((name) => names.includes(name)) ?? null;
}
