import type { CaseRow, Report, TrialEvidence } from '../report.ts';
import { redactDifference } from './redact-difference.ts';
import { redactFact } from './redact-fact.ts';
import { redactJson } from './redact-json.ts';
import { redactTexts } from './redact-texts.ts';

/**
 * Removes secrets from every text of a report before it is rendered: so comment, summary, annotations, JUnit and terminal have
 * none, however each of them escapes and truncates, and a secret that looks like markup can't damage theirs.
 */
export function redactReport(report: Report, redact: (text: string) => string): Report {
  const { run, baseline } = report;
  return {
    ...report,
    heading: redactTexts(report.heading, redact),
    reasons: redactTexts(report.reasons, redact),
    accepts: report.accepts && {
      path: redact(report.accepts.path),
      owners: report.accepts.owners?.map(redact) ?? null,
    },
    run: {
      ...run,
      name: redact(run.name),
      config_path: redact(run.config_path),
      rerun: redact(run.rerun),
    },
    baseline:
      baseline.kind === 'none'
        ? { ...baseline, reason: redact(baseline.reason) }
        : { ...baseline, choice: redact(baseline.choice), created_at: redact(baseline.created_at) },
    ...(report.explained && { explained: redactTexts(report.explained, redact) }),
    treatment_changes: report.treatment_changes.map((change) => redactDifference(change, redact)),
    dull_cases: redactTexts(report.dull_cases, redact),
    unspoken: redactTexts(report.unspoken, redact),
    condition_differences: report.condition_differences.map((difference) => redactDifference(difference, redact)),
    notes: report.notes.map(redact),
    history: report.history.map((row) => ({
      ...row,
      models: row.models.map(redact),
      judge: row.judge === null ? null : redact(row.judge),
    })),
    causes: report.causes.map((cause) => ({
      ...cause,
      text: redact(cause.text),
      type: cause.type === null ? null : redact(cause.type),
      cases: cause.cases.map(redact),
    })),
    remarks: report.remarks.map(redact),
    cases: report.cases.map((row) => redactRow(row, redact)),
    tags: report.tags.map((row) => ({ ...row, tag: redact(row.tag) })),
    policy: redactJson(report.policy, redact),
  };
}

function redactRow(row: CaseRow, redact: (text: string) => string): CaseRow {
  return {
    ...row,
    id: redact(row.id),
    name: row.name === null ? null : redact(row.name),
    renamed_from: row.renamed_from === null ? null : redact(row.renamed_from),
    tags: row.tags.map(redact),
    source: row.source && { ...row.source, file: redact(row.source.file) },
    reason: row.reason === null ? null : redact(row.reason),
    cause: row.cause === null ? null : redact(row.cause),
    cause_type: row.cause_type === null ? null : redact(row.cause_type),
    failures: row.failures.map((failure) => ({
      ...failure,
      check: redact(failure.check),
      fact: redactFact(failure.fact, redact),
    })),
    errors: row.errors.map((error) => ({ ...error, class: redact(error.class), message: redact(error.message) })),
    expected: row.expected?.map((step) => ({ ...step, calls: step.calls.map(redact) })) ?? null,
    evidence: row.evidence && redactEvidence(row.evidence, redact),
  };
}

function redactEvidence(evidence: TrialEvidence, redact: (text: string) => string): TrialEvidence {
  return {
    ...evidence,
    calls: evidence.calls.map((call) => ({ ...call, name: redact(call.name), arguments: redact(call.arguments) })),
    output: evidence.output === null ? null : redact(evidence.output),
  };
}
