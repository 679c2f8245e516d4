import { lostFacts } from '#cases/suite/variants/lost-facts.ts';
import { fencedMessage, lossRemark, writerPrompt } from '#cases/suite/variants/writer-prompt.ts';
import { keyOf, type TextKey, type WrittenText } from '#cases/suite/variants/written-texts.ts';
import { systemClock } from '#commands/terminal/clock.ts';
import type { Config, UserModelConfig } from '#config/config.ts';
import { createBudget } from '#runner/trials/budget.ts';
import { createUserModel } from '#wire/clients/create-chat-model.ts';
import { createModelGateway } from '#wire/gateway/create-model-gateway.ts';
import { missingKeys } from '#wire/gateway/missing-keys.ts';
import { resolveUpstreams } from '#wire/gateway/resolve-upstreams.ts';
import { type CallContext, type ChatModel, ModelCallError } from '#wire/ports.ts';

/** What a model wrote, and a sentence for each text that it could not write. */
export interface WrittenVariants {
  readonly texts: readonly WrittenText[];
  readonly problems: readonly string[];
}

/** Has a model write texts of variants, so many at a time as the config runs trials. */
export async function writeVariants(
  settings: UserModelConfig,
  keys: readonly TextKey[],
  { prices, concurrency }: Pick<Config, 'prices' | 'concurrency'>,
  from: Omit<Parameters<typeof resolveUpstreams>[0], 'config_base_urls'>,
): Promise<WrittenVariants> {
  const resolved = resolveUpstreams({ ...from, config_base_urls: { [settings.provider]: settings.base_url } });
  if ('problem' in resolved) return { texts: [], problems: [resolved.problem] };
  const { upstreams } = resolved;
  const missing = missingKeys(upstreams).find(({ provider }) => provider === settings.provider);
  if (missing !== undefined) return { texts: [], problems: [`${missing.key_name} ${NEEDED}`] };
  const budget = createBudget(NO_CAPS, systemClock);
  const gateway = createModelGateway({ budget, prices, cassettes: null, clock: systemClock, upstreams });
  const model = createUserModel(settings, gateway);
  const texts: WrittenText[] = [];
  const problems: string[] = [];
  const queue = [...new Map(keys.map((key) => [keyOf(key), key])).values()];
  const work = async (): Promise<void> => {
    for (let key = queue.shift(); key !== undefined; key = queue.shift()) {
      const answer = await writeVariant(key, model);
      if ('text' in answer) texts.push({ ...key, text: answer.text, by: settings.model });
      else problems.push(`${key.kind} ${key.which} of ${JSON.stringify(key.of.slice(0, 60))}: ${answer.problem}`);
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(concurrency, queue.length) }, work));
  } finally {
    await gateway.close();
  }
  return { texts, problems };
}

const NEEDED = 'is empty or missing in the environment; the model of `variants.model` needs it';
const NO_CAPS = { max_cost_usd: null, max_tokens: null, max_duration_ms: null, max_trials: null };

/** A text; or why there is none that can be used, a sentence part. A text that loses a number or a name is asked for once more. */
export async function writeVariant(
  key: TextKey,
  model: ChatModel,
): Promise<{ readonly text: string } | { readonly problem: string }> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  let omissions: readonly string[] = [];
  try {
    for (let tries = 0; tries < 2; tries += 1) {
      const content = `${fencedMessage(key.of)}${lossRemark(omissions)}`;
      const request = {
        system: writerPrompt(key),
        messages: [{ role: 'user', content } as const],
        tools: [],
        seed: null,
      };
      const { message } = await model.complete(request, CONTEXT, signal);
      const text = message.content.trim();
      omissions = lostFacts(key.of, text);
      if (text !== '' && omissions.length === 0) return { text };
    }
  } catch (error) {
    if (error instanceof ModelCallError) return { problem: error.message };
    throw error;
  }
  return { problem: omissions.length === 0 ? 'the model wrote nothing' : `the model left out ${omissions.join(', ')}` };
}

const CONTEXT: CallContext = { ledger: 'user', attempt: null, onWait: () => {}, onCall: () => {} };

/** For one text. */
const PATIENCE_MS = 120_000;
