import type { Message } from '#cases/suite/case.ts';
import type { ChatMessage, ChatModel, SimulatedUser } from '#wire/ports.ts';
import { DONE, fence, OPENING, userPrompt } from './user-prompt.ts';

/**
 * A user played by a model, which gets the conversation with the roles swapped. An answer without text is requested once more;
 * then the user has nothing more to say.
 */
export function createSimulatedUser(model: ChatModel): SimulatedUser {
  return {
    async next(spec, conversation, context, signal) {
      const request = { system: userPrompt(spec), messages: swapRoles(conversation), tools: [], seed: null };
      for (let tries = 0; tries < 2; tries += 1) {
        const { message } = await model.complete(request, context, signal);
        const text = message.content.trim();
        // Some models say goodbye next to the token: they are done all the same.
        if (text.includes(DONE)) return null;
        if (text !== '') return text;
      }
      return null;
    },
  };
}

/** The agent's messages are the model's input, the user's its own. Messages of tools and of the system are left out. */
function swapRoles(conversation: readonly Message[]): readonly ChatMessage[] {
  const messages: ChatMessage[] = [];
  for (const { role, content } of conversation) {
    if (role === 'user') messages.push({ role: 'assistant', content, calls: [], raw: null });
    else if (role === 'assistant') messages.push({ role: 'user', content: fence(content) });
  }
  if (messages[0]?.role !== 'user') messages.unshift({ role: 'user', content: OPENING });
  // The agent said nothing: the user can still react to that.
  if (messages.at(-1)?.role !== 'user') messages.push({ role: 'user', content: fence('') });
  return messages;
}
