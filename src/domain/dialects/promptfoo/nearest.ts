const CUSTOM = 'write it as a program: `custom: [{command: […]}]` gets the trial as JSON';
const TOOLS = 'demand the calls: `tools: {calls: […], allow_extra: false}`';
const JUDGE = 'ask the judge: `judge: [{id: …, ask: …}]`';
const SCHEMA = 'demand the whole answer as JSON: `response: {json_schema: {…}}`';
const retrieval =
  'demand the documents: `retrieved: {ids: […], k: 3, min_hits: 1}`, or ask the judge `{use: grounded}`';
const measure = (name: string) =>
  `the score is computed otherwise here: \`response: {similar: {to: …, ${name}: {min: 0.5}}}\``;

/** Types of assertions without an equal here, and the nearest thing to each. */
export const NEAREST: Readonly<Record<string, string>> = {
  javascript: CUSTOM,
  python: CUSTOM,
  ruby: CUSTOM,
  webhook: CUSTOM,
  'agent-rubric': JUDGE,
  'answer-relevance': JUDGE,
  'conversation-relevance': JUDGE,
  'is-refusal': JUDGE,
  moderation: JUDGE,
  classifier: JUDGE,
  guardrails: JUDGE,
  pi: JUDGE,
  'search-rubric': JUDGE,
  'select-best': 'compare agents by `agent-eval run --agents`',
  'max-score': 'compare agents by `agent-eval run --agents`',
  human: 'have people label trials: `agent-eval label`',
  'trajectory:goal-success': 'ask the judge and show it the calls: `judge: [{id: …, ask: …, sees: [answer, tools]}]`',
  'tool-call-f1': TOOLS,
  'skill-used': TOOLS,
  'is-valid-openai-tools-call': TOOLS,
  'is-valid-openai-function-call': TOOLS,
  'is-valid-function-call': TOOLS,
  'contains-json': SCHEMA,
  'contains-sql': CUSTOM,
  'contains-xml': CUSTOM,
  'contains-html': CUSTOM,
  'is-sql': CUSTOM,
  'is-xml': CUSTOM,
  'is-html': CUSTOM,
  'word-count': CUSTOM,
  'finish-reason': CUSTOM,
  perplexity: CUSTOM,
  'perplexity-score': CUSTOM,
  'trace-span-count': 'limit the model calls: `limits: {max_steps: 6}`',
  'trace-span-duration': 'limit the time: `limits: {max_latency: 10s}`',
  'trace-error-spans': "demand the calls' status: `tools: {calls: [{name: …, status: ok}]}`",
  'context-recall': retrieval,
  'context-relevance': retrieval,
  'context-faithfulness': retrieval,
  levenshtein: measure('levenshtein'),
  'rouge-n': measure('rouge_1'),
  'rouge-l': measure('rouge_l'),
  'rouge-s': measure('rouge_l'),
  bleu: measure('bleu'),
  gleu: measure('bleu'),
  meteor: measure('rouge_l'),
  'similar:dot': measure('embedding'),
  'similar:euclidean': measure('embedding'),
};
