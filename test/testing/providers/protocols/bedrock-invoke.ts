import type { JsonObject } from '../json.ts';
import { Refusal } from '../refusal.ts';
import { anthropicMessages } from './anthropic-messages.ts';
import { modelOf } from './bedrock-converse.ts';
import { awsFrame, padded } from './bedrock-frames.ts';
import type { Protocol, Reply } from './protocol.ts';

/** Bedrock's `InvokeModel` and `InvokeModelWithResponseStream` of a model of Anthropic's. */
export const bedrockInvoke: Protocol = {
  endpoint: 'bedrock_invoke',
  read(body, context) {
    const { anthropic_version: version, anthropic_beta: betas, ...rest } = body;
    if (typeof version !== 'string') throw new Refusal(400, 'anthropic_version: Field required');
    const stray = ['model', 'stream'].find((name) => name in rest);
    if (stray !== undefined) throw new Refusal(400, `${stray}: Extra inputs are not permitted`);
    const stream = context.path.endsWith('/invoke-with-response-stream');
    const asked = { ...rest, model: modelOf(context.path), stream };
    return anthropicMessages.read(asked, { ...context, beta: betas !== undefined });
  },
  whole: anthropicMessages.whole,
  stream: (reply) => anthropicMessages.stream(reply).map((frame) => chunk(dataOf(String(frame)), reply)),
  unended: (reply) => anthropicMessages.unended(reply).map((frame) => chunk(dataOf(String(frame)), reply)),
  streamError: (type, message) => awsFrame(type, { message }),
  streamType: 'application/vnd.amazon.eventstream',
  callId: ['toolu_bdrk_01', 22],
};

/** The last piece has Bedrock's own counts. */
function chunk(data: JsonObject, { usage }: Reply): Uint8Array {
  const metrics = {
    inputTokenCount: usage.input - usage.cache_read - usage.cache_write,
    outputTokenCount: usage.output,
    invocationLatency: 1,
    firstByteLatency: 1,
    cacheReadInputTokenCount: usage.cache_read,
    cacheWriteInputTokenCount: usage.cache_write,
  };
  const told = data['type'] === 'message_stop' ? { ...data, 'amazon-bedrock-invocationMetrics': metrics } : data;
  return awsFrame('chunk', padded({ bytes: Buffer.from(JSON.stringify(told)).toString('base64') }));
}

function dataOf(frame: string): JsonObject {
  return JSON.parse(/^data: (.*)$/m.exec(frame)?.[1] ?? '{}');
}
