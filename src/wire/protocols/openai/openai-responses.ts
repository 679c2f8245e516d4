import type { JsonObject } from '#common/json.ts';
import { objectsOf } from '#trials/messages/content-text.ts';
import { openaiResponses } from '#trials/messages/openai-responses.ts';
import { endpointFormat } from '../format/endpoint-format.ts';
import { eventsOf, wireUsage } from '../format/read-body.ts';
import { withDeployment } from './deployment.ts';
import { responseBody } from './openai-responses-stream.ts';

/** What Responses and their compaction have in common. */
export const RESPONSES = {
  inCommonNames: withDeployment,
  messages: ({ input }: JsonObject) => eventsOf(openaiResponses, objectsOf(input)),
  usage: ({ usage, model }: JsonObject) => wireUsage(usage, model),
  builder: responseBody,
};

/** Responses. With `previous_response_id` a request has only what is new: results are matched to their calls by id. */
export const openaiResponsesApi = endpointFormat({
  ...RESPONSES,
  answer(body) {
    const { output } = body;
    if (!Array.isArray(output) || isUnfinished(body)) return null;
    return { named: body, events: openaiResponses.read({ object: 'response', output }) ?? [] };
  },
});

/** `incomplete` is an answer: it reached its own length limit. */
function isUnfinished({ status }: JsonObject): boolean {
  return status === 'failed' || status === 'cancelled' || status === 'queued' || status === 'in_progress';
}
