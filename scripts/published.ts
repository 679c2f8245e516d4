// For run-examples.ts and published.test.ts: what published evaluations print, beside our figures of it.
/**
 * What five published evaluations print, and where our figure of it stands. Each is `published.yml` of an example: the evaluation's own
 * cases, and its outcomes as recorded trials. An edit of those is what the evaluation says would go wrong, or what it mends.
 */
import { isJsonObject } from '#common/json.ts';

export interface Published {
  /** Of examples/. */
  readonly folder: string;
  readonly prints: string;
  /** In `published/trials.jsonl`: text → what stands in its place, wherever it occurs. */
  readonly edits?: Readonly<Record<string, string>>;
  /** Options of the run beside its config. */
  readonly options?: readonly string[];
  readonly exit_code: 0 | 1;
  readonly figures: object;
}

const all = (of: number) => ({ passed: of, of });

export const PUBLISHED: readonly Published[] = [
  {
    folder: 'weather-and-stock',
    prints: 'tests 4/4, 1971.31 ms and 44.75 tokens on average; turns 5/5; overall 9/9',
    exit_code: 0,
    figures: {
      tags: {
        'single-turn': { cases_passed: all(4), pass_rate: 1, mean_latency_ms: 1971.31, mean_tokens: 44.75 },
        'multi-turn': { turns_passed: all(5), turn_pass_rate: 1 },
      },
      suite: { parts_passed: all(9) },
    },
  },
  {
    folder: 'weather-and-stock',
    prints: 'an agent that asks for Miami whatever the city: tests 3/4',
    edits: { '"location":"New York"': '"location":"Miami"' },
    exit_code: 1,
    figures: {
      tags: { 'single-turn': { cases_passed: { passed: 3, of: 4 }, tool_recall: 1, parameter_accuracy: 0.75 } },
    },
  },
  {
    folder: 'weather-and-stock',
    prints: 'an agent that sticks to its first tool: turns 4/5, overall 8/9',
    edits: {
      '{"name":"get_stock_price","arguments":{"ticker":"IBM","date":"2025-01-10"}}':
        '{"name":"get_current_weather","arguments":{}}',
    },
    exit_code: 1,
    figures: { suite: { turns_passed: { passed: 4, of: 5 }, parts_passed: { passed: 8, of: 9 } } },
  },
  {
    folder: 'support',
    prints: '4/5 passed, 12,430 input and 4,891 output tokens, max_output_tokens: 2847 > 2000',
    exit_code: 1,
    figures: { suite: { cases_passed: { passed: 4, of: 5 }, input_tokens: 12_430, output_tokens: 4_891 } },
  },
  {
    folder: 'support',
    prints: 'the same with an answer within its budget: 5/5 passed',
    edits: { '"output_tokens":2847': '"output_tokens":1000' },
    exit_code: 0,
    figures: { suite: { cases_passed: all(5) } },
  },
  {
    folder: 'support',
    prints: "1000 and 500 tokens at the price of the suite's model: $0.0105",
    options: ['--tags', 'pricing'],
    exit_code: 0,
    figures: { suite: { mean_cost_usd: 0.0105, mean_input_tokens: 1000, mean_output_tokens: 500 } },
  },
  {
    folder: 'hotels',
    prints: 'all tools called 1.0, correct order 1.0, guest name 1.0; plans with all tools, flights first 1.0',
    exit_code: 0,
    figures: {
      tags: { trajectory: { tool_recall: 1, tools_ok: 1 }, arguments: { tools_ok: 1 }, plan: { pass_rate: 1 } },
    },
  },
  {
    folder: 'hotels',
    prints: 'price before availability: all tools called 1.0, correct order 0',
    edits: {
      '[{"name":"check_availability","arguments":{"check_in":"2026-03-01","check_out":"2026-03-05"}},{"name":"get_room_price","arguments":{"room_type":"double","nights":"4"}},':
        '[{"name":"get_room_price","arguments":{"room_type":"double","nights":"4"}},{"name":"check_availability","arguments":{"check_in":"2026-03-01","check_out":"2026-03-05"}},',
    },
    exit_code: 1,
    figures: { tags: { trajectory: { tool_recall: 1, tools_ok: 0.5 } } },
  },
  {
    folder: 'hotels',
    prints: 'another guest in the reservation: guest name 0',
    edits: { '"guest_name":"Alice Johnson"': '"guest_name":"Guest"' },
    exit_code: 1,
    figures: { tags: { trajectory: { tools_ok: 1 }, arguments: { tool_recall: 1, parameter_accuracy: 0 } } },
  },
  {
    folder: 'refunds',
    prints: 'recall, precision, parameters and phrases 1.0; retrieval_accuracy@1 1/2, @3 1.0',
    exit_code: 0,
    figures: {
      suite: {
        tool_recall: 1,
        tool_precision: 1,
        parameter_accuracy: 1,
        phrase_recall: 1,
        retrieval_at: { 1: 0.5, 3: 1 },
      },
    },
  },
  {
    folder: 'refunds',
    prints: 'the entire order refunded: parameters 0, tool recall still 1.0',
    edits: { '"amount":19.99': '"amount":39.99' },
    exit_code: 1,
    figures: { suite: { tool_recall: 1, tool_precision: 1, parameter_accuracy: 0, phrase_recall: 1 } },
  },
  {
    folder: 'refunds',
    prints: 'no apology in the final message: phrases 1/2',
    edits: { 'I am sorry. ': '' },
    exit_code: 1,
    figures: { suite: { parameter_accuracy: 1, phrase_recall: 0.5 } },
  },
  {
    folder: 'three-dimensions',
    prints: 'tools 90 %, completion 100 %; 2.3 steps, 51 tokens, 3833 ms; robust 80 % (4/5)',
    exit_code: 1,
    figures: {
      tags: {
        capability: { tool_recall: 0.9, task_completion: 1, cases_passed: { passed: 4, of: 5 } },
        efficiency: { steps: 7 / 3, mean_tokens: 154 / 3, mean_latency_ms: 11_500 / 3 },
        robustness: { pass_rate: 0.8, cases_passed: { passed: 4, of: 5 } },
      },
    },
  },
  {
    folder: 'three-dimensions',
    prints: 'the same without the shortcut of C-05: tools 100 %',
    edits: { '333.33","tool_calls":[': '333.33","tool_calls":[{"name":"get_product_info","arguments":{}},' },
    exit_code: 0,
    figures: { tags: { capability: { tool_recall: 1, cases_passed: all(5) }, robustness: { pass_rate: 0.8 } } },
  },
  {
    folder: 'three-dimensions',
    prints: 'an empty question answered before the model: robust 5/5; the same tasks in 1500 ms',
    edits: {
      "[ERROR] Error code: 400 - {'error': {'code': '1213'}}": 'Please enter your question.',
      '"latency_ms":2237': '"latency_ms":900',
      '"latency_ms":4112': '"latency_ms":1600',
      '"latency_ms":5151': '"latency_ms":2000',
    },
    exit_code: 1,
    figures: {
      tags: { efficiency: { mean_latency_ms: 1500 }, robustness: { pass_rate: 1, cases_passed: all(5) } },
    },
  },
];

/** Its trials after its edits. */
export function editedTrials(trials: string, { edits = {} }: Published): string {
  return Object.entries(edits).reduce((text, [search, replacement]) => {
    if (!text.includes(search)) throw new Error(`no published trial holds ${search}`);
    return text.replaceAll(search, () => replacement);
  }, trials);
}

/** Options of the run that reproduces it. */
export const publishedRun = ({ options = [] }: Published): readonly string[] => [
  'run',
  '--config',
  'published.yml',
  ...options,
];

/** The values that stand at the keys of another one, as exact as its numbers can be. */
export function valuesAt(keys: unknown, value: unknown): unknown {
  if (typeof value === 'number') return Number(value.toPrecision(12));
  if (!isJsonObject(keys) || !isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(keys).map(([key, own]) => [key, valuesAt(own, value[key])]));
}
