import type { Case } from '#cases/suite/case.ts';
import { expectHash, inputHash } from '#cases/suite/case-hashes.ts';
import type { LoadedSuite } from '#config/loaded-suite.ts';
import { caseKey, pairCases } from '#gate/baseline/pairing/pair-cases.ts';
import type { BaselineLookup, StoredRun } from '#gate/baseline/results/baseline-lookup.ts';
import type { CaseRecord } from '#gate/baseline/results/results-file.ts';
import type { BasePolicy } from './base-policy.ts';
import { fileOf, type UnrunBase } from './cases-of-main.ts';
import { isMarked } from './lost-marks.ts';

/**
 * The stored runs with the marks that the base commit's own files give their cases, so that guards which main itself has
 * dropped no longer apply. Cases that are gone from main and from the change are left out. Cases that those files don't
 * contain keep their stored marks.
 *
 * Stored runs that may be of another suite stay as they are: a change of the workflow may make it run another config.
 */
export function withBaseGuards(
  stored: BaselineLookup,
  policy: BasePolicy | null,
  main: UnrunBase | null,
  suite: Pick<LoadedSuite, 'cases' | 'left_out'>,
): BaselineLookup {
  if (main === null || stored.kind === 'none' || policy?.origin.kind !== 'base') return stored;
  if (policy.workflow.state !== 'same') return stored;
  const { never_fail: guards } = policy.origin.base.gate;
  const isHere = hereOf(suite);
  const mainNow = [...main.cases.known.values()].map(withKeys);
  const now = (run: StoredRun): StoredRun => {
    const { results } = run;
    if (results.config.path !== policy.config_path) return run;
    const before = results.cases.map(withoutGraders);
    const ofMain = new Map(pairCases(mainNow, before).map((pair) => [pair.baseline?.id, pair.candidate?.evalCase]));
    const cases = results.cases.flatMap((record) => {
      const evalCase = ofMain.get(record.id);
      if (evalCase !== undefined) return [{ ...record, tags: evalCase.tags, never_fail: isMarked(evalCase, guards) }];
      return isDropped(record, main) && !isHere(record) ? [] : [record];
    });
    return { ...run, results: { ...results, cases } };
  };
  const [nearest, ...others] = stored.runs;
  return { ...stored, runs: [now(nearest), ...others.map(now)] };
}

/** Neither its programs nor its judge. */
function withoutGraders({ judge_key: _, ...record }: CaseRecord): CaseRecord {
  return { ...record, grader_hash: null };
}

/** The keys for pairing; without graders, because those of the base commit are unknown. */
function withKeys(evalCase: Case): Keyed {
  return {
    id: evalCase.id,
    input_hash: inputHash(evalCase),
    expect_hash: expectHash(evalCase),
    grader_hash: null,
    evalCase,
  };
}

interface Keyed extends Pick<CaseRecord, 'id' | 'input_hash' | 'expect_hash' | 'grader_hash'> {
  readonly evalCase: Case;
}

/** A file that main never had may be created when a run begins: its content is unknown. */
function isDropped(record: CaseRecord, { listed, cases: { settled, absent, unread } }: UnrunBase): boolean {
  return listed && unread.length === 0 && fileOf(record).some((file) => settled.has(file) && !absent.has(file));
}

function hereOf({
  cases,
  left_out: leftOut,
}: Pick<LoadedSuite, 'cases' | 'left_out'>): (record: CaseRecord) => boolean {
  const ids = new Set([...cases.map(({ id }) => id), ...leftOut.keys()]);
  const keys = new Set(cases.map((evalCase) => caseKey(withKeys(evalCase))));
  return (record) => ids.has(record.id) || keys.has(caseKey(withoutGraders(record)));
}
