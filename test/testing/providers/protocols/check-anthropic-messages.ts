import { isJsonObject, type Json, type JsonObject } from '../json.ts';
import { objects, textOf } from '../read-json.ts';
import { Refusal } from '../refusal.ts';
import { BETA_MESSAGE_FIELDS, MESSAGE_FIELDS } from './known-fields.ts';

/** Holds the body of a message against what Anthropic accepts. @throws Refusal */
export function checkAnthropicMessages(body: JsonObject, beta: boolean): void {
  checkAnthropicConversation(body, beta);
  const { max_tokens, temperature } = body;
  if (max_tokens === undefined) throw new Refusal(400, 'max_tokens: Field required');
  if (typeof max_tokens !== 'number' || !Number.isInteger(max_tokens) || max_tokens < 0)
    throw new Refusal(400, 'max_tokens: Input should be a valid integer, greater than or equal to 0');
  if (typeof temperature === 'number' && (temperature < 0 || temperature > 1))
    throw new Refusal(400, 'temperature: range: 0..1');
}

/** What a message and a count of tokens have in common. @throws Refusal */
export function checkAnthropicConversation(body: JsonObject, beta: boolean): void {
  const { model, messages, system } = body;
  const unknown = Object.keys(body).find(
    (key) => !Object.hasOwn(MESSAGE_FIELDS, key) && !(beta && Object.hasOwn(BETA_MESSAGE_FIELDS, key)),
  );
  if (unknown !== undefined) throw new Refusal(400, `${unknown}: Extra inputs are not permitted`);
  if (model === undefined) throw new Refusal(400, 'model: Field required');
  if (typeof model !== 'string' || model === '')
    throw new Refusal(400, 'model: String should have at least 1 character');
  if (messages === undefined) throw new Refusal(400, 'messages: Field required');
  if (!Array.isArray(messages) || !messages.every(isJsonObject))
    throw new Refusal(400, 'messages: Input should be a valid list');
  if (messages.length === 0) throw new Refusal(400, 'messages: at least one message is required');
  if (system !== undefined && typeof system !== 'string' && !Array.isArray(system))
    throw new Refusal(400, 'system: Input should be a valid list');
  if (objects(system).some(isEmptyText)) throw new Refusal(400, 'system: text content blocks must be non-empty');
  checkTools(body['tools']);
  messages.forEach((message, index) => {
    checkContent(message, index, index === messages.length - 1);
  });
  checkResults(messages.filter(({ role }) => role !== 'system'));
}

function checkTools(tools: Json | undefined): void {
  if (tools === undefined) return;
  if (!Array.isArray(tools)) throw new Refusal(400, 'tools: Input should be a valid list');
  for (const [index, tool] of objects(tools).entries()) {
    const type = tool['type'] ?? 'custom';
    // Tools that Anthropic itself defines are dated.
    if (typeof type === 'string' && /_\d{8}$/.test(type)) continue;
    if (type !== 'custom')
      throw new Refusal(
        400,
        `tools.${index}: Input tag '${String(type)}' found using 'type' does not match any of the expected tags: 'custom', 'bash_20250124', 'text_editor_20250728', 'web_search_20250305'`,
      );
    const { name, input_schema: schema } = tool;
    const where = `tools.${index}.custom`;
    if (name === undefined) throw new Refusal(400, `${where}.name: Field required`);
    if (typeof name !== 'string' || !/^[a-zA-Z0-9_-]{1,128}$/.test(name))
      throw new Refusal(400, `${where}.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'`);
    if (schema === undefined) throw new Refusal(400, `${where}.input_schema: Field required`);
    if (!isJsonObject(schema)) throw new Refusal(400, `${where}.input_schema: Input should be a valid dictionary`);
    if (schema['type'] === undefined) throw new Refusal(400, `${where}.input_schema.type: Field required`);
    if (schema['type'] !== 'object') throw new Refusal(400, `${where}.input_schema.type: Input should be 'object'`);
    if (schema['properties'] !== undefined && !isJsonObject(schema['properties']))
      throw new Refusal(400, `${where}.input_schema: JSON schema is invalid. It must match JSON Schema draft 2020-12`);
    const unknown = Object.keys(tool).find((key) => !TOOL_FIELDS.includes(key));
    if (unknown !== undefined) throw new Refusal(400, `${where}.${unknown}: Extra inputs are not permitted`);
  }
  const names = objects(tools).map(({ name }) => name);
  if (new Set(names).size < names.length) throw new Refusal(400, 'tools: Tool names must be unique.');
}

const TOOL_FIELDS = [
  ...['name', 'description', 'input_schema', 'type', 'cache_control', 'strict'],
  ...['allowed_callers', 'defer_loading', 'eager_input_streaming', 'input_examples'],
];

function checkContent({ role, content }: JsonObject, index: number, last: boolean): void {
  if (role !== 'user' && role !== 'assistant' && role !== 'system')
    throw new Refusal(400, `messages.${index}.role: Input should be 'user', 'assistant' or 'system'`);
  if (content === undefined) throw new Refusal(400, `messages.${index}.content: Field required`);
  if (typeof content !== 'string' && !Array.isArray(content))
    throw new Refusal(400, `messages.${index}.content: Input should be a valid list`);
  if (content.length === 0 && !(role === 'assistant' && last))
    throw new Refusal(400, `messages.${index}: ${role} messages must have non-empty content`);
  if (typeof content === 'string') {
    if (content.trim() === '' && content !== '')
      throw new Refusal(400, `messages.${index}: text content blocks must contain non-whitespace text`);
    return;
  }
  const blocks = objects(content);
  for (const block of blocks) {
    if (typeof block['type'] !== 'string') throw new Refusal(400, `messages.${index}.content.0.type: Field required`);
    if (isEmptyText(block)) throw new Refusal(400, 'messages: text content blocks must be non-empty');
    if (block['type'] === 'text' && textOf([block]).trim() === '')
      throw new Refusal(400, 'messages: text content blocks must contain non-whitespace text');
    if (block['type'] === 'tool_use' && !isJsonObject(block['input']))
      throw new Refusal(400, `messages.${index}.content.0.tool_use.input: Input should be a valid dictionary`);
  }
}

/** Every call has its result in the very next message, and every result its call in the message before. */
function checkResults(messages: readonly JsonObject[]): void {
  for (const [index, message] of messages.entries()) {
    const calls = idsIn(messages[index - 1], 'tool_use', 'id');
    const results = idsIn(message, 'tool_result', 'tool_use_id');
    const stray = results.find((id) => !calls.includes(id));
    if (stray !== undefined)
      throw new Refusal(
        400,
        `messages.${index}.content.0: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${stray}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`,
      );
    refuseOpen(
      calls.filter((id) => !results.includes(id)),
      index - 1,
    );
  }
  refuseOpen(idsIn(messages.at(-1), 'tool_use', 'id'), messages.length - 1);
}

function refuseOpen(open: readonly string[], index: number): void {
  if (open.length === 0) return;
  throw new Refusal(
    400,
    `messages.${index}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${open.join(', ')}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`,
  );
}

function idsIn(message: JsonObject | undefined, type: string, field: string): readonly string[] {
  return objects(message?.['content'])
    .filter((block) => block['type'] === type)
    .map((block) => String(block[field]));
}

function isEmptyText(block: JsonObject): boolean {
  return block['type'] === 'text' && block['text'] === '';
}
