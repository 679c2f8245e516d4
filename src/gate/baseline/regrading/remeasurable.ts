import { HASH_VERSION } from '#cases/suite/case-hashes.ts';
import { caseKey } from '#gate/baseline/pairing/pair-cases.ts';
import type { CaseRecord, ResultsFile } from '#gate/baseline/results/results-file.ts';
import { METRICS_VERSION } from '#trials/metrics/measure-trial.ts';
import { type CaseIdentity, notRegraded, storesInPart } from './regradable.ts';

/** Whether another version of the metrics measured a run that stores everything needed to measure it by this one. */
export function isRemeasurable(results: ResultsFile): boolean {
  const { metrics_version: metrics, hash_version: hashes } = results;
  return metrics !== METRICS_VERSION && hashes === HASH_VERSION && storesInPart(results) === null;
}

/** The run as if this version had measured it. Remove what is not measured again. */
export function withCurrentMetrics(results: ResultsFile): ResultsFile {
  return { ...results, metrics_version: METRICS_VERSION };
}

/**
 * Cases of such a run in which nothing could be measured again, by id: `problem` is a sentence part. Their trials are removed,
 * because numbers of two versions must not be compared; so are those of cases that the change renames, because nothing graded
 * them.
 */
export function unmeasured(
  records: readonly CaseRecord[],
  heads: readonly CaseIdentity[],
  problems: ReadonlyMap<string, string>,
): readonly CaseRecord[] {
  const ids = new Set(heads.map(({ id }) => id));
  const keys = new Set(heads.map(caseKey));
  return records.flatMap((record) => {
    const problem = problems.get(record.id) ?? (ids.has(record.id) || !keys.has(caseKey(record)) ? null : RENAMED);
    return problem === null ? [] : [{ ...notRegraded(record, problem), trials: [] }];
  });
}

const RENAMED = 'another version of the metrics measured them, and the case has another name here';
