import type { JsonObject } from '#common/json.ts';

/**
 * One turn told in every format: the model asks for two tools at once (the second fails), then for one whose result
 * nobody saw, then answers. `usage` says whether the format carries token counts here.
 */
export interface ToldConversation {
  readonly format: string;
  readonly user: (text: string) => JsonObject;
  readonly turn: readonly JsonObject[];
  readonly usage: boolean;
  /** What the format tells of the counts beside {@link USAGE}. */
  readonly parts?: { readonly cache_read_tokens: number };
}

const LOOK = { order: 'A1' };
const REFUND = { amount: 9.5 };

const chatCall = (id: string, name: string, args: JsonObject) => ({
  id,
  type: 'function',
  function: { name, arguments: JSON.stringify(args) },
});

const chatTurn: readonly JsonObject[] = [
  { role: 'assistant', content: null, tool_calls: [chatCall('c1', 'look', LOOK), chatCall('c2', 'refund', REFUND)] },
  { role: 'tool', tool_call_id: 'c2', content: 'denied', status: 'error' },
  { role: 'tool', tool_call_id: 'c1', content: [{ type: 'text', text: 'found' }] },
  { role: 'assistant', content: '', tool_calls: [chatCall('c3', 'look', {})] },
  {
    role: 'assistant',
    content: [
      { type: 'text', text: 'All ' },
      { type: 'text', text: 'done' },
    ],
  },
];

const anthropicTurn = (usage: JsonObject): readonly JsonObject[] => [
  {
    role: 'assistant',
    content: [
      { type: 'thinking', thinking: 'hm', signature: 's' },
      { type: 'text', text: 'Let me look.' },
      { type: 'tool_use', id: 't1', name: 'look', input: LOOK },
      { type: 'tool_use', id: 't2', name: 'refund', input: REFUND },
    ],
    ...usage,
  },
  {
    role: 'user',
    content: [
      { type: 'tool_result', tool_use_id: 't2', content: 'denied', is_error: true },
      { type: 'tool_result', tool_use_id: 't1', content: [{ type: 'text', text: 'found' }] },
      { type: 'text', text: 'a reminder of the loop' },
    ],
  },
  { role: 'assistant', content: [{ type: 'tool_use', id: 't3', name: 'look', input: {} }], ...usage },
  { role: 'assistant', content: [{ type: 'text', text: 'All done' }], ...usage },
];

const responseItems: readonly (readonly JsonObject[])[] = [
  [
    { type: 'reasoning', id: 'r1', summary: [] },
    { type: 'function_call', call_id: 'f1', name: 'look', arguments: JSON.stringify(LOOK) },
    { type: 'function_call', call_id: 'f2', name: 'refund', arguments: JSON.stringify(REFUND) },
  ],
  [
    { type: 'function_call_output', call_id: 'f2', output: 'denied', status: 'failed' },
    { type: 'function_call_output', call_id: 'f1', output: [{ type: 'input_text', text: 'found' }] },
  ],
  [{ type: 'function_call', call_id: 'f3', name: 'look', arguments: '' }],
  [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'All done' }] }],
];

const response = (id: string, output: readonly JsonObject[] | undefined): JsonObject => ({
  object: 'response',
  id,
  output: output ?? [],
  usage: { input_tokens: 10, output_tokens: 2, total_tokens: 12 },
});

const ollamaCall = (name: string, args: JsonObject) => ({ function: { name, arguments: args } });
const ollamaBody = (message: JsonObject): JsonObject => ({
  model: 'm',
  message: { role: 'assistant', ...message },
  done: true,
  prompt_eval_count: 10,
  eval_count: 2,
});

const chainTurn = [
  [
    'AIMessage',
    'ai',
    {
      content: '',
      tool_calls: [
        { name: 'look', args: LOOK, id: 'l1' },
        { name: 'refund', args: REFUND, id: 'l2' },
      ],
    },
  ],
  ['ToolMessage', 'tool', { content: 'denied', tool_call_id: 'l2', name: 'refund', status: 'error' }],
  ['ToolMessage', 'tool', { content: 'found', tool_call_id: 'l1', name: 'look', status: 'success' }],
  ['AIMessage', 'ai', { content: [{ type: 'text', text: '' }], tool_calls: [{ name: 'look', args: {}, id: 'l3' }] }],
  ['AIMessage', 'ai', { content: 'All done', tool_calls: [] }],
] as const;
const chainUsage = { usage_metadata: { input_tokens: 10, output_tokens: 2, total_tokens: 12 } };
const constructed = (name: string, kwargs: JsonObject): JsonObject => ({
  lc: 1,
  type: 'constructor',
  id: ['langchain', 'schema', 'messages', name],
  kwargs,
});

const geminiUser = (text: string): JsonObject => ({ role: 'user', parts: [{ text }] });
const geminiTurn = (as: (content: JsonObject) => JsonObject): readonly JsonObject[] =>
  [
    {
      role: 'model',
      parts: [
        { text: 'hm', thought: true },
        { functionCall: { id: 'g1', name: 'look', args: LOOK }, thoughtSignature: 's' },
        { functionCall: { id: 'g2', name: 'refund', args: REFUND } },
      ],
    },
    {
      role: 'user',
      parts: [
        { functionResponse: { id: 'g2', name: 'refund', response: { error: 'denied' } } },
        { functionResponse: { id: 'g1', name: 'look', response: { result: 'found' } } },
      ],
    },
    { role: 'model', parts: [{ function_call: { id: 'g3', name: 'look', args: {} } }] },
    { role: 'model', parts: [{ text: 'All ' }, { text: 'done' }] },
  ].map(as);

const plainUser = (text: string) => ({ role: 'user', content: text });

export const CONVERSATIONS: readonly ToldConversation[] = [
  { format: 'OpenAI chat messages', user: plainUser, turn: chatTurn, usage: false },
  {
    format: 'OpenAI chat bodies',
    user: plainUser,
    turn: chatTurn.map((message) =>
      message['role'] === 'assistant'
        ? {
            object: 'chat.completion',
            choices: [{ message }],
            usage: { prompt_tokens: 10, completion_tokens: 2, total_tokens: 12 },
          }
        : message,
    ),
    usage: true,
  },
  { format: 'Anthropic messages', user: plainUser, turn: anthropicTurn({}), usage: false },
  {
    format: 'Anthropic bodies',
    user: (text) => ({ role: 'user', content: [{ type: 'text', text }] }),
    turn: anthropicTurn({
      type: 'message',
      stop_reason: 'tool_use',
      usage: { input_tokens: 3, cache_read_input_tokens: 7, output_tokens: 2 },
    }),
    usage: true,
    parts: { cache_read_tokens: 21 },
  },
  { format: 'Gemini contents', user: geminiUser, turn: geminiTurn((content) => content), usage: false },
  {
    format: 'Gemini bodies',
    user: geminiUser,
    turn: geminiTurn((content) =>
      content['role'] === 'model'
        ? {
            candidates: [{ content, finishReason: 'STOP' }],
            usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 2, totalTokenCount: 12 },
          }
        : content,
    ),
    usage: true,
  },
  {
    format: 'Agent Development Kit events',
    user: (text) => ({ author: 'user', content: geminiUser(text) }),
    turn: geminiTurn((content) => ({
      author: content['role'] === 'model' ? 'shop' : 'user',
      content,
      ...(content['role'] === 'model' && {
        usage_metadata: { prompt_token_count: 10, candidates_token_count: 2, total_token_count: 12 },
      }),
    })),
    usage: true,
  },
  {
    format: 'OpenAI Responses bodies',
    user: (text) => ({ type: 'message', role: 'user', content: [{ type: 'input_text', text }] }),
    turn: [
      response('one', responseItems[0]),
      ...(responseItems[1] ?? []),
      response('two', responseItems[2]),
      response('three', responseItems[3]),
    ],
    usage: true,
  },
  {
    format: 'Ollama messages',
    user: plainUser,
    turn: [
      { role: 'assistant', content: '', tool_calls: [ollamaCall('look', LOOK), ollamaCall('refund', REFUND)] },
      { role: 'tool', content: 'denied', tool_name: 'refund', status: 'error' },
      { role: 'tool', content: 'found', tool_name: 'look' },
      { role: 'assistant', content: '', tool_calls: [ollamaCall('look', {})] },
      { role: 'assistant', content: 'All done' },
    ],
    usage: false,
  },
  {
    format: 'Ollama bodies',
    user: plainUser,
    turn: [
      ollamaBody({ content: '', tool_calls: [ollamaCall('look', LOOK), ollamaCall('refund', REFUND)] }),
      { role: 'tool', content: 'denied', tool_name: 'refund', status: 'error' },
      { role: 'tool', content: 'found', tool_name: 'look' },
      ollamaBody({ content: '', tool_calls: [ollamaCall('look', {})] }),
      ollamaBody({ content: 'All done' }),
    ],
    usage: true,
  },
  {
    format: 'LangChain dumps',
    user: (text) => ({ type: 'human', content: text }),
    turn: chainTurn.map(([, type, fields]) => ({ type, ...fields, ...(type === 'ai' ? chainUsage : {}) })),
    usage: true,
  },
  {
    format: 'LangChain dictionaries',
    user: (text) => ({ type: 'human', data: { content: text } }),
    turn: chainTurn.map(([, type, fields]) => ({ type, data: fields })),
    usage: false,
  },
  {
    format: 'LangChain constructors',
    user: (text) => constructed('HumanMessage', { content: text }),
    turn: chainTurn.map(([name, type, fields]) =>
      constructed(name, { ...fields, ...(type === 'ai' ? chainUsage : {}) }),
    ),
    usage: true,
  },
  {
    format: 'LangChain answers after plain questions',
    user: plainUser,
    turn: chainTurn.map(([, type, fields]) => ({ type, ...fields })),
    usage: false,
  },
];

/** The account of `turn`, the same for every format. */
export const ACCOUNT = {
  tool_calls: [
    { name: 'look', arguments: LOOK, status: 'ok', result: 'found', step: 1 },
    { name: 'refund', arguments: REFUND, status: 'error', result: 'denied', step: 1 },
    { name: 'look', arguments: {}, status: null, result: null, step: 2 },
  ],
  output: 'All done',
  steps: 3,
} as const;

export const USAGE = {
  input_tokens: 30,
  output_tokens: 6,
  total_tokens: 36,
  cost_usd: null,
  estimated: false,
} as const;
