import { isJsonObject, type Json } from '#domain/json.ts';
import { convertRows } from '../conversion/convert-rows.ts';
import { criterion } from '../conversion/criterion.ts';
import { gatherDemands, THE_LIST, toolsDemand } from '../conversion/demands.ts';
import { type CallKeys, readCall } from '../conversion/expected-call.ts';
import type { Fields } from '../conversion/fields.ts';
import { joinDemands } from '../conversion/join-demands.ts';
import { type DraftObject, type Placed, place, placeIfGiven } from '../conversion/placed.ts';
import { referenceDemand } from '../conversion/reference.ts';
import { slugged } from '../conversion/row-id.ts';
import { unreadInformation } from '../conversion/unread-fields.ts';
import type { Dialect, DialectOptions } from '../dialect.ts';

/**
 * Eval sets of Google's ADK: `eval_cases[{eval_id, conversation[{user_content, final_response, intermediate_data}], session_input}]`, in
 * snake_case or camelCase, or its older shape `name, data[{query, expected_tool_use, reference}], initial_session`. Each invocation is a
 * turn; the tool uses are all calls of the turn in their order, with equal arguments, and the response is to be similar (ROUGE-1 of 0.8),
 * as ADK's criteria are without a config. Rubrics are questions to the judge. The session's state is the agent's context.
 */
export const adkEvalset: Dialect = {
  name: 'adk-evalset',
  options: ['order', 'extra', 'args', 'reference', 'ignore'],
  convert: (document, options) =>
    convertRows(document, (row) => convertRow(row, options), [
      ...['eval_set_id', 'evalSetId', 'name', 'description', 'creation_timestamp', 'creationTimestamp'],
    ]),
};

const rowFields = ['eval_id', 'conversation', 'session_input', 'conversation_scenario', 'rubrics'];

function convertRow(row: Fields, options: DialectOptions): DraftObject {
  if (row.has('data') || row.has('expected_tool_use')) return convertOldCase(row, options);
  const idKey = keyOf(row, 'eval_id');
  const id = slugged(row, idKey, row.identifier(idKey));
  const turns = row.list('conversation');
  const scenario = row.fields(keyOf(row, 'conversation_scenario'));
  const state = row.fields(keyOf(row, 'session_input'))?.object('state') ?? null;
  row.raw(keyOf(row, 'creation_timestamp'));
  const stateKey = keyOf(row, 'final_session_state');
  if (hasContent(row.raw(stateKey))) {
    const message = `\`${stateKey}\` is not read; write it as \`state: {…}\` in a case of our own, or leave it unread by \`dialect: {ignore: [${stateKey}]}\``;
    row.problems.push({ severity: 'error', path: row.at(stateKey), message });
  }
  const play = scenario === null || turns?.length ? readTurns(row, turns, options) : readScenario(scenario);
  const rubrics = joinDemands(readRubrics(row, ['conversation', 'tools']), row.path, row.problems);
  const asked = gatherDemands(row.path, [rubrics]);
  const metadata = unreadInformation(row, rowFields);
  return {
    id,
    context: state === null || Object.keys(state).length === 0 ? undefined : place(state, row.path),
    metadata: Object.keys(metadata).length > 0 ? place(metadata, row.path) : undefined,
    ...play,
    ...(asked === undefined ? {} : { expect: asked }),
  };
}

function readTurns(row: Fields, turns: readonly Fields[] | null, options: DialectOptions): DraftObject {
  if (turns === null || turns.length === 0) {
    const message = '`conversation` is missing; expected a list of invocations with user_content';
    row.problems.push({ severity: 'error', path: row.path, message });
    return {};
  }
  return {
    turns: place(
      turns.map((turn) => place(convertTurn(turn, options), turn.path)),
      row.at('conversation'),
    ),
  };
}

function convertTurn(turn: Fields, options: DialectOptions): DraftObject {
  const userKey = keyOf(turn, 'user_content');
  const user = textOf(turn.fields(userKey));
  refuseData(turn.fields(userKey), userKey);
  if (user === null) {
    const message = `expected \`${userKey}\` with the text of the user in \`parts\``;
    turn.problems.push({ severity: 'error', path: turn.path, message });
  }
  const responseKey = keyOf(turn, 'final_response');
  const reference = { texts: [textOf(turn.fields(responseKey)) ?? ''], key: responseKey, origin: turn.at(responseKey) };
  const joined = joinDemands(
    [
      readTools(turn, options),
      referenceDemand(turn, reference, options, SIMILAR),
      ...readRubrics(turn, ['answer', 'tools']),
    ],
    turn.path,
    turn.problems,
  );
  return { input: place(user ?? '', turn.at(userKey)), expect: gatherDemands(turn.path, [joined]) };
}

const SIMILAR = { rouge_1: { min: 0.8 } };

/** `intermediate_data.tool_uses`, or the function calls of `invocation_events`; without any, no tool may be called. */
function readTools(turn: Fields, options: DialectOptions): DraftObject {
  const key = keyOf(turn, 'intermediate_data');
  const data = turn.fields(key);
  const uses = data === null ? [] : (data.list(keyOf(data, 'tool_uses')) ?? callsOfEvents(data));
  const calls = uses.map((use) => readUse(use, { name: 'name', args: 'args' }, options));
  return toolsDemand({ calls, origin: data === null ? turn.path : turn.at(key) }, THE_LIST, options);
}

/** A call without arguments is one that has none. */
function readUse(use: Fields, keys: CallKeys, options: DialectOptions): Placed {
  for (const name of ['id', 'partial_args', 'partialArgs', 'will_continue', 'willContinue']) use.raw(name);
  const call = readCall(use, keys, options);
  return place(
    call.args === undefined ? { ...call, args: place({}, use.path), args_match: options.args } : call,
    use.path,
  );
}

function callsOfEvents(data: Fields): readonly Fields[] {
  const events = data.list(keyOf(data, 'invocation_events')) ?? [];
  return events.flatMap((event) =>
    (event.fields('content')?.list('parts') ?? []).flatMap((part) => part.fields(keyOf(part, 'function_call')) ?? []),
  );
}

/** Properties that hold or don't. */
function readRubrics(fields: Fields, sees: NonNullable<Parameters<typeof criterion>[3]>): readonly DraftObject[] {
  return (fields.list('rubrics') ?? []).map((rubric) => {
    const content = rubric.fields(keyOf(rubric, 'rubric_content'));
    const text = content?.requiredText(keyOf(content, 'text_property')) ?? '';
    return criterion('rubric', `Is this true of the agent's work: ${text}`, rubric.path, sees);
  });
}

/** A case as ADK wrote it before it had sets. */
function convertOldCase(row: Fields, options: DialectOptions): DraftObject {
  if (!row.has('data')) {
    const message =
      'a list of invocations of one conversation, as ADK had it before its sets: put it below `data` of a case `[{"name": …, "data": […]}]`';
    row.problems.push({ severity: 'error', path: row.path, message, topic: 'old list' });
    return {};
  }
  const name = row.requiredText('name');
  const state = row.fields('initial_session')?.object('state') ?? {};
  const turns = (row.list('data') ?? []).map((turn) => {
    const uses = turn.list('expected_tool_use') ?? [];
    const calls = uses.map((use) => {
      use.raw('mock_tool_output');
      return readUse(use, { name: 'tool_name', args: 'tool_input' }, options);
    });
    const reference = { texts: [turn.text('reference') ?? ''], key: 'reference', origin: turn.at('reference') };
    const parts = [
      toolsDemand({ calls, origin: turn.at('expected_tool_use') }, THE_LIST, options),
      referenceDemand(turn, reference, options, SIMILAR),
    ];
    const expect = gatherDemands(turn.path, [joinDemands(parts, turn.path, turn.problems)]);
    return place({ input: placeIfGiven(turn.requiredText('query'), turn.at('query')), expect }, turn.path);
  });
  return {
    id: slugged(row, 'name', name),
    name: placeIfGiven(name, row.at('name')),
    context: Object.keys(state).length === 0 ? undefined : place(state, row.at('initial_session')),
    turns: place(turns, row.at('data')),
  };
}

function readScenario(scenario: Fields): DraftObject {
  const plan = scenario.requiredText(keyOf(scenario, 'conversation_plan'));
  const start = scenario.text(keyOf(scenario, 'starting_prompt'));
  const persona = personaOf(scenario);
  return {
    input: placeIfGiven(start || null, scenario.path),
    simulated_user: {
      persona: place(persona, scenario.path),
      goal: place(plan ?? '', scenario.path),
      // As many invocations as ADK's simulator allows by itself.
      max_turns: 20,
    },
    expect: { completes: place(true, scenario.path) },
  };
}

/** The id of one of ADK's personas, or what one is like. */
function personaOf(scenario: Fields): string {
  const key = keyOf(scenario, 'user_persona');
  const written = scenario.raw(key);
  if (written === null) return 'A user of the agent';
  if (typeof written === 'string') return written;
  const persona = scenario.fields(key);
  const habits = (persona?.list('behaviors') ?? []).flatMap((behavior) => [
    behavior.text('description') ?? '',
    ...(behavior.texts(keyOf(behavior, 'behavior_instructions')) ?? []),
  ]);
  return (
    [persona?.text('description') ?? '', ...habits].filter((text) => text !== '').join('\n') || 'A user of the agent'
  );
}

function textOf(content: Fields | null): string | null {
  const parts = content?.list('parts') ?? [];
  const texts = parts.flatMap((part) => part.text('text') ?? []);
  return texts.length > 0 ? texts.join('\n') : null;
}

function refuseData(user: Fields | null, key: string): void {
  for (const part of user?.list('parts') ?? []) {
    const data = DATA.find((name) => isJsonObject(part.raw(name)));
    if (data === undefined) continue;
    const message = `only text is handed to the agent, no \`${data}\`; put the file where the agent looks for it, and leave this unread by \`dialect: {ignore: [conversation.${key}.parts.${data}]}\``;
    part.problems.push({ severity: 'error', path: part.at(data), message, topic: data });
  }
}

const DATA = ['inline_data', 'inlineData', 'file_data', 'fileData'];

/** The name of a field as the file writes it: in snake_case or in camelCase. */
function keyOf(fields: Fields, name: string): string {
  const camel = name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return !fields.has(name) && fields.has(camel) ? camel : name;
}

function hasContent(value: Json): boolean {
  return Array.isArray(value) || isJsonObject(value) ? Object.keys(value).length > 0 : value !== null;
}
