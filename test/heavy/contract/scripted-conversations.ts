import type { Message } from '#cases/suite/case.ts';
import type { JsonObject } from '#common/json.ts';
import { LONG_TEXT, ODD_TEXT } from '#test/fixtures/agents/tool-loop/tools.mjs';
import { planOf } from '#test/runner/agents/support.ts';
import { call, lastUser, sinceUser, step } from '#test/testing/providers/rules.ts';
import type { ModelScript, ScriptAnswer, ScriptRequest, ScriptUsage } from '#test/testing/providers/script.ts';
import type { TrialPlan } from '#trials/trial/plan.ts';

/** A call as the model requests it. */
export interface WantedCall {
  readonly name: string;
  readonly arguments: JsonObject;
}

/** What the model wants of its tools, step by step, by what the user said. After the last step it answers. */
export const WANTED: { readonly [input: string]: readonly (readonly WantedCall[])[] } = {
  'Hello.': [],
  'Is it warm in Brno?': [[weather('Brno'), time()], [time()]],
  '': [],
  'Compare Brno, Praha and ACME.': [[weather('Brno'), stock('ACME'), weather('Praha')], [stock('ACME')]],
  'What is GONE worth?': [[stock('GONE'), weather('Brno')], [stock('GONE')], [stock('ACME')]],
  'Ask a ghost.': [[{ name: 'ghost', arguments: {} }]],
  [ODD_TEXT]: [
    [note({ text: ODD_TEXT, more: { b: [1.5, true, null, {}], a: '', 'odd " key\n': ODD_TEXT } }), note({})],
  ],
  [LONG_TEXT]: [[note({ text: LONG_TEXT })]],
};

const ASKED_BEFORE: readonly Message[] = [
  { role: 'user', content: 'Is it warm in Brno?' },
  { role: 'assistant', content: 'It was. Ask again.' },
];

/** Tools of all sorts: used again, in parallel, failing, missing; over several turns, with a history; odd and long texts. */
export const PLANS: readonly TrialPlan[] = [
  planOf('Hello.', { id: 'no-tools' }),
  planOf('Compare Brno, Praha and ACME.', { id: 'parallel' }),
  planOf('Compare Brno, Praha and ACME.', { id: 'parallel', index: 2 }),
  planOf('What is GONE worth?', { id: 'failing-tool' }),
  planOf('Ask a ghost.', { id: 'unknown-tool' }),
  planOf(['Is it warm in Brno?', 'Hello.', 'Is it warm in Brno?', 'What is GONE worth?'], {
    id: 'many/turns',
    history: ASKED_BEFORE,
  }),
  planOf([ODD_TEXT, ODD_TEXT], { id: 'odd-text' }),
  planOf(LONG_TEXT, { id: 'long-text' }),
];

/** Of an agent without tools. The model may ask for some all the same. */
export const TOOLLESS_PLANS: readonly TrialPlan[] = [
  planOf(['Hello.', 'Ask a ghost.'], { id: 'without-tools', history: ASKED_BEFORE }),
];

/** One model for all providers. It goes by the conversation alone, and its answers tell how much of it arrived. */
export const scripted: ModelScript = (request) => {
  const number = step(request);
  const usage = usageOf(number);
  const wanted = WANTED[lastUser(request)]?.[number - 1];
  if (wanted === undefined) return { text: answerTo(request), usage };
  const calls = wanted.map(({ name, arguments: args }) => call(name, args));
  return number === 1 ? { ...THINKING, calls, usage } : { calls, usage };
};

/** Words beside the calls are no output of the turn. */
const THINKING: ScriptAnswer = { text: 'One moment.', reasoning: 'The user wants to know.' };

/** Tokens of the n-th answer of a turn, normalised: `input` holds the cache, `output` the reasoning. */
export function usageOf(number: number): Required<ScriptUsage> {
  return { input: 1000 + 10 * number, output: 50 + number, cache_read: 600, cache_write: 100, reasoning: 20 };
}

function answerTo(request: ScriptRequest): string {
  const heard = sinceUser(request).flatMap(({ role, text }) => (role === 'tool' ? [text] : []));
  const inputs = request.messages.filter(({ role }) => role === 'user').map(({ text }) => text);
  const answers = request.messages.filter(({ role, calls }) => role === 'assistant' && calls.length === 0);
  return finalWords(heard, inputs, answers.at(-1)?.text ?? null);
}

/** The answer of a turn: what the tools said, all that the user ever said, and the answer before. */
export function finalWords(heard: readonly string[], inputs: readonly string[], before: string | null): string {
  return [
    ...heard,
    `${inputs.length}: ${inputs.join('').length} ${inputs.at(-1)}`,
    `${before?.length} ${before?.slice(-20)}`,
  ].join(' | ');
}

function time(): WantedCall {
  return { name: 'get_time', arguments: {} };
}

function weather(town: string): WantedCall {
  return { name: 'get_weather', arguments: { town } };
}

function stock(symbol: string): WantedCall {
  return { name: 'get_stock', arguments: { symbol } };
}

function note(args: JsonObject): WantedCall {
  return { name: 'take_note', arguments: args };
}
