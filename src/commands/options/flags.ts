import { RESULT_FORMATS } from '#trials/rows/result-formats.ts';
import { anyText, anyTexts, commitId, count, list, oneOf, share, yesOrNo } from './kinds.ts';
import { type Flag, sidesOf, type ValuesOf } from './option.ts';
import { OPTIONS } from './options.ts';

/** The flags of one command, by name. */
export type Flags = Readonly<Record<string, Flag>>;

const json = { kind: yesOrNo, default: 'false', means: 'Print the decision, with all its numbers, as JSON.' } as const;

const output = {
  kind: anyText('folder'),
  default: 'agent-eval-results',
  means: 'Folder of the results.',
} as const;

const repo = {
  kind: anyText('owner/name'),
  means: 'The repository on GitHub.',
  otherwise: 'GITHUB_REPOSITORY',
} as const;

/** Flags of `agent-eval run`: those that are inputs too, and those that only a terminal needs. */
export const RUN = {
  ...sidesOf(OPTIONS, 'flag'),
  against: {
    kind: anyText('branch'),
    means: 'Compare with the commit of this branch that your work builds on; its agent runs first, once.',
    conflicts: ['baseline'],
  },
  output,
  keep: {
    kind: yesOrNo,
    default: 'false',
    means: 'Keep the workspaces of trials that did not pass, and print where they are.',
  },
  resume: { kind: yesOrNo, default: 'false', means: 'Continue an interrupted run in the output folder.' },
  failed: {
    kind: yesOrNo,
    default: 'false',
    means:
      'Run only the cases that did not pass last time; the results go to a folder of their own in the output folder.',
    conflicts: ['cases', 'tags', 'resume'],
  },
  watch: {
    kind: yesOrNo,
    default: 'false',
    means: 'Stay, and run again the cases that a saved file reaches; caps hold for all these runs together.',
    conflicts: ['resume', 'failed', 'json', 'open'],
  },
  ui: {
    kind: yesOrNo,
    default: 'false',
    means: 'Watch, and show the report of the last run on http://localhost:3006, where it refreshes itself.',
    conflicts: ['resume', 'failed', 'json', 'open'],
  },
  open: { kind: yesOrNo, default: 'false', means: 'Open the report in the browser.' },
  quiet: {
    kind: yesOrNo,
    default: 'false',
    means: 'Print the verdict, and warnings, but nothing else.',
    conflicts: ['verbose'],
  },
  verbose: { kind: yesOrNo, default: 'false', means: 'Print every trial as it ends, and every case at the end.' },
  json,
} as const satisfies Flags;

/** Their values. */
export type RunOptions = ValuesOf<typeof RUN>;

/** Flags of `agent-eval upgrade`. */
export const UPGRADE = {
  to: {
    kind: list('models'),
    means: "Ids of the candidates, separated by commas; each replaces the id of today's model.",
  },
  open: {
    kind: anyText('folder'),
    means: 'Open a pull request with the best model that upgrade.json there shows (GH_TOKEN writes); nothing runs.',
    conflicts: ['to'],
  },
  repo,
  margin: {
    kind: share,
    default: '0.10',
    means: 'How much less a candidate may pass on the mean over cases: 0.10 is 10 points.',
  },
  agent: { kind: anyText('name'), means: 'The agent of the config.', otherwise: 'its default agent' },
  config: RUN.config,
  cases: RUN.cases,
  tags: RUN.tags,
  baseline: {
    kind: anyTexts('runs'),
    means: 'What is known before: results.json of one or more runs of main, or the folder with it.',
  },
  output: RUN.output,
  'max-cost-usd': RUN['max-cost-usd'],
  'max-tokens': RUN['max-tokens'],
  'max-duration': RUN['max-duration'],
  'max-trials': RUN['max-trials'],
  'on-missing-secrets': RUN['on-missing-secrets'],
  'allowed-hosts': RUN['allowed-hosts'],
  'pass-env': RUN['pass-env'],
  'mcp-env': RUN['mcp-env'],
  trajectories: RUN.trajectories,
  json: { ...json, means: 'Print upgrade.json.' },
} as const satisfies Flags;

/** Their values. */
export type UpgradeOptions = ValuesOf<typeof UPGRADE>;

/** Flags of `agent-eval which`. */
export const WHICH = {
  config: RUN.config,
  against: { kind: anyText('branch'), means: 'The branch whose commit passes the case.' },
  'max-trials': { kind: count(200), default: '60', means: 'The most trials for the first line: 20 to 200.' },
  'allowed-hosts': RUN['allowed-hosts'],
} as const satisfies Flags;

/** Their values. */
export type WhichOptions = ValuesOf<typeof WHICH>;

/** Flags of `agent-eval compare`. */
export const COMPARE = {
  baseline: {
    kind: anyTexts('files'),
    means: 'The results.json of one or more runs of the main branch, newest first.',
  },
  candidate: { kind: anyText('file'), means: 'The results.json of the change.' },
  results: {
    kind: oneOf('format', RESULT_FORMATS),
    means: 'The rounds are files of this test runner: those of main, then "--", then those of the change.',
    conflicts: ['baseline', 'candidate', 'confirmation'],
  },
  confirmation: {
    kind: anyText('file'),
    means: 'The confirmation.json with the fresh trials of main that the run made of what looked worse.',
  },
  config: {
    kind: anyText('file'),
    means: 'Eval config whose gate decides.',
    otherwise: `the one that the results name, or ${OPTIONS.config.default}, if it is here`,
  },
  'fail-on': { ...RUN['fail-on'], otherwise: "the policy's on_inconclusive" },
  json,
} as const satisfies Flags;

/** Their values. */
export type CompareOptions = ValuesOf<typeof COMPARE>;

/** Flags of `agent-eval verify`. */
export const VERIFY = {
  commit: {
    kind: commitId,
    means: 'Find what the workflow decided on this commit (GH_TOKEN reads it), and check who signed it, by gh.',
  },
  repo,
  workflow: {
    kind: anyText('path'),
    default: '.github/workflows/agent-eval.yml',
    means: 'The only workflow whose verdict and signature count.',
  },
  key: { kind: anyText('name'), means: 'The input key of the suite.', otherwise: 'the suite without one' },
  unsigned: { kind: yesOrNo, default: 'false', means: 'Accept a verdict that nobody signed, and say so.' },
} as const satisfies Flags;

/** Their values. */
export type VerifyOptions = ValuesOf<typeof VERIFY>;

/** Flags of `agent-eval report`. */
export const REPORT = {
  output: {
    kind: anyText('file'),
    means: 'The file to write.',
    otherwise: 'report.html next to the last results file; history.html in this folder',
  },
  plain: { kind: yesOrNo, default: 'false', means: 'Print Markdown for whoever owns the agent, and write no HTML.' },
  history: {
    kind: anyTexts('paths'),
    means:
      'History of main: a history.jsonl, or a folder with results of main. With results, their report shows it; without, it is a page of its own.',
  },
  open: { kind: yesOrNo, default: 'false', means: 'Open the report in the browser.' },
  config: COMPARE.config,
} as const satisfies Flags;

/** Their values. */
export type ReportOptions = ValuesOf<typeof REPORT>;

/** Flags of `agent-eval show`. */
export const SHOW = {
  trial: { kind: count(1000), means: 'Number of the trial.', otherwise: 'the first that failed' },
  output,
  baseline: {
    kind: anyTexts('runs'),
    means: 'What to show next to it: results.json of one or more runs of main, or the folder with it.',
  },
} as const satisfies Flags;

/** Their values. */
export type ShowOptions = ValuesOf<typeof SHOW>;

/** Flags of `agent-eval calibrate`. */
export const CALIBRATE = {
  config: {
    kind: anyText('file'),
    means: 'Eval config whose gate and trials are used.',
    otherwise: `${OPTIONS.config.default} if it exists`,
  },
  trials: RUN.trials,
  draws: { kind: count(100_000), default: '200', means: 'Simulated pull requests per figure.' },
  json: { ...json, means: 'Print all figures as JSON.' },
} as const satisfies Flags;

/** Their values. */
export type CalibrateOptions = ValuesOf<typeof CALIBRATE>;

/** Flags of `agent-eval history`. */
export const HISTORY = { json: { ...json, means: 'Print rows and figures as JSON.' } } as const satisfies Flags;

/** Their values. */
export type HistoryOptions = ValuesOf<typeof HISTORY>;

/** Flags of `agent-eval import`. */
export const IMPORT = {
  output: { kind: anyText('file'), means: 'The file to write; it must not exist.', otherwise: 'standard output' },
  dialect: {
    kind: anyText('options'),
    means: 'Options of the format, as an entry of `cases` has them: "{reference: contains, ignore: [source]}".',
  },
  'id-prefix': {
    kind: anyText('text'),
    means: 'Put before every id; {stem} is the name of the file without its ending.',
  },
  skip: {
    kind: list('ids'),
    means: 'Cases to leave out: ids and places (file:line), separated by commas, or unreadable.',
  },
} as const satisfies Flags;

/** Their values. */
export type ImportOptions = ValuesOf<typeof IMPORT>;

/** Flags of `agent-eval case from-trace`. */
export const CASE_FROM_TRACE = {
  trace: { kind: anyText('id'), means: 'The id of the trace, or its beginning.', otherwise: 'the only one' },
  output: IMPORT.output,
} as const satisfies Flags;

/** Their values. */
export type CaseFromTraceOptions = ValuesOf<typeof CASE_FROM_TRACE>;

/** Flags of `agent-eval validate`. */
export const VALIDATE = {
  config: RUN.config,
  cases: RUN.cases,
  verbose: {
    kind: yesOrNo,
    default: 'false',
    means: 'Print each case as it is judged, with defaults and all rules filled in.',
  },
  strict: { kind: yesOrNo, default: 'false', means: 'Treat warnings as errors.' },
  json: {
    kind: yesOrNo,
    default: 'false',
    means: 'Print what was found, what is missing and the next command as JSON.',
  },
} as const satisfies Flags;

/** Their values. */
export type ValidateOptions = ValuesOf<typeof VALIDATE>;

/** Flags of `agent-eval variants`. */
export const VARIANTS = {
  config: RUN.config,
  write: {
    kind: yesOrNo,
    default: 'false',
    means:
      'Ask the model of variants.model for the paraphrases and translations that are missing, and write their file.',
  },
  'allowed-hosts': RUN['allowed-hosts'],
} as const satisfies Flags;

/** Their values. */
export type VariantsOptions = ValuesOf<typeof VARIANTS>;

/** Flags of `agent-eval init`. */
export const INIT = {
  language: {
    kind: oneOf('name', ['python', 'node', 'go']),
    means: 'Language of the starter agent.',
    otherwise: 'from the files here',
  },
  force: { kind: yesOrNo, default: 'false', means: 'Overwrite files that exist.' },
  signed: { kind: yesOrNo, default: 'false', means: "Add a job that signs main's verdicts." },
  upgrade: { kind: yesOrNo, default: 'false', means: 'Write only the workflow that tries other models each month.' },
  json: {
    kind: yesOrNo,
    default: 'false',
    means: 'Print what was found, what is written, what is missing and the next commands as JSON.',
  },
} as const satisfies Flags;

/** Their values. */
export type InitOptions = ValuesOf<typeof INIT>;

/** Flags of `agent-eval demo`. */
export const DEMO = {
  keep: { kind: yesOrNo, default: 'false', means: "Keep the folder with the demo's files and results." },
} as const satisfies Flags;

/** Their values. */
export type DemoOptions = ValuesOf<typeof DEMO>;
