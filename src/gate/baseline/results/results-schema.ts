import * as z from 'zod';
import { CASE_CAPS, isNestedWithin } from '#cases/suite/schemas/case-caps.ts';
import { MOST_SHARDS } from '#cases/suite/selection/shard.ts';
import { isJsonObject, type JsonObject } from '#common/json.ts';
import { keyed } from '#common/keyed.ts';
import { explainedSchema } from '#gate/lines/explained.ts';
import { FIGURE_NAMES, FIGURES, type FigureName } from '#trials/metrics/figures.ts';
import { calledModelSchema, MOST_CALLED } from '#trials/model-ends/ending-models.ts';
import { incidentSchema } from '#trials/trial/provider-incident.ts';
import { shownSchema } from '#trials/trial/shown/shown-to-models.ts';
import { trialSchema } from '#trials/trial/trial-record.ts';
import { MOST_DOUBTS, sideDoubtSchema } from './side-doubt.ts';

/** Upper bounds on what a results file may hold; an honest file stays far below them. */
export const RESULTS_CAPS = {
  cases: 20_000,
  trials: 10_000,
  tags: CASE_CAPS.tags,
  looks: 50,
  models: 1_000,
  mcp_tools: 10_000,
  runs: 50,
  nesting: CASE_CAPS.nesting,
  owners: 200,
  accepts: 200,
} as const;

const text = z.string().max(10_000);
const hash = z.string().min(1).max(256);
const files = z.record(text, hash).exactOptional();
const free = z
  .record(z.string(), z.unknown())
  .refine(
    (value) => isNestedWithin(value, RESULTS_CAPS.nesting),
    `nested more than ${RESULTS_CAPS.nesting} levels deep`,
  )
  .transform((value): JsonObject => (isJsonObject(value) ? value : {}));

/** One case with its trials, as it is read. */
export const caseRecordSchema = z.object({
  id: z.string().regex(/^[A-Za-z0-9._/~-]{1,128}$/, 'expected 1 to 128 of the characters A-Z a-z 0-9 . _ / ~ -'),
  name: text.nullable().default(null),
  /** Equal if the agent's input is equal. */
  input_hash: hash,
  /** Equal if the expectations are equal. */
  expect_hash: hash,
  /** Equal if the files that custom checks run are equal; `null` if there are none. */
  grader_hash: hash.nullable().default(null),
  /** Equal if the same judge is asked; absent if no criterion of the case is judged. */
  judge_key: hash.exactOptional(),
  source: z
    .object({ file: text, line: z.int().min(1) })
    .nullable()
    .default(null),
  variant: z
    .object({ of: z.string().max(128), kind: z.string().max(40) })
    .exactOptional()
    .describe('The case that this one is derived from, and how; absent if it is written as it is'),
  tags: z.array(z.string().max(256)).max(RESULTS_CAPS.tags).default([]),
  never_fail: z.boolean().default(false),
  /** 0 means tool recall is undefined. */
  expected_tool_calls: z.int().min(0).optional(),
  /** Trials of the plan; those with a larger index were run to confirm a failure and enter no other test. */
  planned_trials: z.int().min(1).max(RESULTS_CAPS.trials).optional(),
  /** The case sets its own number of trials, so no look extends it. */
  fixed_trials: z.boolean().default(false),
  metadata: free.default({}),
  /** `problem`: a sentence part; `null`: hashes and trials are those of the change. `grader_hash`: main's own. */
  regrading: z
    .object({ problem: text.nullable(), grader_hash: hash.nullable() })
    .exactOptional()
    .describe('Of a copy of a run of main: its trials were graded again, or why they could not be'),
  trials: z.array(trialSchema).max(RESULTS_CAPS.trials),
});

const share = z.number().min(0).max(1).nullable();
const passKSchema = z.object({ k: z.int().min(1), pass_hat_k: share, pass_at_k: share, cases: z.int().min(0) });

const figure = z.number().nullable();
const tally = z.object({ passed: z.int().min(0), of: z.int().min(0) }).nullable();
/** The figures of a run as stored: those that the version knew which wrote them. */
const figuresSchema = z
  .object({
    ...keyed<Readonly<Record<FigureName, z.ZodType<number | null>>>>(FIGURE_NAMES, (name) =>
      figure.describe(`Mean over cases: ${FIGURES[name].definition}`),
    ),
    cases_passed: tally.describe('Cases whose judged trials all pass, among those with one'),
    retrieval_at: z.record(z.string(), z.number()).nullable().describe('Retrieval accuracy by k'),
    turns_passed: tally.describe('Turns with checks of their own that hold in every judged trial'),
    parts_passed: tally.describe('Those turns, conversations with checks of their own, and all other cases'),
    total_tokens: figure.describe('Sum over cases of the mean per trial'),
    input_tokens: figure.describe('Sum over cases of the mean per trial'),
    output_tokens: figure.describe('Sum over cases of the mean per trial'),
    cost_usd: figure.describe('Sum over cases of the mean per trial'),
    list_cost_usd: figure.describe('The same at list prices'),
    cached_share: figure.describe('Share of the input tokens that came from a cache'),
    usage_estimated: z.boolean(),
    latency_p95: figure.describe('Milliseconds, over all trials'),
  })
  .partial();

const shardSchema = z
  .object({
    index: z.int().min(1).max(MOST_SHARDS),
    of: z.int().min(1).max(MOST_SHARDS),
    /**
     * Why it could not run its cases, without which no verdict is possible. `null` if it ran them. `blocks` is false if it may be merged, as nobody
     * wanted it evaluated, or could.
     */
    stopped: z
      .object({ verdict: z.enum(['inconclusive', 'error']), message: text, blocks: z.boolean().default(true) })
      .nullable()
      .default(null),
  })
  .refine(({ index, of }) => index <= of, 'expected an index of at most the number of shards');

/** Who left out cases: the workflow, in every run, or somebody who started the run by hand. */
const selectedBySchema = z.enum(['workflow', 'hand']);

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'expected a day');
const acceptSchema = z.union([
  z.object({ case: text, reason: text, until: day }),
  z.object({
    metric: text,
    tag: text.nullable().default(null),
    up_to: z.number().positive(),
    reason: text,
    until: day,
  }),
]);

/** A run of the main branch, by GitHub’s ids. */
export const runSchema = z.object({ run_id: text.nullable().default(null), sha: text.nullable().default(null) });

/** A period of the main branch in which nothing measurable changed. */
export const epochSchema = z.object({
  id: hash,
  /** Commit of its first run. */
  since: text.nullable().default(null),
  /** Why it began, a sentence; `null` for the first. */
  reason: text.nullable().default(null),
  /** Cases that changed within it, by id, with the run since which their trials count: its commit if that is unique. */
  cases: z.record(z.string().max(128), text).default({}),
});

/** What a run of a change is asked. */
export const questionSchema = z.object({
  /** Hash of content, base commit, target branch, policy, config and version. */
  ground: hash,
  /** Hash of the inputs, the selection among them. */
  inputs: hash,
});

/** The verdict of a run of a change. */
export const verdictSchema = z.object({
  run_id: text.nullable().default(null),
  attempt: z.int().min(1).default(1),
  /** Of the commit as people know it: the head of a pull request. */
  sha: text.nullable().default(null),
  verdict: z.enum(['pass', 'fail', 'inconclusive', 'error']),
  /** Code of its first reason. */
  reason: z.string().max(256).default(''),
  /** What it answers; absent: unknown, so it is no answer to anything else. */
  question: questionSchema.exactOptional(),
  selected: selectedBySchema.exactOptional(),
  /** Of an undecided one; absent: unknown. False: it may be merged, as no change could help it. */
  blocks: z.boolean().exactOptional(),
});

/** Numbers of trials, ascending. */
const stages = z
  .array(z.int().min(1).max(RESULTS_CAPS.trials))
  .min(1)
  .max(RESULTS_CAPS.looks)
  .refine(isAscending, 'expected ascending numbers of trials');

/**
 * results.json as it is read: keys that a comparison needs are required, the rest is optional with neutral defaults ('' for a
 * text and 0 for a version that the file does not give), unknown keys are ignored, everything is typed and limited.
 */
export const resultsSchema = z.object({
  schema_version: z.literal(1),
  hash_version: z.int().min(0).default(1),
  metrics_version: z.int().min(0).default(1),
  /** `action`: as the workflow names it, `owner/name@ref`; absent where no released action ran. */
  tool: z
    .object({ name: text.default(''), version: text.default(''), action: text.exactOptional() })
    .default({ name: '', version: '' }),
  created_at: text.default(''),
  finished_at: text.nullable().default(null),
  repository: z
    .object({ id: text, full_name: text.nullable().default(null) })
    .nullable()
    .default(null),
  commit: z.object({
    sha: text.nullable(),
    /** Its git tree: commits with the same one are the same to a run. Absent where nobody knows. */
    content: hash.exactOptional(),
    ref: text.nullable().default(null),
    head_sha: text.nullable().default(null),
    base_sha: text.nullable().default(null),
    /** The branch that it goes onto; absent where nobody knows. */
    base_ref: text.exactOptional(),
    pull_request: z.int().min(0).nullable().default(null),
  }),
  run: z
    .object({
      id: text.nullable().default(null),
      attempt: z.int().min(1).default(1),
      event: text.nullable().default(null),
      workflow: text.nullable().default(null),
      key: text.nullable().default(null),
      side: z.enum(['candidate', 'baseline', 'confirm']).default('candidate'),
      /** Absent for a run of the whole suite. */
      shard: shardSchema.exactOptional(),
      /** Inputs that decided how it was run and judged besides the config; `null`: the default. Absent if unknown. */
      inputs: free.exactOptional(),
      /** Absent: no input leaves out cases. */
      selected: selectedBySchema.exactOptional(),
    })
    .prefault({}),
  config: z.object({ path: text.default(''), hash: text.default('') }).prefault({}),
  policy: z
    .object({ sha: text.nullable().default(null), hash: text.default(''), effective: free.nullable().default(null) })
    .prefault({}),
  agent: z.object({
    kind: z.string().min(1).max(256),
    /** Hash of the conditions. */
    key: hash,
    /** The conditions themselves, so that a difference can be named. */
    conditions: free.default({}),
    treatment_hash: text.default(''),
    /** Those of a runner of tests with the hashes of its files, by path. */
    treatment: free.and(z.object({ tests: files, imports: files, manifests: files })).default({}),
    /** Files whose hashes are in the treatment, as the config names them; absent if it names none. */
    files: z.object({ prompt: text.exactOptional(), tools: text.exactOptional() }).exactOptional(),
    mcp_tools: z
      .record(text, z.record(text, z.record(text, text)))
      .refine(
        (servers) =>
          Object.values(servers).reduce((sum, tools) => sum + Object.keys(tools).length, 0) <= RESULTS_CAPS.mcp_tools,
        {
          error: `expected at most ${RESULTS_CAPS.mcp_tools} tools`,
        },
      )
      .exactOptional()
      .describe('Hashes of what the tools of MCP servers show a model, by server, tool and part'),
    /** What requests showed its models; absent: nobody saw them all. */
    shown: shownSchema.exactOptional(),
    /** As served, sorted, each once; empty if unknown. */
    models: z.array(z.string().max(512)).max(RESULTS_CAPS.models).default([]),
  }),
  judge: z
    .object({
      identity: hash,
      model: z.string().max(512),
      votes: z.int().min(1).max(100),
      models: z.array(z.string().max(512)).max(RESULTS_CAPS.models).default([]),
    })
    .exactOptional()
    .describe('The judge of the run; absent if no criterion was to be judged'),
  /** Trials per case after which the run may end, ascending. */
  looks: stages,
  again: stages
    .exactOptional()
    .describe(
      "Fresh trials per case and side, stage by stage, for what looks worse; absent: main's stored trials decide alone",
    ),
  turns: z
    .array(z.int().min(1).max(RESULTS_CAPS.trials))
    .max(RESULTS_CAPS.trials)
    .refine(isAscending, 'expected ascending numbers of rounds')
    .exactOptional()
    .describe(
      'The last round of each block of fresh trials, which a side ran before the other went on; absent: they did not run in turn',
    ),
  doubts: z
    .array(sideDoubtSchema)
    .max(MOST_DOUBTS)
    .exactOptional()
    .describe("How the change could have influenced main's fresh trials; absent: it could not"),
  stop: z
    .object({ look: z.int().min(0), reason: z.enum(['decided', 'cap', 'budget', 'cancelled']) })
    .nullable()
    .default(null),
  /** What its provider left unanswered, or answered late; absent: nothing was seen. */
  incident: incidentSchema.exactOptional(),
  called: z
    .array(calledModelSchema)
    .max(MOST_CALLED)
    .exactOptional()
    .describe("Models that it called at their vendors' own addresses; absent: none was seen"),
  /** False if trials are missing because the run was cut short. */
  complete: z.boolean(),
  /** A later run of the same content added its trials to those of the first: only the last look is tested. */
  appended: z.boolean().default(false),
  /** Runs of main that it was compared with, nearest first. */
  baseline_runs: z.array(runSchema).max(RESULTS_CAPS.runs).default([]),
  /** `null` if it is no run of main. */
  epoch: epochSchema.nullable().default(null),
  explained: z
    .array(explainedSchema)
    .max(RESULTS_CAPS.runs)
    .exactOptional()
    .describe('Which lines of the change broke which case; absent: not searched'),
  /** The verdicts of runs of the same content, this one last; absent where none gives a verdict. */
  verdicts: z.array(verdictSchema).max(RESULTS_CAPS.runs).exactOptional(),
  /** The regressions that its commit accepts; absent: it has no file of accepts. */
  accepts: z
    .object({
      path: text,
      owners: z.array(text).max(RESULTS_CAPS.owners).nullable().default(null),
      entries: z.array(acceptSchema).max(RESULTS_CAPS.accepts),
    })
    .exactOptional(),
  unaffected: z
    .object({ since: text, cases: z.array(z.string().max(128)).max(RESULTS_CAPS.cases) })
    .exactOptional()
    .describe('Cases that were not run, because nothing that they cover has changed since the run of main at a commit'),
  pass_k: z
    .array(passKSchema)
    .max(RESULTS_CAPS.looks)
    .exactOptional()
    .describe(
      'pass^k and pass@k by k, over the cases with at least k judged trials; computed when the file is written, not read back',
    ),
  figures: z
    .object({ suite: figuresSchema, tags: z.record(text, figuresSchema) })
    .exactOptional()
    .describe('Figures over all cases, and over those of each tag; computed when the file is written, not read back'),
  cases: z.array(caseRecordSchema).max(RESULTS_CAPS.cases),
});

function isAscending(numbers: readonly number[]): boolean {
  return numbers.every((number, i) => i === 0 || number > (numbers[i - 1] ?? 0));
}
