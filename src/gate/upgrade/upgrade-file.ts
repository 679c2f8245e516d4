import * as z from 'zod';
import type { DeepReadonly } from '#common/deep-readonly.ts';
import { workspacePathProblem } from '#common/document/workspace-path.ts';

/** Letters, digits and what separates them in ids of models: nothing that means something in a config, a branch or a shell. */
export const MODEL_ID = /^[\w@][\w./:@-]{0,199}$/;
/** YAML, and no workflow. */
const A_CONFIG = /^(?!\.github\/).*\.ya?ml$/;

const count = z.int().min(0).max(1_000_000_000);
const share = z.number().min(0).max(1);
const amount = z.number().min(0).max(1e15).nullable();
const model = z.string().regex(MODEL_ID, 'is no id of a model');
const caseId = z.string().regex(/^(?!__proto__$)[A-Za-z0-9._/~-]{1,128}$/);
const passes = z
  .object({ passed: count, scored: count })
  .refine(({ passed, scored }) => passed <= scored, 'more passes than trials');

/** A case that a candidate passes less often, in the rounds of both. */
const fallSchema = z.object({
  id: caseId,
  today: passes,
  candidate: passes,
  /** The gate's exact test over all cases shows that it is worse. */
  proven: z.boolean(),
});

/** One agent or model over the compared cases; `null`: nothing is known. Rates 0–1, times milliseconds, costs US dollars. */
const figuresSchema = z.object({
  /** As served; empty if unknown. */
  models: z.array(z.string().max(512)).max(1_000),
  /** Judged trials of the compared cases. */
  scored: count,
  passed: count,
  /** Mean over cases with equal weight, as everywhere. */
  pass_rate: share.nullable(),
  /** Of the pass rate; `null` too if stored answers were replayed, which are no sample of anything. */
  ci95: z.object({ low: z.number(), high: z.number() }).nullable(),
  tool_recall: share.nullable(),
  /** Means over cases of the mean per trial. */
  tokens: amount,
  cost_usd: amount,
  /** What all judged trials cost, divided by those that passed; `null` if none did, or a cost is unknown. */
  cost_per_pass_usd: amount,
  latency_p95: amount,
});

const modelSchema = z.object({
  model,
  figures: figuresSchema,
  /** No other model passes as much for less, or more for as little; `null`: that is not known. */
  frontier: z.boolean().nullable(),
});

/**
 * What is known of a candidate. `shown`: it is not worse by more than the margin, and no single case is proven worse. `worse-cases`: single cases are.
 * `dropped`: early, since it would hardly have been shown. `open`: there is not enough evidence. `failed`: it could not run. `same-model`: the answers came
 * from the models of today.
 */
const standingSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('shown') }),
  z.object({ kind: z.literal('worse-cases') }),
  z.object({ kind: z.literal('dropped') }),
  /**
   * `trials`: all planned ones ran; `missing`: a case has too few judged ones; `unseen`: nobody saw which model answered; `cap`,
   * `cancelled`: the run ended early.
   */
  z.object({ kind: z.literal('open'), because: z.enum(['trials', 'missing', 'unseen', 'cap', 'cancelled']) }),
  z.object({ kind: z.literal('failed'), message: z.string().max(10_000) }),
  z.object({ kind: z.literal('same-model') }),
]);

/** upgrade.json: whether models may take the place of today's. Every text in it is untrusted. */
export const upgradeFileSchema = z.object({
  schema_version: z.literal(1),
  /** Tested commit; `null` outside a repository. */
  sha: z.hex().max(64).nullable(),
  /** When the trials began, ISO 8601. */
  date: z.iso.datetime({ offset: true }),
  /** Its name in the config; `null`: the config has a single agent, without one. */
  agent: z.string().max(512).nullable(),
  /** The config, from the repository's root. */
  file: z
    .string()
    .max(4_096)
    .refine((path) => A_CONFIG.test(path) && workspacePathProblem(path) === null, 'is no file that a config can be'),
  /** Where the id of today's model stands there, with the line from 1: several if it is written more than once. */
  places: z
    .array(z.object({ path: z.array(z.union([z.string().max(4_096), count])).max(64), line: count }))
    .min(1)
    .max(100),
  /** Only chosen cases ran, which show nothing of the others. */
  part: z.boolean(),
  /** Most that a candidate may pass less on the mean over cases, and the chance of showing one that is worse by that, over all candidates. */
  margin: share.gt(0).lt(1),
  error: share.gt(0).lt(1),
  cases: count,
  today: modelSchema,
  /** In the order in which they were named. */
  candidates: z
    .array(
      modelSchema.extend({
        standing: standingSchema,
        /** Rounds over all cases that decided. */
        rounds: count,
        /** The furthest first. */
        falls: z.array(fallSchema).max(20_000),
      }),
    )
    .min(1)
    .max(100),
  /** Trials of all models and US dollars as they were said before the first trial, and as they became. */
  said: z.object({
    /** If the candidates are equal: on the mean, from the surest cases to the least sure where today's pass rates are unknown. */
    low: count,
    high: count,
    most: count,
    cost_usd: amount,
  }),
  spent: z.object({ trials: count, cost_usd: amount }),
  /** What a reader has to know, a sentence each. */
  notes: z.array(z.string().max(10_000)).max(1_000),
});

/** upgrade.json, validated. */
export type UpgradeFile = DeepReadonly<z.infer<typeof upgradeFileSchema>>;
/** A model that may take the place of today's. */
export type Candidate = UpgradeFile['candidates'][number];
/** What tables show of an agent or a model. */
export type ModelFigures = Candidate['figures'];
