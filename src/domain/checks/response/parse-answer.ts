import type { Json } from '#domain/json.ts';
import { parseJsonText } from '#domain/json-text.ts';
/** JSON read from an answer, or why it can't be. */
export type ParsedAnswer =
  | { readonly kind: 'json'; readonly value: Json }
  | { readonly kind: 'invalid'; readonly problem: string };

/** Reads an answer that is JSON, alone or as a single fenced block (```` ```json … ``` ````) without text around it. */
export function parseAnswer(answer: string): ParsedAnswer {
  const text = answer.trim();
  const fenced = /^```(?:json)?[ \t]*\r?\n([\s\S]*?)\r?\n?```$/i.exec(text);
  try {
    return { kind: 'json', value: parseJsonText(fenced?.[1] ?? text) };
  } catch (error) {
    return { kind: 'invalid', problem: error instanceof Error ? error.message : String(error) };
  }
}
