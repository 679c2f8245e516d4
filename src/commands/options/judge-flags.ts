import { type Flags, RUN } from './flags.ts';
import { anyText, count, list } from './kinds.ts';
import type { ValuesOf } from './option.ts';

/** What asking a judge may cost, and where it may be. */
const judging = {
  'allowed-hosts': RUN['allowed-hosts'],
  'max-cost-usd': RUN['max-cost-usd'],
  'max-tokens': RUN['max-tokens'],
} as const;

/** Flags of `agent-eval regrade`. */
export const REGRADE = {
  config: { ...RUN.config, means: 'Eval config whose expectations grade.' },
  'pass-env': RUN['pass-env'],
  ...judging,
  output: { ...RUN.output, default: 'agent-eval-regraded' },
  json: { ...RUN.json, means: 'Print old and new grades as JSON.' },
} as const satisfies Flags;

/** Their values. */
export type RegradeOptions = ValuesOf<typeof REGRADE>;

const labels = { kind: anyText('folder'), default: 'labels', means: 'Folder with the labels.' } as const;

/** Flags of `agent-eval label`. */
export const LABEL = {
  config: { ...RUN.config, means: 'Eval config with the cases and their criteria.' },
  sample: { kind: count(10_000), default: '60', means: 'Trajectories of each criterion to draw.' },
  seed: { kind: count(2 ** 31), default: '1', means: 'Seed of the draw: the same one continues where you left off.' },
  criteria: { kind: list('names'), means: 'Label only these criteria, separated by commas.', otherwise: 'all' },
  labeller: { kind: anyText('name'), means: 'Who labels.', otherwise: 'your user name' },
  labels,
} as const satisfies Flags;

/** Their values. */
export type LabelOptions = ValuesOf<typeof LABEL>;

/** Flags of `agent-eval calibrate-judge`. */
export const CALIBRATE_JUDGE = {
  config: { ...RUN.config, means: 'Eval config with the judge, the cases and their criteria.' },
  labels,
  repeats: {
    kind: count(20),
    means: 'Judge each labelled trajectory again, so many times, to see how often its verdict changes.',
    otherwise: 'never',
  },
  ...judging,
  output: {
    kind: anyText('file'),
    means: 'The file to write.',
    otherwise: 'the one that judge.calibration of the config names',
  },
  json: { ...RUN.json, means: 'Print the calibration as JSON.' },
} as const satisfies Flags;

/** Their values. */
export type CalibrateJudgeOptions = ValuesOf<typeof CALIBRATE_JUDGE>;
