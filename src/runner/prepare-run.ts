import { plural, shortSha } from '#common/words.ts';
import type { LoadedSuite } from '#config/loaded-suite.ts';
import type { BaselineLookup } from '#gate/baseline/results/baseline-lookup.ts';
import { type EarlierRun, type EarlierTrials, earlierTrials } from '#gate/baseline/resume/earlier-trials.ts';
import { keptTrials, mayKeep } from '#gate/baseline/resume/kept-trials.ts';
import { type PastOfContent, pastVerdicts, verdictWords } from '#gate/baseline/resume/past-verdicts.ts';
import { questionOf } from '#gate/baseline/resume/question.ts';
import { regradeBaseline } from '#runner/regrade/regrade-baseline.ts';
import type { RunOrigin } from '#runner/results/collect-results.ts';
import { stopwatch } from '#runner/trials/stopwatch.ts';
import type { EarlierResults, SuiteFiles } from '../ports/ports.ts';
import type { Progress } from '../ports/progress.ts';
import { type BaseSide, readBaseSide } from './base-side/read-base-side.ts';
import {
  changedSince,
  declaresReach,
  type SelectedSuite,
  selectReached,
  unaffectedSince,
} from './base-side/unaffected-cases.ts';
import { looksOf } from './looks-of.ts';
import type { EvaluatePorts, EvaluateRequest } from './request/evaluate-request.ts';

/** What is known before the first trial. */
export interface PreparedRun {
  readonly base: BaseSide;
  /** Main's runs, graded by the change's expectations. */
  readonly baseline: BaselineLookup;
  /** Those that this run itself is compared with. */
  readonly compared: BaselineLookup;
  /** Trials of earlier runs of the same content; `null`: none. */
  readonly earlier: EarlierTrials | null;
  readonly past: PastOfContent;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Notes on it, a sentence each. */
  readonly notes: readonly string[];
}

/**
 * Finds what a run builds on: earlier trials of its content, the base side, main's runs with current grades.
 *
 * @param startedAt milliseconds since 1970
 */
export async function prepareRun(
  request: EvaluateRequest,
  ports: EvaluatePorts,
  startedAt: number,
): Promise<PreparedRun> {
  const { side } = request.facts.run;
  const isPart = isPartOfRun(request);
  const suite = withinStored(request.suite, ports.agent.available_trials);
  const earlier = await takeOverEarlier(suite, request, ports);
  const find = earlier.trials === null && ports.agent.available_trials === null ? earlier.last : undefined;
  const before = find === undefined ? null : await branchRun(suite, request, find, ports.files);
  const pinned = await ports.baselines.find((earlier.trials ?? before?.run.results)?.baseline_runs);
  const last = pinned.kind === 'none' ? null : before;
  const lookup = last === before ? pinned : await ports.baselines.find();
  const selected: SelectedSuite =
    side === 'baseline' || request.run_all === true
      ? { suite, note: null }
      : await selectReached(suite, request.policy, lookup, ports.files);
  if (selected.note !== null) ports.progress.note(selected.note);
  const base = await readBaseSide(selected.suite, request.policy, lookup, isPart);
  const baseline = await regraded(base, request, { ...ports, today: new Date(startedAt).toISOString() });
  announce(baseline, side, ports);
  const replayed = replayNotes(request);
  for (const note of replayed) ports.progress.warn(note);
  const compared = isPart ? comparedByMerge(baseline) : baseline;
  const looks = () => looksOf(request, { base, baseline, earlier: null }, ports);
  const lastTrials = last && keptTrials(last.run, last.unreached, base.suite, looks());
  const words = lastTrials === null ? [] : keptWords(lastTrials);
  for (const note of words) ports.progress.note(note);
  return {
    base,
    baseline,
    compared,
    earlier: earlier.trials ?? lastTrials,
    past: { verdicts: earlier.verdicts, question: questionOf(request.suite, request.facts) },
    startedAt,
    notes: [...(selected.note === null ? [] : [selected.note]), ...words, ...replayed, ...earlier.notes],
  };
}

function keptWords({ last_run }: EarlierTrials): readonly string[] {
  if (last_run === undefined) return [];
  const { cases, sha } = last_run;
  return [
    `${plural(cases, 'case')} kept from ${shortSha(sha ?? '')}: nothing that ${cases === 1 ? 'it covers' : 'they cover'} has changed since that run of this pull request, so its trials count.`,
  ];
}

/**
 * Grades main's trials by the change's expectations, in at most a quarter of the available time; skipped if nothing is compared
 * or no trial can run.
 */
async function regraded(
  { stored, suite }: BaseSide,
  request: EvaluateRequest,
  { today, ...ports }: EvaluatePorts & { readonly today: string },
): Promise<BaselineLookup> {
  const { facts, secrets, withheld } = request;
  if (facts.run.side === 'baseline' || isPartOfRun(request) || secrets.missing.length > 0 || withheld !== undefined)
    return stored;
  const time = stopwatch(ports.budget.timeLeft() / 4, ports);
  const prepare = () => ports.agent.prepare(time.signal);
  return regradeBaseline(stored, suite, today, { ...ports, prepare, signal: time.signal }).finally(() => time.stop());
}

/** A shard that does not know the others' results. */
function isPartOfRun({ confirm, facts: { run } }: Pick<EvaluateRequest, 'confirm' | 'facts'>): boolean {
  return run.shard !== undefined && confirm !== 'job';
}

/** For a shard the baseline only says what it may cost and how often main runs its cases; the merge compares. */
function comparedByMerge({ notes }: BaselineLookup): BaselineLookup {
  return { kind: 'none', reason: 'shards are compared together, by the job that merges them', notes };
}

/** Says that no model was called, and which variables were missing. */
function replayNotes({ secrets: { replayed: names } }: EvaluateRequest): readonly string[] {
  if (names.length === 0) return [];
  return [`${names.join(', ')} is empty or missing: stored answers were replayed, and no model was called`];
}

/** Limits a case's own number of trials to those that an agent with stored trials has. */
function withinStored(suite: LoadedSuite, available: number | null): LoadedSuite {
  if (available === null) return suite;
  const most = Math.max(1, available);
  const cases = suite.cases.map((evalCase) =>
    evalCase.trials === null ? evalCase : { ...evalCase, trials: Math.min(evalCase.trials, most) },
  );
  return { ...suite, cases };
}

function announce(baseline: BaselineLookup, side: RunOrigin['run']['side'], { progress }: EvaluatePorts): void {
  // The report names them too; as warnings they would use up the annotations of the cases.
  for (const note of baseline.notes) progress.note(note);
  if (side !== 'baseline')
    progress.note(baseline.kind === 'found' ? `Baseline: ${baseline.choice}` : `No baseline: ${baseline.reason}`);
}

/** Looks for earlier runs of the same content and reuses their trials; prints what it found. */
async function takeOverEarlier(
  suite: LoadedSuite,
  { facts }: EvaluateRequest,
  { earlier, progress }: { readonly earlier: EarlierResults | null; readonly progress: Progress },
): Promise<
  Pick<PastOfContent, 'verdicts'> & { readonly trials: EarlierTrials | null } & Omit<
      Awaited<ReturnType<EarlierResults['find']>>,
      'runs'
    >
> {
  if (earlier === null) return { trials: null, verdicts: [], notes: [] };
  const lookup = await earlier.find();
  const { trials, problems } = earlierTrials(lookup.runs, suite, facts);
  const verdicts = facts.run.side === 'baseline' ? [] : pastVerdicts(lookup.runs.map(({ results }) => results));
  const notes = [...lookup.notes, ...problems, ...(trials === null ? [] : [takenOver(trials, verdicts)])];
  for (const note of notes) progress.note(note);
  return { trials, verdicts, notes, ...(lookup.last && { last: lookup.last }) };
}

function takenOver({ trials, united }: EarlierTrials, verdicts: PastOfContent['verdicts']): string {
  const count = [...trials.values()].reduce((sum, known) => sum + known.length, 0);
  const apart = united ? ', from several runs that did not know of one another' : '';
  const before = verdicts.length === 0 ? '' : `; earlier on the same content: ${verdictWords(verdicts)}`;
  return `The same content was evaluated before: those ${count} trials count too${apart}${before}`;
}

/** The last run of a pull request's branch, and the cases that nothing since then can reach. */
interface BranchRun {
  readonly run: EarlierRun;
  readonly unreached: ReadonlySet<string>;
}

/**
 * What the branch's last finished run says about this one, by the rules by which main's does. Code that uploads results may be anywhere below
 * `.github`, so a change there keeps nothing. `null`: every case that the change reaches runs.
 */
async function branchRun(
  suite: LoadedSuite,
  { policy, facts, run_all, confirm }: Pick<EvaluateRequest, 'policy' | 'facts' | 'run_all' | 'confirm'>,
  find: () => Promise<EarlierRun | null>,
  files: Pick<SuiteFiles, 'read' | 'locate'>,
): Promise<BranchRun | null> {
  const isAlone = facts.run.side === 'candidate' && facts.run.shard === undefined && confirm !== 'job';
  if (policy?.origin.kind !== 'base' || !isAlone || run_all === true || suite.config.agent.kind === 'suite')
    return null;
  const known = { ...policy, origin: policy.origin };
  if (!declaresReach(suite, known)) return null;
  const run = await find();
  const sha = run?.results.commit.sha ?? null;
  if (run === null || sha === null || !mayKeep(run, suite, facts)) return null;
  const changed = await changedSince(sha, known);
  if ('problem' in changed || changed.files.some((file) => file.startsWith('.github/'))) return null;
  const { unaffected } = await unaffectedSince(suite, known, { results: run.results, sha }, files);
  return unaffected && { run, unreached: new Set(unaffected.cases.map(({ id }) => id)) };
}
