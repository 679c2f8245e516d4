import { expect, test } from 'vitest';
import { folderWith } from '#test/support/cli-folder.ts';

/** What an agent did in a case, as a line of recorded trajectories. */
type Did = Readonly<Record<string, unknown>>;

const call = (name: string, args: object = {}) => ({ name, arguments: args });
const spent = (input_tokens: number, output_tokens: number) => ({ usage: { input_tokens, output_tokens } });
const weather = (location: string) => [call('get_current_weather', { location })];
const said = (name: string, word: string) => ({
  input: `${word}?`,
  expected_tool_name: name,
  expected_response_contains: word,
});
const place = (word: string) => said('get_current_weather', word);
const capability = (id: string, ...expected_tools: readonly string[]) => ({
  id,
  input: id,
  expected_tools,
  expected_output_contains: ['done'],
  category: id.startsWith('C') ? 'capability' : id.startsWith('E') ? 'efficiency' : 'robustness',
});
const done = (case_id: string, names: readonly string[], more: object = {}) => ({
  case_id,
  output: 'done',
  tool_calls: names.map((name) => call(name)),
  ...more,
});
const took = (steps: number, tokens: number, latency_ms: number) => ({ steps, latency_ms, ...spent(tokens - 5, 5) });

const SINGLE = ['Miami', 'New York', 'Boston', 'London'].map((city) => ({
  name: city.replace(' ', '_'),
  input: `The weather in ${city}?`,
  expected_tool_calls: [{ tool_name: 'get_current_weather', tool_parameters: { location: city } }],
  expected_response_contains: city,
}));
const singleTrials = (cityOf: (city: string) => string) =>
  SINGLE.map(({ name, expected_response_contains: city }, at) => ({
    case_id: name,
    output: `Sunny in ${city}`,
    tool_calls: weather(cityOf(city)),
    latency_ms: 1971.31,
    ...spent(at === 0 ? 19 : 20, 25),
  }));
const MULTI = [
  { name: 'weather_then_stock', turns: [place('Boston'), said('get_stock_price', 'IBM')] },
  { name: 'multiple_weather', turns: ['London', 'Tokyo', 'Paris'].map(place) },
];
const multiTrials = (second: string) => [
  {
    case_id: 'weather_then_stock',
    turns: [
      { output: 'Boston', tool_calls: weather('Boston') },
      { output: 'IBM', tool_calls: [call(second)] },
    ],
  },
  {
    case_id: 'multiple_weather',
    turns: ['London', 'Tokyo', 'Paris'].map((city) => ({ output: city, tool_calls: weather(city) })),
  },
];
const SUPPORT = {
  agent: 'customer_support',
  model: 'claude-sonnet-4-20250514',
  test_cases: ['one', 'two', 'three', 'four', 'five'].map((name) => ({
    name,
    input: name,
    expected: { max_output_tokens: 2000, escalated: true, escalation_reason: 'angry' },
  })),
};
const metadata = { escalated: true, escalation_reason: 'angry' };
const supportTrials = (first: object, other: object) =>
  SUPPORT.test_cases.map(({ name }, at) => ({
    case_id: name,
    output: 'Both plans.',
    metadata,
    ...(at === 0 ? first : other),
  }));
const REFUND = {
  id: 'mug',
  order: { order_id: 'A89268', total: 39.99 },
  conversations: [
    { role: 'customer', content: 'My mug came cracked.' },
    { role: 'assistant', content: 'Please send a photo.' },
    { role: 'customer', content: "Sure, here's the photo." },
  ],
  expected: {
    final_state: {
      tool_calls: [{ tool: 'issue_refund', params: { order_id: 'A89268', amount: 19.99 } }],
      customer_msg_contains: ['refund', 'sorry'],
    },
  },
};
const MEMORY = [1, 1, 3].map((k, at) => ({
  id: `memory-${at}`,
  input: 'What do I like?',
  expect: { retrieved: { ids: ['tea'], k } },
}));
const refunded = (amount: number, output = 'I am sorry. Your refund is on its way.') => [
  { case_id: 'mug', output, tool_calls: [call('issue_refund', { order_id: 'A89268', amount })] },
  ...MEMORY.map(({ id }, at) => ({
    case_id: id,
    output: 'ok',
    tool_calls: [],
    retrieved: at === 0 ? ['tea'] : ['x', 'tea'],
  })),
];
const HOTEL = [
  { id: 'all', input: 'Book.', expect: { tools: ['check_availability', 'get_room_price', 'create_reservation'] } },
  { id: 'order', input: 'Book.', expect: { tools: { before: [['check_availability', 'get_room_price']] } } },
];
const booked = (...names: readonly string[]) => HOTEL.map(({ id }) => done(id, [...names, 'create_reservation']));
const DIMENSIONS = [
  capability('C-01', 'get_weather'),
  capability('C-02', 'calculator'),
  capability('C-03', 'get_product_info'),
  capability('C-04', 'get_weather', 'calculator'),
  capability('C-05', 'get_product_info', 'calculator'),
  ...['E-01', 'E-02', 'E-03', 'R-01', 'R-02', 'R-03', 'R-04', 'R-05'].map((id) => capability(id)),
];
const dimensionTrials = (fifth: readonly string[]) => [
  ...DIMENSIONS.slice(0, 4).map(({ id, expected_tools }) => done(id, expected_tools)),
  done('C-05', fifth),
  done('E-01', ['get_weather'], took(2, 45, 2237)),
  done('E-02', ['calculator'], took(2, 36, 4112)),
  done('E-03', ['get_product_info', 'calculator'], took(3, 73, 5151)),
  { ...done('R-01', []), output: '[ERROR] Error code: 400' },
  ...['R-02', 'R-03', 'R-04', 'R-05'].map((id) => done(id, [])),
];

/** What each of five published evaluations prints: their figure, and where ours stands. */
const ROWS: readonly (readonly [of: string, cases: unknown, trials: readonly Did[], printed: object])[] = [
  [
    'four single turns: 4/4, 100 %, 1971.31 ms, 44.75 tokens',
    SINGLE,
    singleTrials((city) => city),
    { suite: { cases_passed: { passed: 4, of: 4 }, pass_rate: 1, mean_latency_ms: 1971.31, mean_tokens: 44.75 } },
  ],
  [
    'an agent that asks for Miami whatever the city: 1/4',
    SINGLE,
    singleTrials(() => 'Miami'),
    { suite: { cases_passed: { passed: 1, of: 4 }, tool_recall: 1, parameter_accuracy: 0.25 } },
  ],
  [
    'the same and two conversations: turns 5/5, overall 9/9',
    [...SINGLE, ...MULTI],
    [...singleTrials((city) => city), ...multiTrials('get_stock_price')],
    { suite: { turns_passed: { passed: 5, of: 5 }, turn_pass_rate: 1, parts_passed: { passed: 9, of: 9 } } },
  ],
  [
    'an agent that sticks to the first tool: turns 4/5, overall 8/9',
    [...SINGLE, ...MULTI],
    [...singleTrials((city) => city), ...multiTrials('get_current_weather')],
    { suite: { turns_passed: { passed: 4, of: 5 }, turn_pass_rate: 0.75, parts_passed: { passed: 8, of: 9 } } },
  ],
  [
    'a support suite with an answer of 2847 tokens: 4/5, 12,430 input and 4,891 output tokens',
    SUPPORT,
    supportTrials(spent(2486, 2847), spent(2486, 511)),
    {
      suite: {
        cases_passed: { passed: 4, of: 5 },
        input_tokens: 12_430,
        output_tokens: expect.closeTo(4_891, 9),
      },
    },
  ],
  [
    "1000 and 500 tokens at the price of the suite's model: $0.0105",
    SUPPORT,
    supportTrials(spent(1000, 500), spent(1000, 500)),
    { suite: { pass_rate: 1, mean_cost_usd: expect.closeTo(0.0105, 9), cost_usd: expect.closeTo(0.0525, 9) } },
  ],
  [
    'a booking: all tools called 1.0, correct order 1.0',
    HOTEL,
    booked('check_availability', 'get_room_price'),
    { suite: { tool_recall: 1, tools_ok: 1 } },
  ],
  [
    'the same with price before availability: all tools called 1.0, correct order 0',
    HOTEL,
    booked('get_room_price', 'check_availability'),
    { suite: { tool_recall: 1, tools_ok: 0.5 } },
  ],
  [
    'a cracked mug: recall, precision, parameters and phrases 1.0; retrieval_accuracy@1 1/2, @3 1.0',
    [REFUND],
    refunded(19.99),
    {
      suite: {
        tool_recall: 1,
        tool_precision: 1,
        parameter_accuracy: 1,
        phrase_recall: 1,
        retrieval_at: { 1: 0.5, 3: 1 },
      },
    },
  ],
  [
    'the whole order refunded, without an apology: parameters 0, phrases 1/2',
    [REFUND],
    refunded(39.99, 'Your refund is on its way.'),
    { suite: { tool_recall: 1, tool_precision: 1, parameter_accuracy: 0, phrase_recall: 0.5 } },
  ],
  [
    'three dimensions: tools 90 %, completion 100 %, 2.3 steps, 51 tokens, 3833 ms, robust 80 % (4/5)',
    DIMENSIONS,
    dimensionTrials(['calculator']),
    {
      tags: {
        capability: { tool_recall: 0.9, task_completion: 1, cases_passed: { passed: 4, of: 5 } },
        efficiency: {
          steps: expect.closeTo(2.33, 2),
          mean_tokens: expect.closeTo(51.33, 2),
          mean_latency_ms: expect.closeTo(3833.33, 2),
        },
        robustness: { pass_rate: 0.8, cases_passed: { passed: 4, of: 5 } },
      },
    },
  ],
  [
    'the same with the tool that the shortcut left out: tools 100 %',
    DIMENSIONS,
    dimensionTrials(['get_product_info', 'calculator']),
    { tags: { capability: { tool_recall: 1, cases_passed: { passed: 5, of: 5 } } } },
  ],
];

test.each(ROWS)('a published evaluation is measured as it prints: %s', async (_, cases, trials, printed) => {
  await using folder = await folderWith({
    'agent-eval.yml':
      'version: 1\nagent: {recorded: trials.jsonl}\ncases: [evals/*]\ntrials: 1\nprices: {claude-sonnet-4: {input: 3, output: 15}}\n',
    'evals/published.json': JSON.stringify(cases),
    ...(Array.isArray(cases) && cases.includes(REFUND) && { 'evals/memory.json': JSON.stringify({ cases: MEMORY }) }),
    'trials.jsonl': trials.map((line) => `${JSON.stringify(line)}\n`).join(''),
  });
  const { stdout, stderr } = await folder.cli(['run', '--json']);
  const { comparison } = JSON.parse(stdout);
  expect(comparison.figures.candidate, stderr).toMatchObject(printed);
});

test('a conversation that breaks at its second turn says so in the reason and in the cell of the comment', async () => {
  await using folder = await folderWith({
    'agent-eval.yml': 'version: 1\nagent: {recorded: trials.jsonl}\ncases: [cases.json]\ntrials: 1\n',
    'cases.json': JSON.stringify(MULTI),
    'trials.jsonl': multiTrials('get_current_weather')
      .map((line) => `${JSON.stringify(line)}\n`)
      .join(''),
  });
  const { stdout } = await folder.cli(['run', '--verbose']);
  expect(stdout).toMatch(/ turns that hold in every trial +here 4 of 5\n +overall, cases and turns +here 4 of 5\n/);
  expect(stdout).toContain('turn 2: 0 of 1 expected call made by name; missing: get_stock_price');
  expect(await folder.read('agent-eval-results/comment.md')).toContain(
    '<code>turn 2: missing: get&#95;stock&#95;price',
  );
});
