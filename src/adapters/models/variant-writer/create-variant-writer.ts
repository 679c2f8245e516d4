import { type CallContext, type ChatModel, ModelCallError } from '#adapters/models/ports.ts';
import { lostFacts } from '#domain/suite/variants/lost-facts.ts';
import type { TextKey } from '#domain/suite/variants/written-texts.ts';
import { fencedMessage, lossRemark, writerPrompt } from './writer-prompt.ts';

/** Writes a user's message in other words, or in another language. */
export interface VariantWriter {
  /** The text; or why there is none that can be used, a sentence part. */
  write(key: TextKey, signal: AbortSignal): Promise<{ readonly text: string } | { readonly problem: string }>;
}

/** A writer that is a model. A text that loses a number or a name is asked for once more. */
export function createVariantWriter(model: ChatModel): VariantWriter {
  const context: CallContext = { ledger: 'user', attempt: null, onWait: () => {}, onCall: () => {} };
  return {
    async write(key, signal) {
      const system = writerPrompt(key);
      let remark = '';
      let lost: readonly string[] = [];
      try {
        for (let tries = 0; tries < 2; tries += 1) {
          const content = `${fencedMessage(key.of)}${remark}`;
          const request = { system, messages: [{ role: 'user', content } as const], tools: [], seed: null };
          const { message } = await model.complete(request, context, signal);
          const text = message.content.trim();
          lost = lostFacts(key.of, text);
          if (text !== '' && lost.length === 0) return { text };
          remark = lossRemark(lost);
        }
      } catch (error) {
        if (error instanceof ModelCallError) return { problem: error.message };
        throw error;
      }
      return { problem: lost.length === 0 ? 'the model wrote nothing' : `the model left out ${lost.join(', ')}` };
    },
  };
}
