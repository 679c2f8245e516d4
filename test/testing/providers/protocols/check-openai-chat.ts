import { isJsonObject, type Json, type JsonObject } from '../json.ts';
import type { Provider } from '../provider.ts';
import { objectOr, objects } from '../read-json.ts';
import { Refusal } from '../refusal.ts';
import { checkFunction, checkTemperature } from './check-openai-function.ts';
import { CHAT_FIELDS } from './known-fields.ts';

/** Holds the body of a chat completion against what OpenAI accepts; Ollama looks at the essentials only. @throws Refusal */
export function checkOpenaiChat(body: JsonObject, provider: Provider): void {
  const { model, messages } = body;
  if (typeof model !== 'string' || model === '') throw new Refusal(400, 'you must provide a model parameter');
  if (provider === 'ollama') {
    if (!Array.isArray(messages) || messages.length === 0)
      throw new Refusal(400, "[] is too short - 'messages'", { type: 'invalid_request_error' });
    return;
  }
  const unknown = Object.keys(body).filter((key) => !Object.hasOwn(CHAT_FIELDS, key));
  if (unknown.length > 0)
    throw new Refusal(
      400,
      `Unrecognized request argument${unknown.length > 1 ? 's' : ''} supplied: ${unknown.join(', ')}`,
    );
  if (messages === undefined)
    throw new Refusal(400, "Missing required parameter: 'messages'.", {
      code: 'missing_required_parameter',
      param: 'messages',
    });
  if (!Array.isArray(messages) || !messages.every(isJsonObject))
    throw new Refusal(400, "Invalid type for 'messages': expected an array of objects.", {
      code: 'invalid_type',
      param: 'messages',
    });
  if (messages.length === 0)
    throw new Refusal(
      400,
      "Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty array instead.",
      { code: 'empty_array', param: 'messages' },
    );
  checkOptions(body);
  objects(body['tools']).forEach(checkTool);
  messages.forEach(checkContent);
  checkResults(messages);
}

function checkOptions(body: JsonObject): void {
  checkTemperature(body['temperature']);
  const tools = body['tools'];
  if (tools !== undefined && (!Array.isArray(tools) || tools.length === 0))
    throw new Refusal(400, "Invalid 'tools': empty array. Expected an array with minimum length 1.", {
      code: 'empty_array',
      param: 'tools',
    });
  for (const name of ['tool_choice', 'parallel_tool_calls'])
    if (body[name] !== undefined && tools === undefined)
      throw new Refusal(400, `Invalid value for '${name}': '${name}' is only allowed when 'tools' are specified.`, {
        param: name,
      });
  if (isJsonObject(body['stream_options']) && body['stream'] !== true)
    throw new Refusal(400, "The 'stream_options' parameter is only allowed when 'stream' is enabled.", {
      param: 'stream_options',
    });
}

function checkTool(tool: JsonObject, index: number): void {
  if (tool['type'] !== 'function') {
    if (tool['type'] === 'custom') return;
    throw new Refusal(
      400,
      tool['type'] === undefined
        ? `Missing required parameter: 'tools[${index}].type'.`
        : `Invalid value: '${String(tool['type'])}'. Supported values are: 'function' and 'custom'.`,
      {
        code: tool['type'] === undefined ? 'missing_required_parameter' : 'invalid_value',
        param: `tools[${index}].type`,
      },
    );
  }
  if (!isJsonObject(tool['function']))
    throw new Refusal(400, `Missing required parameter: 'tools[${index}].function'.`, {
      code: 'missing_required_parameter',
      param: `tools[${index}].function`,
    });
  checkFunction(tool['function'], `tools[${index}].function`);
}

const ROLES = ['system', 'developer', 'user', 'assistant', 'tool', 'function'];

function checkContent(message: JsonObject, index: number): void {
  const { role, content } = message;
  if (typeof role !== 'string' || !ROLES.includes(role))
    throw new Refusal(
      400,
      `Invalid value: '${String(role)}'. Supported values are: 'system', 'assistant', 'user', 'function', 'tool', and 'developer'.`,
      { code: 'invalid_value', param: `messages[${index}].role` },
    );
  const called = role === 'assistant' && (isFilled(message['tool_calls']) || isJsonObject(message['function_call']));
  if (typeof content === 'string' || called || typeof message['refusal'] === 'string') return;
  if (Array.isArray(content) && content.every((part: Json) => typeof objectOr(part)['type'] === 'string')) return;
  throw new Refusal(
    400,
    `Invalid value for 'content': expected a string, got ${content === undefined || content === null ? 'null' : typeof content}.`,
    { param: `messages.[${index}].content` },
  );
}

/** Every requested call has its result right after the message, and every result its call. */
function checkResults(messages: readonly JsonObject[]): void {
  let open: string[] = [];
  for (const [index, message] of messages.entries()) {
    if (message['role'] === 'tool') {
      const id = String(message['tool_call_id']);
      if (!open.includes(id)) {
        throw new Refusal(
          400,
          "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
          { param: `messages.[${index}].role` },
        );
      }
      open = open.filter((waiting) => waiting !== id);
      continue;
    }
    refuseOpen(open, index);
    open = objects(message['tool_calls']).map(({ id }) => String(id));
  }
  refuseOpen(open, messages.length);
}

function refuseOpen(open: readonly string[], index: number): void {
  if (open.length === 0) return;
  throw new Refusal(
    400,
    `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${open.join(', ')}`,
    { param: `messages.[${index}].role` },
  );
}

function isFilled(value: Json | undefined): boolean {
  return Array.isArray(value) && value.length > 0;
}
