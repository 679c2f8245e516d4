import { cutDepth } from '#common/cut-depth.ts';
import type { Json, JsonObject } from '#common/json.ts';
import { objectsOf } from '#trials/messages/content-text.ts';
import { openaiResponses } from '#trials/messages/openai-responses.ts';
import { eventsOf, objectOf, wireAnswer, wireRequest, wireUsage } from '../format/read-body.ts';
import { streamReader } from '../format/stream-reader.ts';
import type { WireFormat } from '../format/wire-format.ts';
import { withDeployment } from './deployment.ts';
import { responseBody } from './openai-responses-stream.ts';

/** Responses. With `previous_response_id` a request has only what is new: results are matched to their calls by id. */
export const openaiResponsesApi: WireFormat = {
  inCommonNames: withDeployment,
  readRequest: (body, retryCount) =>
    wireRequest(body, retryCount, ({ input }) => eventsOf(openaiResponses, objectsOf(input))),
  readAnswer(raw) {
    const body = objectOf(cutDepth(raw));
    if (!Array.isArray(body['output']) || isUnfinished(body)) return null;
    const events = openaiResponses.read({ object: 'response', output: body['output'] }) ?? [];
    return wireAnswer(body, events, readUsage(body));
  },
  readUsage,
  stream: () => streamReader(responseBody(), openaiResponsesApi),
};

function readUsage(body: Json) {
  const { usage, model } = objectOf(body);
  return wireUsage(usage, model);
}

/** `incomplete` is an answer: it reached its own length limit. */
function isUnfinished({ status }: JsonObject): boolean {
  return status === 'failed' || status === 'cancelled' || status === 'queued' || status === 'in_progress';
}
