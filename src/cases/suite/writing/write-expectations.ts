import type { Json, JsonObject } from '#common/json.ts';
import { keysOf } from '#common/keyed.ts';
import { asksTheSame, type JudgeCriterion } from '#judge/criterion.ts';
import { isReady, readyCriterion } from '#judge/ready-criteria.ts';
import type {
  CommandExpectation,
  CustomExpectation,
  Expectations,
  ExpectedCall,
  ExpectedStep,
  FileExpectation,
  ResponseExpectation,
  ToolsExpectation,
} from '../expectation.ts';
import { RESPONSE_ROWS } from '../response/rows.ts';
import { withoutEmpty } from './without-empty.ts';

/** Expectations in the format of a case file, with the default rules filled in. */
export function writeExpectations(expect: Expectations): JsonObject {
  const { tools, response, plan, metadata, state, retrieved, limits, no_tools, completes } = expect;
  const { files, commands, diff, custom, judge } = expect;
  const fields: Readonly<Record<keyof Expectations, Json>> = {
    tools: tools === undefined ? null : writeTools(tools),
    response: response === undefined ? null : writeResponse(response),
    plan: plan === undefined ? null : writeTools(plan),
    metadata: metadata ?? null,
    state: state ?? null,
    retrieved: retrieved === undefined ? null : { ...retrieved },
    limits: limits === undefined ? null : writeLimits(limits),
    no_tools: no_tools ?? null,
    completes: completes ?? null,
    // No case file can demand it.
    reported: null,
    files: files === undefined ? null : mapValues(files, writeFile),
    commands: commands?.map(writeCommand) ?? null,
    diff: diff === undefined ? null : withoutEmpty({ ...diff }),
    custom: custom?.map(writeCustom) ?? null,
    judge: judge?.map(writeCriterion) ?? null,
  };
  return withoutEmpty(fields);
}

function writeTools({ order, allow_extra, min_matched, calls, ...others }: ToolsExpectation): JsonObject {
  // How calls are matched does not matter if none is expected.
  const matching = calls.length === 0 ? {} : { order, allow_extra, min_matched, calls: calls.map(writeStep) };
  const { before, forbidden, min_calls, max_calls } = others;
  return withoutEmpty({
    ...matching,
    before: before.map(([first, then]) => [first, then]),
    forbidden,
    min_calls,
    max_calls,
  });
}

function writeStep(step: ExpectedStep): Json {
  return step.kind === 'call' ? writeCall(step.call) : { parallel: step.calls.map(writeCall) };
}

function writeCall({ name, args, args_match, status }: ExpectedCall): Json {
  const fields = {
    ...(args === null ? {} : { args }),
    ...(args === null && args_match === 'exact' ? {} : { args_match }),
    ...(status === null ? {} : { status }),
  };
  return Object.keys(fields).length === 0 ? name : { name, ...fields };
}

function writeResponse(response: ResponseExpectation): JsonObject {
  const parts = keysOf(RESPONSE_ROWS).flatMap((name): [string, Json][] => {
    const value = RESPONSE_ROWS[name].write(response);
    return value === null ? [] : [[name, value]];
  });
  const hasPhrases = response.contains.length > 0 || response.not_contains.length > 0;
  return { ...Object.fromEntries(parts), ...(hasPhrases ? { case_sensitive: response.case_sensitive } : {}) };
}

function writeLimits({ max_latency_ms, ...limits }: NonNullable<Expectations['limits']>): JsonObject {
  return { ...limits, ...(max_latency_ms === undefined ? {} : { max_latency: `${max_latency_ms}ms` }) };
}

function writeFile({ exists, text }: FileExpectation): Json {
  return { exists, ...(text === null ? {} : writeResponse(text)) };
}

function writeCommand({ run, exit, timeout_ms, restore, files, stdout }: CommandExpectation): JsonObject {
  return {
    run,
    exit,
    timeout: `${timeout_ms}ms`,
    ...(restore === null ? {} : { restore }),
    ...(files === null ? {} : { files: files.folder }),
    ...(stdout === null ? {} : { stdout: writeResponse(stdout) }),
  };
}

function mapValues<T>(values: { readonly [key: string]: T }, write: (value: T) => Json): JsonObject {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, write(value)]));
}

function writeCustom(custom: CustomExpectation): Json {
  const { kind: _, ...fields } = custom;
  return fields;
}

function writeCriterion(criterion: JudgeCriterion): Json {
  const { id, ask, sees, min_score } = criterion;
  if (isReady(id) && asksTheSame(readyCriterion(id), criterion)) return { use: id };
  return { id, ask, sees, ...(min_score !== undefined && { min_score }) };
}
