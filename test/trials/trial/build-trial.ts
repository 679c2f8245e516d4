import type { Case } from '#cases/suite/case.ts';
import type {
  Expectations,
  ExpectedCall,
  ExpectedStep,
  ResponseExpectation,
  ToolsExpectation,
} from '#cases/suite/expectation.ts';
import type { JsonObject } from '#common/json.ts';
import type { ToolCall, TurnRecord, Usage } from '#trials/trial/trajectory.ts';
import type { Trial, TrialEnd } from '#trials/trial/trial.ts';

/** A case with one turn and these demands on the whole trial. */
export function aCase(expect: Expectations, fields: Partial<Case> = {}): Case {
  return {
    id: 'refund',
    name: null,
    tags: [],
    metadata: {},
    context: {},
    history: [],
    simulated_user: null,
    mocks: {},
    turns: [{ input: 'please', expect: null }],
    expect,
    trials: null,
    source: { file: 'cases.yml', line: 1 },
    ...fields,
  };
}

/** A case with one turn per entry; `null` demands nothing of that turn. */
export function aConversation(turns: readonly (Expectations | null)[], expect: Expectations = {}): Case {
  return aCase(expect, { turns: turns.map((own, index) => ({ input: `turn ${index + 1}`, expect: own })) });
}

/** A completed trial of these turns. */
export function aTrial(turns: readonly Partial<TurnRecord>[], fields: Partial<Trial> = {}): Trial {
  return {
    case_id: 'refund',
    index: 1,
    seed: 7,
    source: 'live',
    started_at: '2025-09-05T10:00:00.000Z',
    duration_ms: 120,
    wait_ms: 0,
    tries: 1,
    trajectory: { turns: turns.map((turn, index) => aTurn({ turn: index + 1, ...turn })), log: '', stderr: '' },
    end: { kind: 'completed' },
    ...fields,
  };
}

export const CRASHED: TrialEnd = { kind: 'failed', failure: { kind: 'crash', message: 'exit code 1' } };
export const UNAVAILABLE: TrialEnd = { kind: 'error', error: { class: 'provider', message: '503' } };

function aTurn(fields: Partial<TurnRecord>): TurnRecord {
  return {
    turn: 1,
    input: 'please',
    output: 'done',
    tool_calls: null,
    plan: null,
    metadata: null,
    state: null,
    retrieved: null,
    usage: null,
    steps: null,
    latency_ms: 100,
    ...fields,
  };
}

/** A call that was made. */
export function made(name: string, args: JsonObject = {}, fields: Partial<ToolCall> = {}): ToolCall {
  return { name, arguments: args, status: 'ok', result: null, step: null, ...fields };
}

/** An expected call; without `args` the name only. */
export function call(name: string, args: JsonObject | null = null, fields: Partial<ExpectedCall> = {}): ExpectedStep {
  return { kind: 'call', call: { name, args, args_match: 'exact', status: null, ...fields } };
}

/** `tools:` with the defaults of the config. */
export function tools(fields: Partial<ToolsExpectation>): ToolsExpectation {
  return {
    order: 'any',
    allow_extra: fields.order !== 'exact',
    calls: [],
    before: [],
    forbidden: [],
    min_calls: null,
    max_calls: null,
    min_matched: 1,
    ...fields,
  };
}

/** `response:` with the defaults of the config. */
export function response(fields: Partial<ResponseExpectation>): ResponseExpectation {
  return {
    contains: [],
    not_contains: [],
    matches: [],
    equals: null,
    json_schema: null,
    case_sensitive: false,
    ...fields,
  };
}

/** Reported usage; the total is left to be summed. */
export function usage(input: number | null, output: number | null, fields: Partial<Usage> = {}): Usage {
  return {
    input_tokens: input,
    output_tokens: output,
    total_tokens: null,
    cost_usd: null,
    estimated: false,
    ...fields,
  };
}
