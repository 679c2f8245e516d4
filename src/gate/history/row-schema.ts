import * as z from 'zod';

/** What the texts of a row may be. */
export const ROW_TEXTS = {
  sha: /^[0-9a-f]{7,64}$/,
  run_id: /^[0-9]{1,20}$/,
  event: /^[a-z_]{1,64}$/,
  run_url: /^https?:\/\/[\w.:-]+(\/[\w.-]+)*$/,
  epoch: /^[\w-]{1,256}$/,
} as const;

const count = z.int().min(0).max(1_000_000_000);
const share = z.number().min(0).max(1);
const name = z.string().max(512);
// Also keeps out `__proto__`, which no object can hold as a key of its own by assignment.
const caseId = z.string().regex(/^(?!__proto__$)[A-Za-z0-9._/~-]{1,128}$/);
/** Passed and judged trials. */
export const passedOfSchema = z.tuple([count, count]).refine(([passed, scored]) => passed <= scored);
const MOST_CASES = 20_000;
/** What cases say that they are about when they fail. */
export const TYPE_NAME = /^(?!__proto__$)(?=.*\S)[^\p{C}]{1,64}$/u;

/** A slow fall over scheduled runs. */
export const driftSchema = z.object({
  /** Mean pass rate of the scheduled runs before the fall, and since. */
  before: share,
  now: share,
  /** Scheduled runs since it began, with this one. */
  nights: count,
  /** Cases that fell, furthest first; passed and judged trials before and since. */
  cases: z.array(z.object({ id: caseId, before: passedOfSchema, now: passedOfSchema })).max(MOST_CASES),
});

/**
 * Why an epoch began. `settings`: other conditions, another declared model or sampling, or a merged change that accepted a metric's change; `better`, `worse`: the pass rate of the
 * suite changed at once; `drift`: it fell slowly, over several scheduled runs.
 */
export const startSchema = z.enum(['settings', 'better', 'worse', 'drift']);

/** What a run without a change said beside the rate that its policy promises. */
export const auditSchema = z.object({
  red: z.boolean(),
  /** False-alarm rate that the policy promised, 0–1. */
  promised: share.gt(0).lt(1),
});

/** Only the date and the counts are required; what an older version did not write is unknown. */
export const rowSchema = z
  .object({
    /** Tested commit; `null` outside a repository. */
    sha: z.string().regex(ROW_TEXTS.sha).nullable().default(null),
    /** When the run began, ISO 8601. */
    date: z.iso.datetime({ offset: true }),
    /** GitHub's id of the run; `null` if it ran elsewhere. A run has one row, of its last attempt. */
    run_id: z.string().regex(ROW_TEXTS.run_id).nullable().default(null),
    attempt: count.default(1),
    /** GitHub's name of what started it: `push`, `schedule` … */
    event: z.string().regex(ROW_TEXTS.event).nullable().default(null),
    run_url: z.string().max(512).regex(ROW_TEXTS.run_url).nullable().default(null),
    /** Models as served, sorted; empty if unknown. */
    models: z.array(name).max(20).default([]),
    /** Model of the judge; `null` without one. */
    judge: name.nullable().default(null),
    /** The stretch of main in which nothing measurable changed. */
    epoch: z.string().regex(ROW_TEXTS.epoch).nullable().default(null),
    /** Why the epoch began with this run; `null` if it did not. */
    began: startSchema.nullable().default(null),
    /** Cases whose input or expectations changed with this run: what earlier rows count for them is of another case. */
    anew: z.array(caseId).max(MOST_CASES).default([]),
    /** Passed and judged trials of each case, by id. */
    cases: z.record(caseId, passedOfSchema).default({}),
    /** The same over the cases of each failure type; one that is written there counts, whatever fails. */
    failure_types: z.record(z.string().regex(TYPE_NAME), passedOfSchema).default({}),
    /** Sums over the cases. */
    passed: count,
    scored: count,
    /** Of agent and simulated users; `null` if unknown. */
    total_tokens: z.number().min(0).nullable().default(null),
    /** US dollars, as `total_tokens`. */
    cost_usd: z.number().min(0).nullable().default(null),
    /** Mean over cases of a trial's latency, milliseconds; `null` if unknown. */
    latency_ms: z.number().min(0).nullable().default(null),
    verdict: z.enum(['pass', 'fail', 'inconclusive', 'error']),
    /** The gate on this run although nothing had changed; `null` if something had, or there was nothing to compare with. */
    audit: auditSchema.nullable().default(null),
    /** What an alarm about drift found in this run; `null` without one. */
    drift: driftSchema.nullable().default(null),
  })
  .refine(({ passed, scored }) => passed <= scored);
