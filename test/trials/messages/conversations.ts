import { readFileSync } from 'node:fs';
import type { JsonObject } from '#common/json.ts';

/**
 * One turn told in every format: the model asks for two tools at once (the second fails), then for one whose result
 * nobody saw, then answers. `usage` has what the format tells of the counts beside {@link USAGE}; `null` where it tells none.
 */
export interface ToldConversation {
  readonly format: string;
  readonly user: (text: string) => JsonObject;
  readonly turn: readonly JsonObject[];
  readonly usage: { readonly cache_read_tokens?: number } | null;
}

export const CONVERSATIONS: readonly ToldConversation[] = readFileSync(
  new URL('conversations.txt', import.meta.url),
  'utf8',
)
  .trimEnd()
  .split('\n\n')
  .map((block) => {
    const [format = '', usage = '', user = '', ...turn] = block.split('\n');
    return {
      format: format.replace('== ', ''),
      usage: JSON.parse(usage.replace('usage ', '')),
      user: (text) => JSON.parse(user.replace('user ', '').replace('⟨said⟩', () => JSON.stringify(text).slice(1, -1))),
      turn: turn.map((line) => JSON.parse(line)),
    };
  });

/** The account of `turn`, the same for every format. */
export const ACCOUNT = {
  tool_calls: [
    { name: 'look', arguments: { order: 'A1' }, status: 'ok', result: 'found', step: 1 },
    { name: 'refund', arguments: { amount: 9.5 }, status: 'error', result: 'denied', step: 1 },
    { name: 'look', arguments: {}, status: null, result: null, step: 2 },
  ],
  output: 'All done',
  steps: 3,
} as const;

export const USAGE = {
  input_tokens: 30,
  output_tokens: 6,
  total_tokens: 36,
  cost_usd: null,
  estimated: false,
} as const;
