import { expectHash, inputHash } from '#cases/suite/case-hashes.ts';
import { hashJson } from '#common/hash-json.ts';
import { canonicalJson, isJsonObject, type JsonObject } from '#common/json.ts';
import { parseTrialRecord } from '#gate/baseline/results/parse-results.ts';
import { incidentSchema, type ProviderIncident } from '#trials/trial/provider-incident.ts';
import type { TrialRecord } from '#trials/trial/trial-record.ts';
import type { ResumedSuite } from './earlier-trials.ts';

/** Lines of an interrupted run, as read back. */
export interface InterruptedRun {
  readonly identity: unknown;
  readonly lines: readonly unknown[];
}

/** What another run goes on from. */
export interface InterruptedTrials {
  readonly trials: ReadonlyMap<string, readonly TrialRecord[]>;
  /** What its provider left unanswered, as its last line tells; `null`: nothing. */
  readonly incident: ProviderIncident | null;
}

/** What must be equal to reuse the trials of an interrupted run. */
export function runIdentity(suite: Omit<ResumedSuite, 'grader_hashes' | 'policy_sha'>, sha: string | null): JsonObject {
  return {
    config: suite.config_hash,
    cases: hashJson(suite.cases.map((evalCase) => [evalCase.id, inputHash(evalCase), expectHash(evalCase)])),
    conditions: suite.conditions.hash,
    treatment: suite.treatment.hash,
    commit: sha,
  };
}

/**
 * Finished trials of an interrupted run, by case id, and what its provider did. Refused if that run had another config, agent or commit. Lines that can't
 * be read are left out; their trials run again.
 */
export function interruptedTrials(
  run: InterruptedRun | null,
  identity: JsonObject,
): InterruptedTrials | { readonly problem: string } {
  const trials = new Map<string, TrialRecord[]>();
  let incident: ProviderIncident | null = null;
  if (run === null) return { trials, incident };
  const differing = Object.keys(identity).filter(
    (key) =>
      !isJsonObject(run.identity) || canonicalJson(run.identity[key] ?? null) !== canonicalJson(identity[key] ?? null),
  );
  if (differing.length > 0) {
    return {
      problem: `--resume: the interrupted run differs in ${differing.join(', ')}; run without --resume to start again`,
    };
  }
  for (const line of run.lines) {
    if (!isJsonObject(line) || typeof line['case_id'] !== 'string') continue;
    incident = incidentSchema.safeParse(line['incident']).data ?? incident;
    const record = parseTrialRecord(line['record']);
    if (record === null || record.outcome === 'error') continue;
    const known = trials.get(line['case_id']) ?? [];
    trials.set(line['case_id'], [...known.filter((other) => other.index !== record.index), record]);
  }
  return { trials, incident };
}
