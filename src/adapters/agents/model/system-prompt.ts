import type { Json, JsonObject } from '#domain/json.ts';
import { jsonText } from '#domain/json-text.ts';
import { readPath } from '#domain/matching/paths.ts';

/** What the model is told before the conversation. */
export interface SystemPrompt {
  /** `null`: nothing. */
  readonly text: string | null;
  /** Placeholders that the context has nothing for. */
  readonly missing: readonly string[];
}

/**
 * The prompt file's text with `{{context}}` and `{{context.order.id}}` filled from the case's context: texts as they are, other values
 * as JSON, missing ones as nothing. A context that the prompt does not mention is put behind it.
 */
export function systemPrompt(prompt: string | null, context: JsonObject): SystemPrompt {
  const missing: string[] = [];
  let mentioned = false;
  const filled = (prompt ?? '').replace(PLACEHOLDER, (placeholder, path: string | undefined) => {
    mentioned = true;
    const value = path === undefined ? context : readPath(context, path);
    if (value === undefined) missing.push(placeholder);
    return value === undefined ? '' : textOf(value);
  });
  const appended = mentioned || Object.keys(context).length === 0 ? [] : [`# Context\n\n${textOf(context)}`];
  const text = [...(filled.trim() === '' ? [] : [filled]), ...appended].join('\n\n');
  return { text: text === '' ? null : text, missing };
}

const PLACEHOLDER = /\{\{\s*context(?:\.([^{}]*[^{}\s]))?\s*\}\}/g;

function textOf(value: Json): string {
  return typeof value === 'string' ? value : jsonText(value, 2);
}
