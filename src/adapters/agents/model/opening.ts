import type { ChatMessage } from '#adapters/models/ports.ts';
import type { Message } from '#domain/suite/case.ts';

/** The history of a case as the beginning of a conversation. A tool's line says of which call it is not; it is told as text. */
export function openingOf(history: readonly Message[]): ChatMessage[] {
  return history.map(({ role, content }): ChatMessage => {
    if (role === 'assistant') return { role, content, calls: [], raw: null };
    if (role === 'tool') return { role: 'user', content: `Result of a tool: ${content}` };
    return { role, content };
  });
}
