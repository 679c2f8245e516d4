import type { Anthropic } from '@anthropic-ai/sdk';
import type { Json } from '#common/json.ts';
import type { ChatMessage } from '#wire/ports.ts';

type Message = Anthropic.MessageParam;
type Block = Anthropic.ContentBlockParam;
type Mark = Pick<Anthropic.TextBlockParam, 'cache_control'>;

/** A conversation in Anthropic's format. `system`: the text of its system messages, for the prompt. */
export interface AnthropicConversation {
  readonly system: readonly string[];
  readonly messages: Message[];
}

/**
 * Tool results become blocks of one user message, and empty answers are left out: the API accepts none. `mark` is put on the
 * last block of the conversation.
 */
export function toAnthropicMessages(conversation: readonly ChatMessage[], mark: Mark): AnthropicConversation {
  const system = conversation.flatMap(({ role, content }) => (role === 'system' ? [content] : []));
  const messages: Message[] = [];
  let results: Block[] | null = null;
  for (const message of conversation) {
    if (message.role === 'system') continue;
    if (message.role !== 'tool') {
      results = null;
      const content = contentOf(message);
      const role = message.role === 'assistant' ? 'assistant' : 'user';
      if (role === 'user' || !isBlank(content)) messages.push({ role, content });
      continue;
    }
    if (results === null) {
      results = [];
      messages.push({ role: 'user', content: results });
    }
    results.push(resultBlock(message));
  }
  markLast(messages, mark);
  return { system, messages };
}

function contentOf(message: Exclude<ChatMessage, { role: 'tool' }>): string | Block[] {
  return message.role === 'assistant' && isBlocks(message.raw) ? message.raw : message.content;
}

function isBlank(content: string | readonly Block[]): boolean {
  return typeof content === 'string' ? content.trim() === '' : content.length === 0;
}

function isBlocks(raw: Json): raw is Json & Block[] {
  return Array.isArray(raw);
}

function resultBlock({ call_id, content, is_error }: Extract<ChatMessage, { role: 'tool' }>): Block {
  return { type: 'tool_result', tool_use_id: call_id, content, ...(is_error && { is_error }) };
}

function markLast(messages: Message[], mark: Mark): void {
  const last = messages.at(-1);
  // An answer of the model is last only if nothing follows it; its blocks must not be changed.
  if (last === undefined || last.role !== 'user') return;
  // An empty text can't be marked. The provider reports what is wrong with it.
  const blocks: Block[] = typeof last.content === 'string' ? textBlocks(last.content) : last.content;
  const end = blocks.at(-1);
  if (end?.type !== 'text' && end?.type !== 'tool_result') return;
  messages[messages.length - 1] = { role: 'user', content: [...blocks.slice(0, -1), { ...end, ...mark }] };
}

function textBlocks(text: string): Block[] {
  return text === '' ? [] : [{ type: 'text', text }];
}
