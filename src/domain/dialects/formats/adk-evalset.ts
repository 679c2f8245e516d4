import { isJsonObject, type Json } from '#domain/json.ts';
import { convertRows } from '../conversion/convert-rows.ts';
import { gatherDemands, THE_LIST, toolsDemand } from '../conversion/demands.ts';
import { readCall } from '../conversion/expected-call.ts';
import type { Fields } from '../conversion/fields.ts';
import { joinDemands } from '../conversion/join-demands.ts';
import { type DraftObject, type Placed, place, placeIfGiven } from '../conversion/placed.ts';
import { referenceDemand } from '../conversion/reference.ts';
import { slugged } from '../conversion/row-id.ts';
import { unreadInformation } from '../conversion/unread-fields.ts';
import type { Dialect, DialectOptions } from '../dialect.ts';

/**
 * Eval sets of Google's ADK: `eval_cases[{eval_id, conversation[{user_content, final_response, intermediate_data}], session_input}]`, in
 * snake_case or camelCase. Each invocation is a turn; the tool uses are all calls of the turn in their order, with equal arguments,
 * and the response is to be similar (ROUGE-1 of 0.8), as ADK's criteria are without a config. The session's state is the agent's context.
 */
export const adkEvalset: Dialect = {
  name: 'adk-evalset',
  options: ['order', 'extra', 'args', 'reference', 'ignore'],
  convert: (document, options) =>
    convertRows(document, (row) => convertRow(row, options), [
      ...['eval_set_id', 'evalSetId', 'name', 'description', 'creation_timestamp', 'creationTimestamp'],
    ]),
};

const rowFields = ['eval_id', 'conversation', 'session_input', 'conversation_scenario', 'creation_timestamp'];

function convertRow(row: Fields, options: DialectOptions): DraftObject {
  const idKey = keyOf(row, 'eval_id');
  const id = slugged(row, idKey, row.identifier(idKey));
  const turns = row.list('conversation');
  const scenario = row.fields(keyOf(row, 'conversation_scenario'));
  const state = row.fields(keyOf(row, 'session_input'))?.object('state') ?? null;
  row.raw(keyOf(row, 'creation_timestamp'));
  for (const key of ['final_session_state', 'rubrics']
    .map((name) => keyOf(row, name))
    .filter((name) => hasContent(row.raw(name)))) {
    const message = `\`${key}\` is not read; write it as \`${key.startsWith('final') ? 'state: {…}' : 'judge: [{id: …, ask: …}]'}\` in a case of our own, or leave it unread by \`dialect: {ignore: [${key}]}\``;
    row.problems.push({ severity: 'error', path: row.at(key), message });
  }
  const metadata = unreadInformation(row, rowFields);
  return {
    id,
    context: state === null || Object.keys(state).length === 0 ? undefined : place(state, row.path),
    metadata: Object.keys(metadata).length > 0 ? place(metadata, row.path) : undefined,
    ...(scenario === null || turns?.length ? readTurns(row, turns, options) : readScenario(scenario)),
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
  if (user === null) {
    const message = `expected \`${userKey}\` with the text of the user in \`parts\``;
    turn.problems.push({ severity: 'error', path: turn.path, message });
  }
  const responseKey = keyOf(turn, 'final_response');
  const reference = { texts: [textOf(turn.fields(responseKey)) ?? ''], key: responseKey, origin: turn.at(responseKey) };
  const joined = joinDemands(
    [readTools(turn, options), referenceDemand(turn, reference, options, { rouge_1: { min: 0.8 } })],
    turn.path,
    turn.problems,
  );
  return { input: place(user ?? '', turn.at(userKey)), expect: gatherDemands(turn.path, [joined]) };
}

/** `intermediate_data.tool_uses`, or the function calls of `invocation_events`. */
function readTools(turn: Fields, options: DialectOptions): DraftObject {
  const key = keyOf(turn, 'intermediate_data');
  const data = turn.fields(key);
  if (data === null) return {};
  const usesKey = keyOf(data, 'tool_uses');
  const uses = data.has(usesKey) ? (data.list(usesKey) ?? []) : callsOfEvents(data);
  if (uses === null) return {};
  const keys = { name: 'name', args: 'args' };
  const calls = uses.map((use): Placed => {
    use.raw('id');
    return place(readCall(use, keys, options), use.path);
  });
  return toolsDemand({ calls, origin: turn.at(key) }, THE_LIST, options);
}

function callsOfEvents(data: Fields): readonly Fields[] | null {
  const events = data.list(keyOf(data, 'invocation_events'));
  return (
    events?.flatMap((event) =>
      (event.fields('content')?.list('parts') ?? []).flatMap((part) => part.fields(keyOf(part, 'function_call')) ?? []),
    ) ?? null
  );
}

function readScenario(scenario: Fields): DraftObject {
  const plan = scenario.requiredText(keyOf(scenario, 'conversation_plan'));
  const start = scenario.text(keyOf(scenario, 'starting_prompt'));
  const persona = scenario.raw(keyOf(scenario, 'user_persona'));
  return {
    input: placeIfGiven(start || null, scenario.path),
    simulated_user: {
      persona: place(typeof persona === 'string' ? persona : 'A user of the agent', scenario.path),
      goal: place(plan ?? '', scenario.path),
      // As many invocations as ADK's simulator allows by itself.
      max_turns: 20,
    },
    expect: { completes: place(true, scenario.path) },
  };
}

function textOf(content: Fields | null): string | null {
  const parts = content?.list('parts') ?? [];
  const texts = parts.flatMap((part) => part.text('text') ?? []);
  return texts.length > 0 ? texts.join('\n') : null;
}

/** The name of a field as the file writes it: in snake_case or in camelCase. */
function keyOf(fields: Fields, name: string): string {
  const camel = name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return !fields.has(name) && fields.has(camel) ? camel : name;
}

function hasContent(value: Json): boolean {
  return Array.isArray(value) || isJsonObject(value) ? Object.keys(value).length > 0 : value !== null;
}
