import { keysOf } from '#common/keyed.ts';
import type { LeanTrial } from '#trials/trial/lean-trial.ts';

/** A figure of a case, a tag or a suite: of a case the mean over its judged trials with a value, else the mean over such cases. */
interface FigureRow {
  /** Its name for people. */
  readonly label: string;
  readonly definition: string;
  readonly unit: 'rate' | 'tokens' | 'usd' | 'ms' | 'count';
  /**
   * Of one judged trial; `null`: nothing of the kind was expected or measured.
   *
   * @param usual what the trials of its case mostly call
   */
  readonly valueOf: (trial: LeanTrial, usual: string | null) => number | boolean | null;
  /** It compares the trials of a case: with more of them it is another, and unknown where one does not tell. */
  readonly of_several?: true;
  /** The key of its bound, if that is not one of `gate.metrics`, and where it stands. */
  readonly bound?: string;
}

const ROWS = {
  pass_rate: {
    label: 'pass rate',
    definition: 'share of trials that pass',
    unit: 'rate',
    bound: '`pass_rate: {min: …}` outside of `metrics`',
    valueOf: ({ outcome }) => outcome === 'passed',
  },
  tool_recall: {
    label: 'tool recall',
    definition: 'expected tool calls that are made, by name / expected tool calls',
    unit: 'rate',
    bound: '`tool_recall: {min: …}` outside of `metrics`',
    valueOf: ({ tool_recall }) => tool_recall,
  },
  tool_precision: {
    label: 'tool precision',
    definition: 'expected tool calls that are made, by name / tool calls that are made',
    unit: 'rate',
    valueOf: ({ tool_precision }) => tool_precision,
  },
  parameter_accuracy: {
    label: 'parameter accuracy',
    definition: 'expected tool calls that are made with the expected arguments / expected tool calls',
    unit: 'rate',
    valueOf: ({ parameter_accuracy }) => parameter_accuracy,
  },
  phrase_recall: {
    label: 'phrase recall',
    definition: 'phrases of response.contains that are found / phrases',
    unit: 'rate',
    valueOf: ({ phrase_recall }) => phrase_recall,
  },
  mean_recall: {
    label: 'tool and phrase recall',
    definition: 'mean of tool recall and phrase recall; arguments play no part',
    unit: 'rate',
    valueOf: ({ mean_recall }) => mean_recall,
  },
  retrieval_accuracy: {
    label: 'retrieval accuracy',
    definition: 'share of `retrieved` expectations with an expected id among the first k',
    unit: 'rate',
    valueOf: ({ retrieval_accuracy }) => retrieval_accuracy,
  },
  consistency: {
    label: 'consistency',
    definition:
      'share of trials that call the same tools in the same order as most trials of their case; null below two trials',
    unit: 'rate',
    valueOf: ({ sequence_hash: own }, usual) => (usual === null ? null : own === usual),
    of_several: true,
    bound: '`behaviour: {consistency: {min: …}}` outside of `gate`',
  },
  turn_pass_rate: {
    label: 'turn pass rate',
    definition: 'share of turns whose own checks all hold',
    unit: 'rate',
    valueOf: ({ turn_pass_rate }) => turn_pass_rate,
  },
  tools_ok: {
    label: 'right tools',
    definition: 'share of trials whose checks of `tools` and `no_tools` all hold',
    unit: 'rate',
    valueOf: ({ tools_ok }) => tools_ok,
  },
  task_completion: {
    label: 'task completion',
    definition: 'share of trials whose answer holds all of `response`, whatever tools were called',
    unit: 'rate',
    valueOf: ({ response_ok }) => response_ok,
  },
  completed: {
    label: 'completed trials',
    definition: 'share of trials without a crash, a time-out or another end',
    unit: 'rate',
    valueOf: ({ completed }) => completed,
  },
  steps: {
    label: 'model calls',
    definition: 'model calls per trial',
    unit: 'count',
    valueOf: ({ steps }) => steps,
  },
  mean_tokens: {
    label: 'tokens per trial',
    definition: 'input and output tokens per trial',
    unit: 'tokens',
    valueOf: ({ usage }) => usage.total_tokens,
  },
  mean_input_tokens: {
    label: 'input tokens per trial',
    definition: 'input tokens per trial',
    unit: 'tokens',
    valueOf: ({ usage }) => usage.input_tokens,
  },
  mean_output_tokens: {
    label: 'output tokens per trial',
    definition: 'output tokens per trial',
    unit: 'tokens',
    valueOf: ({ usage }) => usage.output_tokens,
  },
  mean_cost_usd: {
    label: 'cost per trial',
    definition: 'US dollars paid per trial',
    unit: 'usd',
    valueOf: ({ usage }) => usage.cost_usd,
  },
  mean_latency_ms: {
    label: 'mean latency',
    definition: 'milliseconds per trial',
    unit: 'ms',
    valueOf: ({ latency_ms }) => latency_ms,
  },
} as const satisfies Readonly<Record<string, FigureRow>>;

/** The key of a figure, the same in results.json, the policy and the report. */
export type FigureName = keyof typeof ROWS;

/** Every figure, in the order of the report. To add one, add a row: all outputs and the bounds of `gate.metrics` read this table. */
export const FIGURES: Readonly<Record<FigureName, FigureRow>> = ROWS;

/** What most judged trials of a case call; `null`: there are fewer than two, or one does not tell its calls. */
export function usualSequence(trials: readonly Pick<LeanTrial, 'sequence_hash'>[]): string | null {
  const counts = new Map<string, number>();
  for (const { sequence_hash: own } of trials) {
    if (own === undefined) return null;
    counts.set(own, (counts.get(own) ?? 0) + 1);
  }
  const most = Math.max(...counts.values());
  return trials.length < 2 ? null : ([...counts].find(([, count]) => count === most)?.[0] ?? null);
}

/** A figure that `gate.metrics` takes a bound on: it has no key of its own in a policy. */
export type BoundedFigure = Exclude<FigureName, 'pass_rate' | 'tool_recall'>;

/** In the order of the report. */
export const FIGURE_NAMES: readonly FigureName[] = keysOf(FIGURES);

/** The figures that `gate.metrics` takes a bound on: a floor of a rate, the most of any other. */
export const BOUNDED: readonly BoundedFigure[] = FIGURE_NAMES.flatMap((name) =>
  name === 'pass_rate' || name === 'tool_recall' ? [] : [name],
);
