import { hashJson } from '#common/hash-json.ts';
import type { JsonObject } from '#common/json.ts';
import { answerSchema } from './answer-schema.ts';
import { judgePrompt } from './prompt.ts';
import { PARSER_VERSION } from './read-answer.ts';

/** What a judge is, except for its criteria. */
export interface JudgeSettings {
  readonly provider: string;
  readonly api: string;
  readonly model: string;
  readonly temperature: number | null;
  readonly base_url: string | null;
  readonly votes: number;
  readonly calls: string;
}

/**
 * Hash of a judge: its model and how it is asked, the prompt, the votes and the reading of its answers.
 *
 * @param served names of the model as the provider served it; empty before the first call
 */
export function judgeIdentity(settings: JudgeSettings, served: readonly string[] = []): string {
  const { provider, api, model, temperature, base_url, votes, calls } = settings;
  const { system, user } = judgePrompt([SAMPLE], [{ part: 'answer', title: 'answer', text: 'text' }]);
  const request: JsonObject = { system, user, schema: answerSchema([SAMPLE]) };
  const judge: JsonObject = { provider, api, model, temperature, base_url, votes, calls };
  return hashJson({ judge, served: [...served].sort(), asked: request, parser: PARSER_VERSION });
}

const SAMPLE = { id: 'sample', ask: 'Sample?', sees: ['answer'] } as const;
