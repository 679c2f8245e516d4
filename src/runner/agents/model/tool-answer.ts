import type { MockAnswer } from '#cases/tools/tool-mock.ts';
import { isJsonObject, type Json } from '#common/json.ts';
import { jsonText } from '#common/json-text.ts';

/** A tool's answer: the text that the model reads, and what the trajectory stores. */
export interface ToolAnswer {
  readonly status: 'ok' | 'error';
  readonly content: string;
  readonly result: Json;
}

/** A tool that failed, with its message. */
export function toolError(message: string): ToolAnswer {
  return { status: 'error', content: message, result: message };
}

/** A tool that returned a value. */
export function toolValue(value: Json): ToolAnswer {
  return { status: 'ok', content: typeof value === 'string' ? value : jsonText(value), result: value };
}

/** A tool that did not answer in time; without an actual wait. */
export const TIMED_OUT = toolError('timed out after 30 s');

/** The answer of a mock. `sleep` resolves after so many milliseconds, or when the turn is over. */
export async function giveAnswer(answer: MockAnswer, sleep: (ms: number) => Promise<void>): Promise<ToolAnswer> {
  switch (answer.kind) {
    case 'value':
      return toolValue(answer.value);
    case 'error':
      return toolError(answer.message);
    case 'timeout':
      return TIMED_OUT;
    case 'malformed': {
      const text = cutJson(answer.value);
      return { status: 'ok', content: text, result: text };
    }
    case 'slow':
      await sleep(answer.delay_ms);
      return toolValue(answer.value);
  }
}

/** The first part of a value's JSON, which is invalid on its own: the end of a list or an object is always missing. */
function cutJson(value: Json): string {
  const text = jsonText(isJsonObject(value) || Array.isArray(value) ? value : { result: value });
  return text.slice(0, Math.max(1, Math.floor(text.length * KEPT))).replace(/[\uD800-\uDBFF]$/, '');
}

const KEPT = 0.6;
