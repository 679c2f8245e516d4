import { EXAMPLE_MODELS } from '#common/example-models.ts';
import { REPLAY_MODES } from '#config/parsing/replay-schema.ts';
import { baselineSource, shard, startLabel, suiteKey, token, workflowFile } from './github-kinds.ts';
import {
  anyText,
  anyTexts,
  count,
  hosts,
  insidePath,
  list,
  oneOf,
  timeSpan,
  trialRange,
  usdAmount,
  variableNames,
  yesOrNo,
} from './kinds.ts';
import type { Option } from './option.ts';

/** The last rows of the table of options: where the action works, what its servers get, and what it shows there. */
const PLACE_OPTIONS = {
  'mcp-env': {
    kind: variableNames,
    means:
      'Environment variables that MCP servers may get and the agent may not, separated by commas, such as "SHOP_TOKEN".',
    details:
      'The file of agent.mcp names them as ${SHOP_TOKEN}. Give servers of the repository no secret that its authors may not read.',
    input: {},
    flag: {},
  },
  'html-report': {
    kind: yesOrNo,
    default: 'true',
    means: 'Whether to make the HTML report.',
    details: 'The comment links to its artifact, which opens in the browser.',
    input: {},
  },
  'working-directory': {
    kind: insidePath,
    default: '.',
    means: 'Folder, relative to the repository, that config is relative to.',
    details: 'The agent is started in the folder of the config.',
    input: {},
  },
  'github-token': {
    kind: token,
    means: 'Token to find the baseline and write the comment with.',
    details: 'It needs "contents: read", "actions: read" and "pull-requests: write".',
    input: { runner_default: '${{ github.token }}' },
  },
} as const satisfies Readonly<Record<string, Option>>;

/** More than any run can spend. */
const MAX_COUNT = 1_000_000_000_000;

/**
 * The inputs of action.yml, in its order; those with a `flag` are flags of `run` too. To add one, add a row: `npm run inputs` writes
 * action.yml and docs/ from here, and `settingsOf` does not compile until it uses a row that has both sides.
 */
export const OPTIONS = {
  config: {
    kind: insidePath,
    default: 'agent-eval.yml',
    means: 'Path of the eval config.',
    details: 'Relative to working-directory.',
    input: {},
    flag: { kind: anyText('file') },
  },
  mode: {
    kind: oneOf('what', ['run', 'merge', 'report', 'command']),
    default: 'run',
    means: 'What this step does.',
    details:
      '"run" evaluates; "merge" combines the shards of this workflow run; "report", for the event workflow_run, comments on a pull request of a fork or of Dependabot; "command", for issue_comment, starts the workflow that evaluates if the comment is "/eval".',
    input: {},
  },
  'pull-request': {
    kind: count(10_000_000),
    means: 'For workflow_dispatch: number of the open pull request to evaluate, by its rules.',
    details: 'The workflow must run on its branch, in this repository.',
    input: {},
  },
  label: {
    kind: startLabel,
    default: 'eval',
    means: 'The label of a pull request that starts an evaluation.',
    details: 'With ": full" behind it, it asks for every case; with ": skip", for none.',
    stored: true,
    input: {},
  },
  key: {
    kind: suiteKey,
    means: 'A name for this suite if the workflow evaluates several, or runs in a matrix.',
    details: 'It is part of the names of artifacts, and the comment has a section of it.',
    input: {},
  },
  trials: {
    kind: trialRange,
    means:
      'Trials per case, instead of the config\'s: a number such as "5", or the fewest and the most such as "3-10".',
    details: "With a range, a pull request's cases run more often only while the verdict is open.",
    input: {},
    flag: {},
  },
  shard: {
    kind: shard,
    means: 'Run a part of the cases, as one of several jobs: "2/4" is the second of four.',
    details:
      'Each job has its share of max-cost-usd, max-tokens and max-trials; a last job with "mode: merge" decides and comments.',
    input: {},
  },
  cases: {
    kind: list('ids'),
    means: 'Run only these cases: ids or globs such as "refund-*", separated by commas.',
    stored: true,
    input: {},
    flag: {},
  },
  tags: {
    kind: list('tags'),
    means: 'Run only cases with one of these tags, separated by commas.',
    stored: true,
    input: {},
    flag: {},
  },
  agents: {
    kind: list('names'),
    means: `Compare these agents of the config on every case: names, "*", or a model such as openai:${EXAMPLE_MODELS.openai.id} for a built-in agent, separated by commas.`,
    details: 'The table is a comment of its own. The step does not gate, and stores no baseline.',
    input: {},
    flag: {
      conflicts: [
        'against',
        'baseline',
        'resume',
        'baselineRequired',
        'confirm',
        'failOn',
        'failed',
        'open',
        'watch',
        'ui',
      ],
    },
  },
  'run-all': {
    kind: yesOrNo,
    default: 'false',
    means: 'Run every case, whatever the change can reach.',
    details: 'Else "covers" and "ignores" in the base commit\'s config decide.',
    stored: true,
    input: {},
    flag: {},
  },
  'fail-on': {
    kind: oneOf('when', ['fail', 'inconclusive', 'never']),
    means:
      'When the check goes red, and the exit code is not 0: "fail", when something got worse or misses a floor; "inconclusive", also when the evidence is not enough; "never", to report only.',
    details: "Empty: as the config's on_inconclusive says. A run in which nothing could be evaluated is always red.",
    stored: true,
    input: {},
    flag: { otherwise: "the config's on_inconclusive" },
  },
  baseline: {
    kind: baselineSource,
    means: 'What to compare with.',
    details:
      '"auto" finds main\'s results among the artifacts of this workflow; "file:PATH" reads a results file of the repository, for pull requests from the base commit; with "none" only the config\'s floors decide.',
    stored: true,
    input: { default: 'auto' },
    flag: {
      kind: anyTexts('runs'),
      means: 'What to compare with: results.json of one or more runs of main, or the folder with it.',
    },
  },
  'baseline-workflow': {
    kind: workflowFile,
    means: 'File in .github/workflows whose runs on the default branch store the baseline.',
    details:
      'Needed only if that is not the running workflow. With "mode: command": the workflow to start; default agent-eval.yml.',
    stored: true,
    input: {},
  },
  'baseline-required': {
    kind: yesOrNo,
    default: 'false',
    means: 'Whether a missing baseline is an error instead of a visible note.',
    stored: true,
    input: {},
    flag: {},
  },
  confirm: {
    kind: oneOf('when', ['auto', 'never', 'job']),
    means:
      'Whether what looks worse is tried again, on the base commit and on the change, and only those fresh trials decide.',
    details:
      '"auto": in the same job if the base commit can run there; else main\'s stored trials decide. "never": those always decide. "job": both are tried again in a second job with "mode: merge" and "confirm: job". Only agent.setup prepares the base commit: install packages there.',
    stored: true,
    input: { default: 'auto' },
    flag: { kind: oneOf('when', ['auto', 'never']), otherwise: 'auto with --against, else never' },
  },
  comment: {
    kind: oneOf('when', ['always', 'changes', 'failures', 'never']),
    default: 'always',
    means:
      'When to write the comment: "always"; "changes", when something differs from the baseline or the verdict is not green; "failures", when it is not green; or "never".',
    details: 'All but "never" update an existing comment.',
    stored: true,
    input: {},
  },
  'check-run': {
    kind: yesOrNo,
    default: 'false',
    means:
      'Show the verdict as a check run of its own, "Agent eval verdict" (with the key in parentheses), which ends as "action required" when the verdict is inconclusive and gate.on_inconclusive is "review".',
    details: 'Needs "checks: write", which runs of forks and Dependabot do not get.',
    input: {},
  },
  'drift-issue': {
    kind: yesOrNo,
    default: 'false',
    means:
      "Open an issue when the pass rate of main's scheduled runs falls slowly, with the cases that moved, and one when a model that they call ends within 60 days.",
    details: 'Needs "issues: write".',
    input: {},
  },
  'on-missing-secrets': {
    kind: oneOf('do', ['auto', 'skip', 'fail']),
    means: "What to do when a key of a model, or a variable of the config's needs, is empty.",
    details:
      '"skip" ends as inconclusive; "fail" turns the check red, also where stored answers could be replayed. "auto" skips runs of forks and of Dependabot, and fails all others. A skipped pull request can be merged unless fail-on is "inconclusive".',
    input: { default: 'auto' },
    flag: { otherwise: 'auto: fail, unless stored answers can be replayed' },
  },
  'max-cost-usd': {
    kind: usdAmount,
    means: 'Most US dollars that the run may cost, such as "2.50".',
    details: 'At any cap the run makes no further model call and does not pass. Needs prices in the config.',
    stored: true,
    input: {},
    flag: {},
  },
  'max-tokens': {
    kind: count(MAX_COUNT),
    means: "Most tokens of the run, with simulated users'.",
    stored: true,
    input: {},
    flag: {},
  },
  'max-duration': {
    kind: timeSpan,
    means: 'Most time for the trials, such as "20m".',
    stored: true,
    input: {},
    flag: {},
  },
  'max-trials': {
    kind: count(MAX_COUNT),
    means: 'Most trials to start, over all cases.',
    stored: true,
    input: {},
    flag: {},
  },
  'allowed-hosts': {
    kind: hosts,
    means: 'Hosts, with or without a port, that the config may name as base URL of a model, separated by commas.',
    details: "They never get the real key. This machine and hosts in the step's environment need no entry.",
    input: {},
    flag: {},
  },
  replay: {
    kind: oneOf('mode', REPLAY_MODES),
    means: 'How stored answers of models are used, instead of the config\'s mode: "off", "record", "auto" or "strict".',
    details: 'A run with replayed trials never passes.',
    input: {},
    flag: { otherwise: "the config's mode" },
  },
  'pass-env': {
    kind: variableNames,
    means: 'Environment variables that the agent may see, separated by commas, such as "DATABASE_URL".',
    details: 'Set them with env on the step.',
    input: {},
    flag: {},
  },
  trajectories: {
    kind: oneOf('which', ['all', 'failed', 'none']),
    means: 'Which trajectories (messages and tool calls) to store: "all", "failed" or "none".',
    details:
      'Empty: all in private repositories, failed ones in public ones, where anyone can download the artifact. Cases whose expectations a pull request changes are compared only if main stores all.',
    input: {},
    flag: { default: 'all' },
  },
  ...PLACE_OPTIONS,
} as const satisfies Readonly<Record<string, Option>>;
