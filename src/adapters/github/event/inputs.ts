import type { BudgetCaps } from '#application/ports.ts';
import { parseAllowedHost } from '#domain/config/allowed-host.ts';
import type { ReplayConfig } from '#domain/config/config.ts';
import { REPLAY_MODES } from '#domain/config/replay-schema.ts';
import { MAX_TRIALS } from '#domain/suite/schemas/trial-count-schema.ts';
import { MOST_SHARDS, parseShard, type Shard } from '#domain/suite/selection/shard.ts';
import type { TrialRange } from '#domain/trial/trial-range.ts';
import { type InputReader, inputReader, isInside } from './input-reader.ts';
import type { Environment } from './run-context.ts';

/** Where the baseline comes from; `path` is relative to the workspace. */
type BaselineInput =
  | { readonly kind: 'auto' }
  | { readonly kind: 'none' }
  | { readonly kind: 'file'; readonly path: string };

/** When a comment is written. */
export type CommentMode = 'always' | 'changes' | 'failures' | 'never';

/** The inputs of action.yml, trimmed, typed, with defaults filled in. Null where the config or the event decides. */
export interface ActionInputs {
  /** What this step does: evaluate, put shards together, or comment on what a run of a fork has uploaded. */
  readonly mode: 'run' | 'merge' | 'report';
  /** Relative to `workingDirectory`. */
  readonly config: string;
  /** What tells this suite from others in artifact names and comment; empty for the only one. */
  readonly key: string;
  readonly trials: TrialRange | null;
  /** The part of the cases that this job runs, of as many jobs; null: all of them. */
  readonly shard: Shard | null;
  readonly cases: readonly string[];
  readonly tags: readonly string[];
  readonly baseline: BaselineInput;
  /** `.github/workflows/NAME`; null: the running workflow. */
  readonly baselineWorkflow: string | null;
  readonly baselineRequired: boolean;
  /** Whether a failure is tried again on the base commit: where that can be run, as a condition of red, not at all, or by the job that merges. */
  readonly confirm: 'auto' | 'always' | 'never' | 'job';
  readonly comment: CommentMode;
  /** Whether the verdict is shown as a check run of its own, beside the job's. */
  readonly checkRun: boolean;
  readonly failOn: 'fail' | 'inconclusive' | 'never' | null;
  readonly onMissingSecrets: 'skip' | 'fail';
  readonly budget: BudgetCaps;
  /** `host` or `host:port`, as `URL.host` writes them: hosts that only the config names and that may be asked. */
  readonly allowedHosts: readonly string[];
  /** In place of the config's mode. */
  readonly replay: ReplayConfig['mode'] | null;
  readonly passEnv: readonly string[];
  readonly trajectories: 'all' | 'failed' | 'none' | null;
  /** Relative to the workspace; `.` for itself. */
  readonly workingDirectory: string;
  readonly githubToken: string;
}

/** Reads every input and reports every problem at once; each says which input, what it holds and what it may hold. */
export function readInputs(
  env: Environment,
): { readonly inputs: ActionInputs } | { readonly problems: readonly string[] } {
  const read = inputReader(env);
  const inputs: ActionInputs = {
    mode: read.oneOf('mode', ['run', 'merge', 'report'], 'run'),
    config: read.path('config', 'agent-eval.yml'),
    key: readKey(read),
    trials: read.trialRange('trials', MAX_TRIALS, 'what the config says'),
    shard: readShard(read),
    cases: read.list('cases'),
    tags: read.list('tags'),
    baseline: readBaseline(read),
    baselineWorkflow: readBaselineWorkflow(read),
    baselineRequired: read.oneOf('baseline-required', ['true', 'false'], 'false') === 'true',
    confirm: read.oneOf('confirm', ['auto', 'always', 'never', 'job'], 'auto'),
    comment: read.oneOf('comment', ['always', 'changes', 'failures', 'never'], 'always'),
    checkRun: read.oneOf('check-run', ['true', 'false'], 'false') === 'true',
    failOn: read.oneOfOrNull('fail-on', ['fail', 'inconclusive', 'never']),
    onMissingSecrets: read.oneOf('on-missing-secrets', ['skip', 'fail'], 'skip'),
    budget: readBudget(read),
    allowedHosts: readAllowedHosts(read),
    replay: read.oneOfOrNull('replay', REPLAY_MODES),
    passEnv: readPassEnv(read),
    trajectories: read.oneOfOrNull('trajectories', ['all', 'failed', 'none']),
    workingDirectory: read.path('working-directory', '.'),
    githubToken: readToken(read),
  };
  return read.problems.length > 0 ? { problems: read.problems } : { inputs };
}

function readKey(read: InputReader): string {
  const key = read.matching('key', /^[A-Za-z0-9._-]{0,64}$/, 'at most 64 letters, digits, dots, dashes or underscores');
  if (/(?:^|-)shard-\d+$/.test(key))
    read.problems.push(`key: is ${JSON.stringify(key)}; names that end so are kept for shards, choose another`);
  return key;
}

function readShard(read: InputReader): Shard | null {
  const value = read.text('shard');
  if (value === '') return null;
  const shard = parseShard(value);
  if (shard === null) {
    read.problems.push(
      `shard: is ${JSON.stringify(value.slice(0, 100))}; expected which shard of how many, such as "2/4", the first of them at most the second and the second at most ${MOST_SHARDS}; or nothing to run all cases`,
    );
  } else if (read.text('mode') !== '' && read.text('mode') !== 'run') {
    read.problems.push(
      `shard: is ${JSON.stringify(value)} with mode "${read.text('mode').slice(0, 20)}"; only "run" runs shards, "merge" finds them by itself`,
    );
  }
  return shard;
}

function readBaseline(read: InputReader): BaselineInput {
  const value = read.text('baseline');
  if (value === '' || value === 'auto') return { kind: 'auto' };
  if (value === 'none') return { kind: 'none' };
  const path = /^file:(.+)$/.exec(value)?.[1]?.trim();
  if (path !== undefined && isInside(path)) return { kind: 'file', path };
  read.problems.push(
    `baseline: is ${JSON.stringify(value.slice(0, 100))}; expected "auto", "none" or "file:PATH" with a path relative to the repository, such as "file:evals/baseline.json"`,
  );
  return { kind: 'auto' };
}

function readBaselineWorkflow(read: InputReader): string | null {
  const expected = 'the name of a file in .github/workflows, such as "agent-eval.yml"';
  const value = read.matching('baseline-workflow', /^(?:(?:\.github\/workflows\/)?[\w. -]+\.ya?ml)?$/, expected);
  if (value === '') return null;
  return value.includes('/') ? value : `.github/workflows/${value}`;
}

function readBudget(read: InputReader): BudgetCaps {
  return {
    max_cost_usd: read.amount('max-cost-usd'),
    max_tokens: read.count('max-tokens', MAX_COUNT, 'no cap'),
    max_duration_ms: read.duration('max-duration'),
    max_trials: read.count('max-trials', MAX_COUNT, 'no cap'),
  };
}

function readAllowedHosts(read: InputReader): readonly string[] {
  return read.list('allowed-hosts').flatMap((written) => {
    const host = parseAllowedHost(written);
    if (host !== null) return [host];
    read.problems.push(
      `allowed-hosts: ${JSON.stringify(written.slice(0, 100))} is no host; expected names such as "llm.example.com" or "10.0.0.7:8080", without scheme, path and wildcard, separated by commas`,
    );
    return [];
  });
}

function readPassEnv(read: InputReader): readonly string[] {
  const names = read.list('pass-env');
  for (const name of names) {
    if (!/^[A-Za-z_]\w*$/.test(name)) {
      read.problems.push(
        `pass-env: ${JSON.stringify(name.slice(0, 100))} is no name of a variable; expected names such as OPENAI_API_KEY, separated by commas`,
      );
    } else if (RUNNER_POWER.test(name)) {
      read.problems.push(`pass-env: ${name} would hand the agent the runner's own credentials; remove it`);
    }
  }
  return names;
}

function readToken(read: InputReader): string {
  const token = read.text('github-token');
  if (token === '') {
    read.problems.push(
      'github-token: is empty; leave the input out to use the token of the job, or give it a secret that exists',
    );
  }
  return token;
}

/** Variables with which a program can upload artifacts, write caches and ask for identity tokens as this job. */
const RUNNER_POWER = /^(?:ACTIONS_(?:RUNTIME|RESULTS|CACHE|ID_TOKEN)_\w+|INPUT_\w+)$/i;

/** More than any run can spend. */
const MAX_COUNT = 1_000_000_000_000;
