import { readPath } from '#cases/matching/paths.ts';
import type { Json, JsonObject } from '#common/json.ts';
import { jsonText } from '#common/json-text.ts';

/** The model's instructions before the conversation. */
export interface SystemPrompt {
  /** `null`: none. */
  readonly text: string | null;
  /** Placeholders that the context does not fill. */
  readonly missing: readonly string[];
}

/**
 * The prompt file's text with `{{context}}` and `{{context.order.id}}` filled from the case's context: texts as they are, other
 * values as JSON, missing ones as nothing. A context that the prompt does not mention is appended.
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

/** Placeholders of the prompt that the context of some case does not fill. */
export interface UnfilledPlaceholders {
  add(caseId: string, placeholders: readonly string[]): void;
  /** A sentence for each placeholder. */
  notes(): readonly string[];
}

/** Before the first trial. */
export function createUnfilled(): UnfilledPlaceholders {
  const cases = new Map<string, Set<string>>();
  return {
    add(caseId, placeholders) {
      for (const placeholder of placeholders) {
        cases.set(placeholder, (cases.get(placeholder) ?? new Set()).add(caseId));
      }
    },
    notes: () =>
      [...cases].map(([placeholder, ids]) => {
        const where = ids.size === 1 ? `the context of ${[...ids].join()}` : `the contexts of ${ids.size} cases`;
        return `the prompt asks for ${placeholder}, and ${where} has no value for it; it was left empty`;
      }),
  };
}
