import { describe, expect, test } from 'vitest';
import type { JsonObject } from '#common/json.ts';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import type { JudgedCriterion } from '#judge/judged.ts';
import { redactReport, redactResults, redactTexts, redactTrajectory } from '#report/redaction/redact-data.ts';
import { secretRedactor } from '#report/redaction/redaction.ts';
import { caseRecord, resultsFile, trialRecord } from '#test/support/results.ts';
import { saying } from '#test/support/worded.ts';
import type { Trajectory, TurnRecord } from '#trials/trial/trajectory.ts';
import type { TrialRecord, UsageRecord } from '#trials/trial/trial-record.ts';
import type { WorkspaceFacts } from '#trials/trial/workspace-facts.ts';
import { reportOf } from '../report-of.ts';
import { SITUATIONS } from '../situations.ts';

const SECRET = 'hush-hush-1';
const redactor = secretRedactor([SECRET]);
const redacted = redactor(SECRET);
/** Nearly every text below is the secret alone. */
const redact = (text: string) => (text === SECRET ? redacted : redactor(text));

/** The same data with the secret for every text, and for every key of free-form data (`free: …`). */
function filled<Data>(data: Data): Data {
  if (typeof data === 'string') return SECRET as Data;
  if (Array.isArray(data)) return data.map(filled) as Data;
  if (typeof data !== 'object' || data === null) return data;
  const keyed = Object.entries(data).map(([key, value]) => [
    key === 'free' ? SECRET : key,
    key === 'kind' ? value : filled(value),
  ]);
  return Object.fromEntries(keyed);
}

/** Where the secret still is, as the last two keys that lead there. */
function left(data: unknown): readonly string[] {
  const found = (value: unknown, path: string): readonly string[] => {
    if (typeof value === 'string') return value.includes(SECRET) ? [path] : [];
    if (Array.isArray(value)) return value.flatMap((item) => found(item, path));
    if (typeof value !== 'object' || value === null) return [];
    return Object.entries(value).flatMap(([key, item]) => [
      ...(key.includes(SECRET) ? [`${path}: key`] : []),
      ...found(item, `${path.slice(path.lastIndexOf('.') + 1)}.${key}`),
    ]);
  };
  return [...new Set(found(data, ''))].sort();
}

const free: JsonObject = { free: 'text', list: [{ free: 'text' }] };
const judgement: Required<JudgedCriterion> = {
  criterion: 'polite',
  turn: 1,
  verdict: 'met',
  evidence: 'text',
  score: 1,
  votes: 1,
  met_votes: 1,
  cached: false,
};
const usage: Required<UsageRecord> = {
  input_tokens: 1,
  output_tokens: 1,
  total_tokens: 2,
  cost_usd: 1,
  list_cost_usd: 1,
  estimated: false,
  cache_read_tokens: 1,
  cache_write_tokens: 1,
  reasoning_tokens: 1,
  models: ['m'],
};
const trial: Required<TrialRecord> = {
  ...trialRecord(),
  usage,
  cancelled_call: { turn: 1, step: 1, model: 'm' },
  unanswered_calls: 1,
  user_usage: usage,
  judge_usage: usage,
  error: { class: 'provider', message: 'text' },
  failure: { kind: 'check', message: 'text', output: 'text' },
  cause: 'text',
  cause_type: 'text',
  checks: [{ id: 'a', name: 'a', turn: null, passed: false, score: null, fact: saying('text', 'not_met') }],
  judged: [judgement],
  audited: { judge: 'other', said: [judgement] },
  output_hash: 'hash',
  tools_hash: 'hash',
  sequence_hash: 'hash',
  calls: [{ tool: 'text', args: 'hash' }],
  response_ids_hash: 'hash',
  first_request_hash: 'hash',
  place_in_process: 1,
  trajectory: 'a.json',
};

/** What may hold it: nobody but the repository and the format writes there, and later runs compare it. */
const STAYS = {
  results: `
    .created_at .finished_at agent.key agent.treatment_hash audited.judge calls.args cases.expect_hash cases.id
    cases.input_hash cases.tags checks.id checks.name commit.ref commit.sha config.hash effective.method
    effective.never_fail entries.case entries.until epoch.id epoch.since error.class fact.code judge.of
    judge_usage.models judged.criterion judged.verdict policy.hash quarantine.case quarantine.until run.side
    said.criterion said.verdict stop.reason stopped.verdict tool.name tool.version trials.first_request_hash
    trials.outcome trials.output_hash trials.response_ids_hash trials.sequence_hash trials.source trials.started_at trials.tools_hash
    trials.trajectory trials.trajectory_state usage.models user_usage.models
  `,
  trajectory: `
    changes.change commands.key ended.fault mcp_reads.server mcp_reads.status model_calls.request
    tool_calls.server tool_calls.status turns.calls_unknown turns.response_ids_hash usage.models workspace.globs
  `,
  report: `
    .html_url .main .verdict .when_open accept.metric accept.source accept.state accepts.case accepts.metric accepts.reason accepts.source accepts.state
    accepts.until again.sha audit.outcome baseline.sha baseline.url calls.status cases.group cases.id dull_cases.state explained.outcome
    fact.code facts.metric floor.metric floor.mode floor.outcome floor.side floors.metric floors.mode floors.outcome floors.tag history.date history.event history.run_id
    history.verdict limits.code limits.gate limits.outcome metrics.failed_rules metrics.metric metrics.state metrics.unit never_fail.id
    numbers.method reason.code reason.gate reason.outcome
    reasons.code reasons.gate reasons.outcome risen_cases.id run.diff_url run.head_sha run.repository_url run.run_url run.sha
    suite.outcome tags.failed_rules tags.state tests.cases tests.gate tests.outcome treatment_changes.state
    what.metric
  `,
};

describe('a secret in every text', () => {
  test('of a hint at a dull case stays nowhere, also not in the name of a field', () => {
    const dull = {
      id: 'a',
      state: 'new',
      agent: { kind: 'silent', returns: { free: 'text', state: 'text', deep: [free] } },
    };
    expect(left(redactTexts(filled([dull]), redact))).toEqual(['.state']);
  });

  test('of results stays only in words of the format, ids, tags, names and hashes', () => {
    const item = caseRecord('a', {
      name: 'text',
      source: { file: 'a.yml', line: 1 },
      metadata: free,
      tags: ['t'],
      trials: [trial],
    });
    const results: ResultsFile = {
      ...resultsFile([item]),
      epoch: { id: 'e', since: 'sha', reason: 'text', cases: {} },
      doubts: [
        { kind: 'program_left', program: 'text' },
        { kind: 'machine_changed', what: 'text' },
        { kind: 'file_written', path: 'text' },
      ],
      accepts: {
        path: 'accepts.yml',
        owners: ['@a'],
        entries: [{ case: 'a', reason: 'text', until: '2026-01-01' }],
      },
    };
    const { run, agent, policy } = results;
    const all: ResultsFile = {
      ...results,
      run: {
        ...run,
        inputs: free,
        shard: { index: 1, of: 2, stopped: { verdict: 'error', message: 'text', blocks: true } },
      },
      policy: {
        ...policy,
        effective: {
          ...{ method: 'text', never_fail: ['text'], quarantine: [{ case: 'a', reason: 'text', until: 'text' }] },
          judge: { of: 'text', unusable: 'text' },
        },
      },
      agent: { ...agent, conditions: free, treatment: free, files: { prompt: 'text', tools: 'text' } },
    };
    expect(left(redactResults(filled(all), redact))).toEqual(STAYS.results.trim().split(/\s+/));
  });

  test('of a trajectory stays only in words of the format and names of a config', () => {
    const turn: Required<TurnRecord> = {
      turn: 1,
      input: 'text',
      output: 'text',
      tool_calls: [
        { name: 'a', arguments: free, status: 'ok', result: free, step: 1, server: 'shop', duration_ms: 1, bytes: 1 },
      ],
      calls_unknown: 'indistinct',
      mcp_reads: [
        { server: 'shop', kind: 'resource', name: 'text', status: 'ok', started_ms: 1, duration_ms: 1, bytes: 1 },
      ],
      plan: [{ name: 'a', arguments: free }],
      metadata: free,
      state: free,
      retrieved: ['text'],
      usage: { ...usage },
      steps: 1,
      model_calls: [{ step: 1, model: 'm', started_ms: 1, duration_ms: 1, usage: null, request: ['hash'] }],
      response_ids_hash: 'hash',
      latency_ms: 1,
    };
    const workspace: WorkspaceFacts = {
      changes: [{ path: 'a', change: 'added', added: 1, removed: 0 }],
      changed: 1,
      patch: 'text',
      globs: ['*'],
      files: [{ path: 'a', text: 'text' }],
      more_files: false,
      commands: [
        { key: 'k', exit: 0, stdout: 'a', stderr: 'a', duration_ms: 1, ended: { fault: 'agent', why: 'text' } },
      ],
    };
    const trajectory: Trajectory = { turns: [turn], log: 'text', stderr: 'text', workspace };
    expect(left(redactTrajectory(filled(trajectory), redact))).toEqual(STAYS.trajectory.trim().split(/\s+/));
  });

  test('of a report stays only in words of the format, hashes and addresses', () => {
    const reports = Object.values(SITUATIONS).map((situation) => filled(reportOf(situation)));
    expect([...new Set(reports.flatMap((report) => left(redactReport(report, redact))))].sort()).toEqual(
      STAYS.report.trim().split(/\s+/),
    );
  });
});
