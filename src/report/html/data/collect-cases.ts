import type { Case } from '#cases/suite/case.ts';
import type { ComparedCase } from '#gate/baseline/comparison/comparison.ts';
import { plainWords } from '#report/rows/plain-why.ts';
import { checkWords } from '#trials/facts/check-words.ts';
import type { RequestSegment } from '#trials/trial/model-call-record.ts';
import type { TrialRecord } from '#trials/trial/trial-record.ts';
import { alignTrials, bestMatch } from '../align/align-trials.ts';
import { knowsRequests, type RequestDiff, requestDiff } from '../align/request-diff.ts';
import { type CaseData, isOpinion, type SeenTrajectory, type TrialData, trajectoryOf } from './case-data.ts';
import { expectedMarks } from './expected-marks.ts';
import type { HtmlInput, ShownTrajectory } from './html-input.ts';

/** The trials of every case of the report, in its order, each next to the trial of main that it is best compared with. */
export function collectCases(input: HtmlInput): readonly CaseData[] {
  const { report, comparison, cases, segments } = input;
  const compared = new Map(comparison.cases.map((item) => [item.id, item]));
  const suiteCases = new Map(cases.map((item) => [item.id, item]));
  return report.cases.map(({ id }) => {
    const sides = compared.get(id);
    const evalCase = suiteCases.get(id) ?? null;
    const main = sides === undefined ? [] : mainTrials(sides, evalCase, input.main);
    const here = (sides?.candidate?.trials ?? []).map((record) =>
      besideMain(trialData(record, null, evalCase, input.here), main, segments),
    );
    return { id, here, main, segments: segmentsOf(here, segments) };
  });
}

function mainTrials(
  { runs, baseline }: ComparedCase,
  evalCase: Case | null,
  stored: HtmlInput['main'],
): readonly TrialData[] {
  const known = runs.length > 0 ? runs : baseline === null ? [] : [baseline.trials];
  return known.flatMap((trials, run) =>
    trials.map((record) => trialData(record, run + 1, evalCase, stored[run] ?? new Map())),
  );
}

function trialData(
  record: TrialRecord,
  run: number | null,
  evalCase: Case | null,
  stored: HtmlInput['here'],
): TrialData {
  const { index, outcome, error, failure, cause, usage, latency_ms, steps, checks, trajectory } = record;
  const line = trajectory === null ? undefined : stored.get(trajectory);
  const seen = seenTrajectory(line, trajectory !== null && stored.size > 0);
  const telling = checks.filter(({ passed, name }) => passed !== true || isOpinion(name));
  return {
    trial: index,
    run,
    outcome,
    error,
    failure,
    cause: cause ?? null,
    usage,
    latency_ms,
    steps,
    checks: telling.map(({ id, name, turn, passed, score, fact }) => ({
      ...{ id, turn, passed, score: isOpinion(name) ? score : null },
      words: passed === false && seen.kind === 'whole' ? plainWords(fact) : checkWords(fact),
    })),
    passed_checks: checks.length - telling.length,
    seen,
    expected:
      evalCase === null || line === undefined || line.state === 'truncated'
        ? null
        : expectedMarks(evalCase, line.trajectory),
    match: null,
    request: null,
  };
}

/** @param isStored in a file that was read */
function seenTrajectory(line: ShownTrajectory | undefined, isStored: boolean): SeenTrajectory {
  if (line === undefined) return { kind: 'none', why: isStored ? 'left_out' : 'not_stored' };
  if (line.state === 'truncated') return { kind: 'cut', note: line.note, beginning: line.beginning };
  return { kind: 'whole', redacted: line.state === 'redacted', end: line.end, trajectory: line.trajectory };
}

function besideMain(trial: TrialData, main: readonly TrialData[], segments: HtmlInput['segments']): TrialData {
  const own = trajectoryOf(trial);
  if (own === null) return trial;
  const candidates = main.map((item, place) => ({
    place,
    passed: item.outcome === 'passed',
    trajectory: trajectoryOf(item),
  }));
  const here = { passed: trial.outcome === 'passed', trajectory: own };
  const match = bestMatch(candidates, here)?.trial ?? null;
  if (match === null) return trial;
  const { trajectory } = match;
  if (trajectory === null || !knowsRequests(own) || !knowsRequests(trajectory)) return { ...trial, match: match.place };
  const factsOf = (hash: string) => segments.get(hash) ?? null;
  return { ...trial, match: match.place, request: requestDiff(alignTrials(trajectory, own), factsOf) };
}

function segmentsOf(trials: readonly TrialData[], segments: HtmlInput['segments']): CaseData['segments'] {
  const hashes = trials.flatMap(({ request }) => changedHashes(request));
  const known = [...new Set(hashes)].flatMap((hash): [string, RequestSegment][] => {
    const segment = segments.get(hash);
    return segment === undefined ? [] : [[hash, segment]];
  });
  return Object.fromEntries(known.map(([hash, { kind, label, text }]) => [hash, { kind, label, text }]));
}

function changedHashes(request: RequestDiff | null): readonly string[] {
  return (request?.changes ?? []).flatMap(({ main, here }) => [main, here]).filter((hash) => hash !== null);
}
