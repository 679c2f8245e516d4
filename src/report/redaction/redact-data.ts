import type { Json } from '#common/json.ts';
import type { Comparison } from '#gate/baseline/comparison/comparison.ts';
import type { CaseRecord, ResultsFile } from '#gate/baseline/results/results-file.ts';
import { type CheckFact, checkFactSchema } from '#trials/facts/check-fact.ts';
import { checkWords } from '#trials/facts/check-words.ts';
import type { Trajectory } from '#trials/trial/trajectory.ts';
import type { TrialRecord } from '#trials/trial/trial-record.ts';
import type { Report } from '../report.ts';
import { redactJson, redactObject } from './redact-json.ts';

type Redact = (text: string) => string;

/** Fields by `key` or `parent.key`; `.key` is one of the whole. Every text of a field that none of them names is cleaned. */
interface Fields {
  /** Words that this program chooses: nobody else writes there. */
  readonly words: ReadonlySet<string>;
  /** Kept with everything below. */
  readonly kept: ReadonlySet<string>;
  /** Free-form data, whose keys are cleaned too. */
  readonly free: ReadonlySet<string>;
}

/** Facts. What an agent returns is free, and what a policy says on either side. */
const FACTS: Fields = {
  words: named('code gate kind metric mode outcome source state'),
  kept: new Set(),
  free: named(`
    returns base head condition_differences.before condition_differences.after treatment_changes.before
    treatment_changes.after
  `),
};

/** Ids, tags, hashes and the words of a policy stay: verdicts are derived again by them, later runs are compared by them, and they come from the repository, which the agent can't write to. */
const RESULTS: Fields = {
  words: named(`
    kind verdict id case until criterion event workflow key side selected class metric outcome audited.judge
    created_at finished_at started_at trials.source trajectory trajectory_state entries.tag checks.name calls.args
    config.hash policy.sha policy.hash treatment_hash expect_hash input_hash grader_hash judge_key
    output_hash tools_hash sequence_hash response_ids_hash first_request_hash epoch.since
    never_fail effective.method min_mode on_inconclusive self_check behaviour uncalibrated judge.of
  `),
  kept: named(`
    repository commit tool .judge .called stop verdicts baseline_runs unaffected explained mcp_tools variant
    usage user_usage judge_usage models tags epoch.cases doubts.cases shown.tools shown.sometimes
  `),
  free: named('conditions treatment metadata inputs settings'),
};

const TRAJECTORY: Fields = {
  words: named('status server kind change key fault calls_unknown response_ids_hash'),
  kept: named('usage globs request'),
  free: named('arguments result metadata turns.state'),
};

const REPORT: Fields = {
  words: named(
    `
    .verdict .when_open .main .html_url cases.group calls.status baseline.sha baseline.url
    run.sha run.head_sha run.repository_url run.diff_url run.run_url
    history.sha history.date history.event history.run_id history.run_url history.epoch history.began history.verdict
  `,
    FACTS.words,
  ),
  kept: named('.numbers .audit .ending .metrics tags.failed_rules history.anew history.drift'),
  free: named('.policy', FACTS.free),
};

const COMPARISON: Fields = {
  words: named('id status baseline_id', FACTS.words),
  kept: named('.pool .unaffected cases.candidate cases.baseline cases.runs'),
  free: FACTS.free,
};

/** The same, with the ids and tags that the results keep: what is derived from those has them. */
const DECIDED: Fields = {
  ...FACTS,
  words: named('id case cases tag until verdict would_be removed emptied', FACTS.words),
};

/** Removes secrets from every text of facts, whose shape stays as it is. */
export function redactTexts<Value>(value: Value, redact: Redact): Value {
  return cleaned(value, redact, FACTS);
}

/** Removes secrets from facts that a verdict is derived from again. */
export function redactDecided<Value>(value: Value, redact: Redact): Value {
  return cleaned(value, redact, DECIDED);
}

/** Removes secrets from every free text of a results file. */
export function redactResults(results: ResultsFile, redact: Redact): ResultsFile {
  return cleaned(results, redact, RESULTS);
}

/** Removes secrets from every free text of a stored trial. */
export function redactTrial(trial: TrialRecord, redact: Redact): TrialRecord {
  return cleaned(trial, redact, RESULTS, 'trials');
}

/** Removes secrets from everything that was said, called, returned and logged in a trial. */
export function redactTrajectory(trajectory: Trajectory, redact: Redact): Trajectory {
  return cleaned(trajectory, redact, TRAJECTORY);
}

/**
 * Removes secrets from every text of a report before it is rendered: so comment, summary, annotations, JUnit and terminal have
 * none, however each of them escapes and truncates, and a secret that looks like markup can't damage theirs.
 */
export function redactReport(report: Report, redact: Redact): Report {
  return cleaned(report, redact, REPORT);
}

/**
 * Removes secrets from every sentence of a comparison, as the machine-readable form of a decision prints them; the compared
 * records stay.
 */
export function redactComparison(comparison: Comparison, redact: Redact): Comparison {
  return cleaned(comparison, redact, COMPARISON);
}

/** The same for the compared records: what checks, crashes and errors of the trials say on either side. */
export function redactRecords(comparison: Comparison, redact: Redact): Comparison {
  const ofCase = (item: CaseRecord | null) => cleaned(item, redact, RESULTS, 'cases');
  return {
    ...comparison,
    cases: comparison.cases.map(({ candidate, baseline, runs, ...item }) => ({
      ...item,
      candidate: ofCase(candidate),
      baseline: ofCase(baseline),
      runs: cleaned(runs, redact, RESULTS, 'trials'),
    })),
  };
}

function named(fields: string, more: ReadonlySet<string> = new Set()): ReadonlySet<string> {
  return new Set([...(fields.match(/\S+/g) ?? []), ...more]);
}

/**
 * What holds no secret stays the same object: most texts have none, and copies of 100,000 trials are large. Lists that trials
 * have in common are read once, and are common afterwards.
 */
function cleaned<Value>(value: Value, redact: Redact, { words, kept, free }: Fields, name = ''): Value {
  const lists = new Map<unknown, unknown>();
  const clean = (item: unknown, parent: string, key: string): unknown => {
    const isOf = (fields: ReadonlySet<string>) => fields.has(key) || fields.has(`${parent}.${key}`);
    if (typeof item === 'string') return isOf(words) ? item : redact(item);
    if (isOf(free)) return redactJson(item as Json, redact);
    if (typeof item !== 'object' || item === null || isOf(kept)) return item;
    if (key === 'fact' && CHECKED.has(parent)) return redactFact(item as CheckFact, redact);
    const before = lists.get(item);
    if (before !== undefined) return before;
    const isList = Array.isArray(item);
    let after = item as Record<string, unknown>;
    for (const inner in after) {
      const field = after[inner];
      const each = isList ? clean(field, parent, key) : clean(field, key, inner);
      if (each === field) continue;
      if (after === item) after = (isList ? [...item] : { ...item }) as typeof after;
      after[inner] = each;
    }
    if (isList) lists.set(item, after);
    return after;
  };
  return clean(value, '', name) as Value;
}

/** Lists whose facts are those of checks. */
const CHECKED = named('checks failures');

/** Removes secrets from every text of what a check found; a fact without any stays the same object. */
function redactFact(fact: CheckFact, redact: (text: string) => string): CheckFact {
  const { kind, code } = fact;
  let isChanged = false;
  const clean = redactObject({ ...fact }, (text) => {
    const after = redact(text);
    isChanged ||= after !== text;
    return after;
  });
  if (!isChanged) return fact;
  const read = checkFactSchema().safeParse({ ...clean, kind, code });
  return read.success ? read.data : { kind: 'said', code, text: redact(checkWords(fact)) };
}
