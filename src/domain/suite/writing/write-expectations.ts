import type { Json, JsonObject } from '#domain/json.ts';
import { asksTheSame, type JudgeCriterion } from '#domain/judge/criterion.ts';
import { isReady, readyCriterion } from '#domain/judge/ready-criteria.ts';
import {
  type CommandExpectation,
  type CustomExpectation,
  type Expectations,
  type ExpectedCall,
  type ExpectedStep,
  type FileExpectation,
  SIMILARITY_MEASURES,
  type SimilarExpectation,
  type ToolsExpectation,
} from '../expectation.ts';
import { withoutEmpty } from './without-empty.ts';

/** Expectations in the format of a case file, with the default rules filled in. */
export function writeExpectations(expect: Expectations): JsonObject {
  const { tools, response, plan, metadata, state, retrieved, limits, no_tools, completes } = expect;
  const { files, commands, diff, custom, judge } = expect;
  const written: Readonly<Record<keyof Expectations, Json>> = {
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
  return withoutEmpty(written);
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
  const written = {
    ...(args === null ? {} : { args }),
    ...(args === null && args_match === 'exact' ? {} : { args_match }),
    ...(status === null ? {} : { status }),
  };
  return Object.keys(written).length === 0 ? name : { name, ...written };
}

function writeResponse({ case_sensitive, ...response }: NonNullable<Expectations['response']>): JsonObject {
  const { contains, not_contains, matches, equals, json_schema, similar } = response;
  const hasPhrases = contains.length > 0 || not_contains.length > 0;
  return {
    ...withoutEmpty({ contains, not_contains, matches, equals }),
    // The empty schema is valid: every JSON satisfies it.
    ...(json_schema === null ? {} : { json_schema }),
    ...(similar === undefined ? {} : { similar: writeSimilar(similar) }),
    ...(hasPhrases ? { case_sensitive } : {}),
  };
}

function writeSimilar({ to, min }: SimilarExpectation): JsonObject {
  const [first, second] = to;
  const measures = SIMILARITY_MEASURES.flatMap((measure): [string, Json][] =>
    min[measure] === undefined ? [] : [[measure, { min: min[measure] }]],
  );
  return { to: second === undefined ? (first ?? null) : to, ...Object.fromEntries(measures) };
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
  return custom.kind === 'command' ? { command: custom.command } : { module: custom.module };
}

function writeCriterion(criterion: JudgeCriterion): Json {
  const { id, ask, sees } = criterion;
  if (isReady(id) && asksTheSame(readyCriterion(id), criterion)) return { use: id };
  return { id, ask, sees };
}
