import { isJsonObject, type Json, type JsonObject } from '#common/json.ts';

/** Case formats that are read. All are recognised by their fields, except rows whose columns the config names. */
export type ReadFormat =
  | 'canonical'
  | 'trajectory-list'
  | 'support-suite'
  | 'final-state'
  | 'three-dimensions'
  | 'agent-skills'
  | 'rows';

const unreadFormats = ['promptfoo', 'adk-evalset', 'inspect', 'openai-evals', 'deepeval', 'ragas'] as const;

/** A format of another tool that is known and not read at a run. */
export type UnreadFormat = (typeof unreadFormats)[number];

/** Whether a format is known and not read at a run. */
export function isUnread(name: FormatName): name is UnreadFormat {
  return unreadFormats.some((unread) => unread === name);
}

/** Every format that is recognised. */
export type FormatName = ReadFormat | UnreadFormat;

/** The fields by which people recognise each format. */
export const tellingFields: Record<ReadFormat, string> = {
  canonical: 'id, input or turns, expect',
  'trajectory-list': 'name, input, expected_tool_calls, expected_response_contains, or turns with expected_tool_name',
  'support-suite': 'agent, model, test_cases with expected.should_contain, expected.escalated, expected.tools_used, …',
  'final-state': 'conversation and expected.final_state, or sample_id, input messages and expected_function_call',
  'three-dimensions': 'id, input, expected_tools, expected_output_contains, category',
  'agent-skills': 'skill_name, evals with prompt, assertions or expected_output; or query and expected_behavior',
  rows: 'any, if `dialect: {columns: {…}}` names them',
};

/** The formats whose distinctive fields a row has: one for a correct row, none or several otherwise. */
export function rowFormats(row: Json): readonly FormatName[] {
  if (!isJsonObject(row)) return [];
  return formatNames.filter((name) => bears[name](row));
}

/** A canonical case that leaves all its expectations to the config's defaults: only canonical fields. */
export function isBareCanonicalRow(row: Json): boolean {
  if (!isJsonObject(row)) return false;
  const fields = ['id', 'name', 'tags', 'metadata', 'context', 'history', 'input', 'turns', 'trials'];
  return 'id' in row && ('input' in row || 'turns' in row) && Object.keys(row).every((key) => fields.includes(key));
}

/** What distinguishes the rows of each format from all others. */
const bears: Record<FormatName, (row: JsonObject) => boolean> = {
  canonical: (row) => 'expect' in row || someTurn(row, ['expect']),
  'trajectory-list': (row) => hasAny(row, trajectoryFields) || someTurn(row, trajectoryFields),
  'support-suite': ({ expected }) =>
    hasAny(expected, supportFields) || (isJsonObject(expected) && Object.keys(expected).some(isOfEscalation)),
  'final-state': (row) =>
    (hasAny(row, ['conversation', 'conversations']) && !hasAny(row, ['eval_id', 'evalId'])) ||
    'expected_function_call' in row ||
    ('sample_id' in row && Array.isArray(row['input'])) ||
    hasAny(row['expected'], ['final_state']),
  'three-dimensions': (row) => 'expected_output_contains' in row || ('expected_tools' in row && !bears.deepeval(row)),
  promptfoo: (row) =>
    hasAny(row, ['vars', 'assert']) || Object.keys(row).some((key) => /^__(?:expected\d*|description)$/.test(key)),
  'agent-skills': (row) =>
    ('prompt' in row && hasAny(row, ['expected_output', 'assertions', 'expectations'])) ||
    ('query' in row && 'expected_behavior' in row),
  'adk-evalset': (row) =>
    hasAny(row, ['eval_id', 'evalId', 'expected_tool_use']) || someOf(row['data'], ['expected_tool_use']),
  inspect: (row) => 'input' in row && 'target' in row,
  'openai-evals': (row) => 'input' in row && 'ideal' in row,
  deepeval: (row) =>
    ('input' in row && hasAny(row, ['expected_output', 'expectedOutput'])) ||
    ('scenario' in row && hasAny(row, ['expected_outcome', 'expectedOutcome'])) ||
    (isListOfMappings(row['expected_tools'] ?? row['expectedTools']) &&
      !hasAny(row, ['id', 'expected_output_contains'])),
  ragas: (row) => 'user_input' in row,
  rows: () => false,
};

const formatNames: readonly FormatName[] = [
  'canonical',
  'trajectory-list',
  'support-suite',
  'final-state',
  'three-dimensions',
  'agent-skills',
  ...unreadFormats,
];

const trajectoryFields = ['expected_tool_calls', 'expected_tool_name', 'expected_response_contains'];

/** What a support suite expects. */
export const supportFields = [
  'should_contain',
  'should_not_contain',
  'escalated',
  'escalation_priority',
  'tools_used',
  'max_tool_calls',
  'max_input_tokens',
  'max_output_tokens',
];

/** What an agent returns of how it escalated: `escalation_priority`, `escalation_reason`. */
export function isOfEscalation(key: string): boolean {
  return key.startsWith('escalation_');
}

function someTurn(row: JsonObject, fields: readonly string[]): boolean {
  return someOf(row['turns'], fields);
}

function someOf(list: Json | undefined, fields: readonly string[]): boolean {
  return Array.isArray(list) && list.some((item: Json) => hasAny(item, fields));
}

function isListOfMappings(value: Json | undefined): boolean {
  return Array.isArray(value) && value.some(isJsonObject);
}

function hasAny(value: Json | undefined, fields: readonly string[]): boolean {
  return isJsonObject(value) && fields.some((field) => Object.hasOwn(value, field));
}
