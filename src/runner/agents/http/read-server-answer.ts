import { cutEnd } from '#common/cut.ts';
import { isJsonObject, type Json } from '#common/json.ts';
import { jsonOrUndefined, jsonText } from '#common/json-text.ts';
import { megabytes } from '#common/words.ts';
import { MAX_LINE_BYTES } from '#process/flood.ts';
import { answerText } from '#trials/checks/response/silence.ts';
import { boundsProblem } from '#trials/messages/value-bounds.ts';
import { parseAgentLine } from '../turn/protocol.ts';
import type { Reply } from '../turn/reply.ts';
import type { ServerAnswer } from './turn-client.ts';

/**
 * An answer as the reply to a turn: an object is a line of agent protocol 1 (its id may be missing), any other body of a 2xx is
 * the output as text. A status of 400 or more is the agent's crash.
 */
export function readServerAnswer(answer: Exclude<ServerAnswer, { kind: 'lost' }>, latency_ms: number): Reply {
  if (answer.kind === 'overlong') {
    return invalid(`a body of more than ${megabytes(MAX_LINE_BYTES)}; keep large values out of the answer`);
  }
  const { status, headers, body } = answer;
  if (status >= 400) return { kind: 'error', fault: 'agent', message: `HTTP status ${status}${quoteBody(body)}` };
  if (status >= 300) {
    const target = typeof headers['location'] === 'string' ? ` to ${cutEnd(headers['location'], 200)}` : '';
    return invalid(`a redirect${target} (status ${status}); write the final address in agent.http.url`);
  }
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') return invalid(`a body encoded as ${String(encoding)}; send it as it is`);
  const value = jsonOrUndefined(body);
  if (isJsonObject(value)) return readObject(value, latency_ms);
  if (typeof value === 'string') return { kind: 'result', fields: { output: value }, latency_ms };
  if (/\bjson\b/i.test(String(headers['content-type'] ?? ''))) {
    return invalid(`expected a JSON object with "output"${quoteBody(body) || ', got an empty body'}`);
  }
  return { kind: 'result', fields: { output: answerText(body.replace(/[\r\n]+$/, '')) }, latency_ms };
}

function readObject(value: { readonly [key: string]: Json }, latency_ms: number): Reply {
  // Checked first: a value that is nested too deeply can't be written as text either.
  const excess = boundsProblem(value);
  if (excess !== null) return invalid(excess);
  const line = parseAgentLine(jsonText({ ...value, id: 'turn' }), () => true);
  switch (line.kind) {
    case 'result':
      return { kind: 'result', fields: line.fields, latency_ms };
    case 'error':
      return { kind: 'error', fault: line.fault, message: line.message };
    case 'invalid':
      return invalid(line.problem);
    default:
      return invalid(`type ${line.kind} is not an answer; expected result or error`);
  }
}

function invalid(problem: string): Reply {
  return { kind: 'invalid', problem };
}

function quoteBody(body: string): string {
  const text = body.trim();
  return text === '' ? '' : `: ${cutEnd(text, MOST_QUOTED)}`;
}

const MOST_QUOTED = 1000;
