import { aiSdk } from './namings/ai-sdk.ts';
import { genAi } from './namings/gen-ai.ts';
import { genAiEvents } from './namings/gen-ai-events.ts';
import type { Naming, SpanAccount } from './namings/naming.ts';
import { openInference } from './namings/open-inference.ts';
import type { Span } from './otlp/read-otlp.ts';

/** Those that say what was said come first if a span uses several. */
const NAMINGS: readonly Naming[] = [openInference, aiSdk, genAi, genAiEvents];

/** The conventions that are read, for people. */
export const NAMES: readonly string[] = NAMINGS.map(({ name }) => name);

/** What a span says of the agent's work, by the first convention that holds content; `null` if it uses none. */
export function accountOfSpan(span: Span): SpanAccount | null {
  const all = NAMINGS.map((naming) => naming.read(span)).filter((account) => account !== null);
  return all.find(hasContent) ?? all[0] ?? null;
}

function hasContent(account: SpanAccount): boolean {
  return account.kind === 'tool' || account.messages.length > 0 || account.problems.length > 0;
}
