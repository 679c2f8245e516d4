import type { CaseRecord, ResultsFile } from '#domain/baseline/results/results-file.ts';
import { hashJson } from '#domain/hash-json.ts';
import type { Json, JsonObject } from '#domain/json.ts';
import { jsonText } from '#domain/json-text.ts';
import type { ModelCallRecord } from '#domain/trial/model-call-record.ts';
import type { TrajectoryLine } from '#domain/trial/stored-trajectory.ts';
import type { ToolCall, TurnRecord } from '#domain/trial/trajectory.ts';
import type { CheckRecord, TrialRecord, UsageRecord } from '#domain/trial/trial-record.ts';
import { writeAttributes } from '../any-value.ts';
import { callId, messagesOfTurns } from './messages-of-turns.ts';

/** A trial with all that is stored of it; `line`: `null` if its trajectory is not. */
export interface StoredTrial {
  readonly results: ResultsFile;
  readonly item: CaseRecord;
  readonly trial: TrialRecord;
  readonly line: TrajectoryLine | null;
}

/** The version of OpenTelemetry's conventions whose names are written: the first with results of evaluations and cached tokens. */
const SCHEMA_URL = 'https://opentelemetry.io/schemas/1.40.0';

/**
 * Trials as one export request of OTLP/JSON: of each a trace with a span of the agent, which holds the conversation and an event
 * for each check, and spans below it for model calls and runs of tools. Ids follow from run, case and trial: exported again,
 * they are the same.
 */
export function exportOfTrials(
  trials: readonly StoredTrial[],
  tool: { readonly name: string; readonly version: string },
): JsonObject {
  return {
    resourceSpans: trials.map((stored) => ({
      resource: {
        attributes: writeAttributes({
          'service.name': 'agent-eval',
          'vcs.ref.head.revision': stored.results.commit.sha,
        }),
      },
      schemaUrl: SCHEMA_URL,
      scopeSpans: [{ scope: { ...tool }, schemaUrl: SCHEMA_URL, spans: spansOf(stored) }],
    })),
  };
}

/** Writes the spans of one trace. Times are milliseconds since the trial began. */
type WriteSpan = (path: Json, span: WrittenSpan) => JsonObject;

interface WrittenSpan {
  readonly name: string;
  readonly start: number;
  readonly duration: number;
  readonly attributes: JsonObject;
  /** It failed; a sentence or `''`. */
  readonly problem?: string | null;
  readonly calls_out?: boolean;
  readonly events?: readonly JsonObject[];
}

function spansOf({ results, item, trial, line }: StoredTrial): readonly JsonObject[] {
  const { run, created_at } = results;
  const traceId = hashJson([run.id, run.attempt, run.side, created_at, item.id, trial.index]).slice(0, 32);
  const began = Date.parse(trial.started_at) || 0;
  const at = (ms: number) => `${Math.round(began + ms)}000000`;
  const agentSpan = hashJson([traceId, 'agent']).slice(0, 16);
  const write: WriteSpan = (path, span) => ({
    traceId,
    spanId: path === null ? agentSpan : hashJson([traceId, path]).slice(0, 16),
    ...(path === null ? {} : { parentSpanId: agentSpan }),
    name: span.name,
    kind: span.calls_out === true ? KIND.client : KIND.internal,
    startTimeUnixNano: at(span.start),
    endTimeUnixNano: at(span.start + span.duration),
    attributes: writeAttributes(span.attributes),
    events: (span.events ?? []).map((attributes) => ({
      timeUnixNano: at(span.start + span.duration),
      name: 'gen_ai.evaluation.result',
      attributes: writeAttributes(attributes),
    })),
    status: (span.problem ?? null) === null ? {} : { code: STATUS_ERROR, message: span.problem ?? '' },
  });
  const turns = line === null || line.state === 'truncated' ? [] : line.trajectory.turns;
  const starts = turns.map((_, index) =>
    turns.slice(0, index).reduce((sum, { latency_ms }) => sum + (latency_ms ?? 0), 0),
  );
  return [
    write(null, agentSpanOf(item, trial, turns)),
    ...turns.flatMap((turn, index) => turnSpans(turn, starts[index] ?? 0, write)),
  ];
}

const KIND = { internal: 1, client: 3 };
const STATUS_ERROR = 2;

function agentSpanOf(item: CaseRecord, trial: TrialRecord, turns: readonly TurnRecord[]): WrittenSpan {
  const messages = turns.length === 0 ? null : messagesOfTurns(turns);
  const crashed = trial.failure === null || trial.failure.kind === 'check' ? null : trial.failure;
  return {
    name: 'invoke_agent',
    start: 0,
    duration: trial.duration_ms,
    attributes: {
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.conversation.id': `${item.id}#${trial.index}`,
      'gen_ai.input.messages': messages?.input ?? null,
      'gen_ai.output.messages': messages?.output ?? null,
      ...usageOf(trial.usage),
      'error.type': trial.error?.class ?? crashed?.kind ?? null,
      'agent_eval.case.id': item.id,
      'agent_eval.case.tags': item.tags,
      'agent_eval.trial.index': trial.index,
      'agent_eval.trial.outcome': trial.outcome,
      'agent_eval.trial.source': trial.source,
      'agent_eval.trajectory.state':
        turns.length === 0 && trial.trajectory_state === 'complete' ? 'absent' : trial.trajectory_state,
    },
    problem: trial.error?.message ?? crashed?.message ?? null,
    events: trial.checks.map(evaluation),
  };
}

/** A check that could not judge has no label, but an error. */
function evaluation({ id, name, passed, score, reason, code }: CheckRecord): JsonObject {
  return {
    'gen_ai.evaluation.name': name,
    'gen_ai.evaluation.score.value': score,
    'gen_ai.evaluation.score.label': passed === null ? null : passed ? 'pass' : 'fail',
    'gen_ai.evaluation.explanation': reason,
    'error.type': passed === null ? (code ?? '_OTHER') : null,
    'agent_eval.check.id': id,
  };
}

function turnSpans(turn: TurnRecord, began: number, write: WriteSpan): readonly JsonObject[] {
  const models = turn.model_calls ?? [];
  return [
    ...models.map((call) => write(['chat', turn.turn, call.step], chatSpan(call, began))),
    ...(turn.tool_calls ?? []).map((call, index) => {
      const asked = models.find(({ step }) => step === call.step);
      const start = began + (call.started_ms ?? (asked === undefined ? 0 : asked.started_ms + asked.duration_ms));
      return write(['tool', turn.turn, index], toolSpan(call, callId(turn, index), start));
    }),
  ];
}

function chatSpan({ model, started_ms, duration_ms, usage }: ModelCallRecord, began: number): WrittenSpan {
  return {
    name: model === null ? 'chat' : `chat ${model}`,
    start: began + started_ms,
    duration: duration_ms,
    attributes: {
      'gen_ai.operation.name': 'chat',
      'gen_ai.response.model': model,
      ...(usage === null ? {} : usageOf(usage)),
    },
    calls_out: true,
  };
}

function toolSpan(call: ToolCall, id: string, start: number): WrittenSpan {
  return {
    name: `execute_tool ${call.name}`,
    start,
    duration: call.duration_ms ?? 0,
    attributes: {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': call.name,
      'gen_ai.tool.call.id': id,
      'gen_ai.tool.call.arguments': jsonText(call.arguments),
      'gen_ai.tool.call.result': call.status === null ? null : jsonText(call.result),
      'error.type': call.status === 'error' ? '_OTHER' : null,
      'agent_eval.tool.mocked': call.mocked ?? null,
    },
    problem: call.status === 'error' ? '' : null,
  };
}

function usageOf(usage: UsageRecord): JsonObject {
  return {
    'gen_ai.usage.input_tokens': usage.input_tokens,
    'gen_ai.usage.output_tokens': usage.output_tokens,
    'gen_ai.usage.cache_read.input_tokens': usage.cache_read_tokens ?? null,
    'gen_ai.usage.cache_creation.input_tokens': usage.cache_write_tokens ?? null,
    'agent_eval.cost_usd': usage.cost_usd,
  };
}
