import { isLean } from '#gate/baseline/results/lean-results.ts';
import { LARGEST_RESULTS_FILE } from '#gate/baseline/results/parse-results.ts';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import { resultsText } from '#gate/baseline/results/results-text.ts';
import { runDuration } from '#gate/baseline/results/run-duration.ts';
import { type PastOfContent, pastVerdicts, verdictWords } from '#gate/baseline/resume/past-verdicts.ts';
import { questionOf } from '#gate/baseline/resume/question.ts';
import { LEFT_NO_RESULTS, lostAttempts } from '#gate/baseline/shards/lost-attempts.ts';
import { concludeWith } from '#gate/decision/rules/conclude.ts';
import { type Circumstance, finding } from '#gate/decision/terms/finding.ts';
import { NOTHING_SAID } from '#gate/decision/terms/surroundings.ts';
import { leftOutNotes } from '#report/left-out-notes.ts';
import { tryAgainMerged } from '#runner/again/try-again-merged.ts';
import { regradeBaseline } from '#runner/regrade/regrade-baseline.ts';
import { readBaseSide } from './base-side/read-base-side.ts';
import { isAllUnaffected, selectReached } from './base-side/unaffected-cases.ts';
import { circumstancesOf } from './concluding/circumstances-of.ts';
import { decideRun } from './concluding/decide-run.ts';
import { evaluationOf } from './concluding/evaluation-of.ts';
import { keepHistory } from './concluding/keep-history.ts';
import { storedEvidence } from './concluding/stored-evidence.ts';
import { withOwnVerdict, withStanding } from './concluding/what-stands.ts';
import type { MergedRun, MergePorts, MergeRequest } from './merging/merge-request.ts';
import { stoppedMerge } from './merging/merge-stop.ts';
import type { FoundShards } from './merging/stored-shards.ts';
import { NOTHING_RAN, uniteShards } from './merging/unite-shards.ts';

/** Shards → one run → baseline → comparison → verdict → report. The caller reads and publishes. */
export async function mergeRun(request: MergeRequest, ports: MergePorts): Promise<MergedRun> {
  const { facts, names, serves_as_baseline = NOTHING_SAID.serves_as_baseline } = request;
  const startedAt = ports.clock.now();
  const collection = await ports.shards.find();
  const past = await pastOf(request, ports);
  const pinned = pinnedBy(collection);
  const lookup = await ports.baselines.find(pinned);
  const selected =
    facts.run.side === 'baseline' || request.run_all === true
      ? { suite: request.suite, note: null }
      : await selectReached(request.suite, request.policy, lookup, ports.files);
  const base = await readBaseSide(selected.suite, request.policy, lookup);
  const { suite, stored } = base;
  const isMain = facts.run.side === 'baseline';
  const today = new Date(startedAt).toISOString();
  const baseline = isMain ? stored : await regradeBaseline(stored, suite, today, { ...ports, ...NO_PROGRAMS });
  ports.relieve();
  const united = uniteShards({ ...request, suite }, collection, baseline, {
    startedAt,
    tries_again: ports.sides !== null,
  });
  const { stop } = united;
  const { gate } = suite.config;
  const before = isMain && stop === null ? baseline : null;
  const history = keepHistory(united.results, before, { policy: gate, run_url: names.run_url });
  const { results, warnings } = history;
  for (const warning of warnings) ports.progress.warn(warning);

  const rules = {
    gate,
    base,
    run: facts.run,
    context: { serves_as_baseline, ...(names.main !== undefined && { main: names.main }) },
  };
  const sha = stored.kind === 'found' ? stored.target_sha : null;
  const again = ports.sides && tryAgainMerged(sha, suite, ports.sides, ports);
  const judged = await decideRun(results, baseline, rules, again);
  ports.relieve();
  const ended = {
    request: { ...NO_AGENT, ...request },
    execution: NOTHING_RAN,
    nothing_to_run: isAllUnaffected(base),
    changed_graders: [],
    baseline,
  };
  const concluding = concludeWith(judged.decision, stop === null ? circumstancesOf(ended) : [stoppedMerge(stop)]);
  const concluded = withStanding(concluding, facts, past);
  const finalResults = withOwnVerdict(judged.results, concluded, past);
  const text = stop === null ? resultsText(finalResults, ports.relieve) : null;
  ports.relieve();
  const tooLarge = text !== null && text.bytes > LARGEST_RESULTS_FILE;
  const decision = concludeWith(concluded, tooLarge ? [TOO_LARGE] : []);
  const evidence = isMain ? NOTHING_RAN.evidence : await storedEvidence(results, ports.trajectories(), request.redact);
  const evaluation = await evaluationOf({
    request: { ...request, ...NO_AGENT },
    base,
    judged: { ...judged, results: withOwnVerdict(judged.results, decision, past), decision },
    baseline,
    execution: { ...NOTHING_RAN, evidence },
    // From the first shard's start to the last one's end.
    duration_ms: runDuration(results) ?? ports.clock.now() - startedAt,
    history: history.rows?.(decision.verdict) ?? null,
    notes: [
      ...(selected.note === null ? [] : [selected.note]),
      ...warnings,
      ...past.notes,
      ...mergeNotes(collection, results),
      ...judged.notes,
      ...leanNotes(results, text),
    ],
  });
  return { evaluation, results_parts: tooLarge ? null : (text?.parts ?? null) };
}

/** The verdicts of earlier runs of the same content. The shards have added their own trials to those runs. */
async function pastOf(
  { suite, facts }: MergeRequest,
  { earlier, progress }: MergePorts,
): Promise<PastOfContent & { readonly notes: readonly string[] }> {
  const question = questionOf(suite, facts);
  if (earlier === null || facts.run.side === 'baseline') return { verdicts: [], question, notes: [] };
  const { runs } = await earlier.find();
  const verdicts = pastVerdicts(runs.map(({ results }) => results));
  const notes = verdicts.length === 0 ? [] : [`Earlier on the same content: ${verdictWords(verdicts)}`];
  for (const note of notes) progress.note(note);
  return { verdicts, question, notes };
}

/**
 * Shards that reused trials of an earlier run of this commit, or left out what the change can't reach since main's run, are
 * compared with the same runs of main.
 */
function pinnedBy({ shards }: FoundShards): ResultsFile['baseline_runs'] {
  const bound = ({ results }: FoundShards['shards'][number]) => results.appended || results.unaffected !== undefined;
  return shards.find(bound)?.results.baseline_runs ?? [];
}

const NO_PROGRAMS = {
  custom: { problem: 'its checks are programs, which the job that merges shards does not run' },
  prepare: async () => {},
};

const NO_AGENT = { secrets: { missing: [], replayed: [], on_missing: null } } as const;

const TOO_LARGE: Circumstance = {
  findings: [
    finding(
      { outcome: 'error', gate: 'suite', code: 'results_lost' },
      { kind: 'too_large', megabytes: LARGEST_RESULTS_FILE >> 20 },
    ),
  ],
  others: 'noted',
};

/** Notes on a merge, a sentence each: about its shards, and about trials that are left out. */
function mergeNotes({ shards }: FoundShards, results: ResultsFile): readonly string[] {
  const { attempt } = results.run;
  const ofShards = shards.flatMap(({ index, results: shard }) => {
    const attempts = lostAttempts(shard);
    return [
      // A run whose failed jobs are repeated does not repeat the others.
      ...(shard.run.attempt < attempt ? [`Shard ${index} is of attempt ${shard.run.attempt} of this run.`] : []),
      ...(attempts === null ? [] : [`${attempts} of shard ${index} ${LEFT_NO_RESULTS}`]),
    ];
  });
  return [
    ...ofShards,
    ...leftOutNotes(results, { exhausted: results.stop.reason === 'budget' ? SHARE_USED_UP : null }),
  ];
}

/** Says that details had to be left out of results.json. */
function leanNotes(results: ResultsFile, text: { readonly lean: boolean } | null): readonly string[] {
  return text?.lean === true || isLean(results) ? [LEAN] : [];
}

const SHARE_USED_UP = "a shard's share of it is used up";

const LEAN =
  'results.json would be too large to be read again: checks that passed, times, seeds and hashes of answers are left out of it; the artifacts of the shards hold them.';
