import { type ActionInputs, INPUTS } from '#commands/options/inputs.ts';
import type { Read } from '#commands/options/kinds.ts';
import { camel, defaultOf, namedValues, type Option } from '#commands/options/option.ts';
import type { JsonObject } from '#common/json.ts';
import type { RunnerVariables } from '#github/event/run-context.ts';

const ROWS = Object.entries<Option>(INPUTS);

/** Reads every input and returns all problems at once; each names the input, its value and the allowed values. */
export function readInputs(
  env: RunnerVariables,
): { readonly inputs: ActionInputs } | { readonly problems: readonly string[] } {
  const read = ROWS.map(([name, input]) => ({ name, ...readInput(input, inputText(env, name)) }));
  const inputs = namedValues<typeof INPUTS>(read.flatMap((item) => ('value' in item ? [[item.name, item.value]] : [])));
  const problems = read.flatMap((item) =>
    'problems' in item ? item.problems.map((is) => `input ${item.name} ${is}`) : [],
  );
  const { shard = null, mode = 'run' } = inputs;
  if (shard !== null && mode !== 'run')
    problems.push(
      `input shard is "${inputText(env, 'shard')}" with mode "${mode}"; only "run" runs shards, "merge" finds them by itself`,
    );
  if ((inputs.agents ?? []).length > 0 && (shard !== null || mode !== 'run'))
    problems.push('input agents compares agents in one job; leave out the inputs shard and mode');
  return problems.length > 0 ? { problems } : { inputs };
}

/** The inputs that are stored, under the names of action.yml. */
export function inputFacts(inputs: ActionInputs): JsonObject {
  const values = new Map<string, unknown>(Object.entries(inputs));
  const entries = ROWS.flatMap(([name, { kind, stored }]): (readonly unknown[])[] => {
    const value = values.get(camel(name)) ?? null;
    return stored ? [[name, value === null || kind.stored === undefined ? value : kind.stored(value)]] : [];
  });
  return Object.fromEntries(entries);
}

function readInput(input: Option, text: string): Read<unknown> {
  if (text !== '') return input.kind.read(text);
  return input.kind.missing === undefined ? { value: defaultOf(input) } : { problems: [input.kind.missing] };
}

/**
 * An input from the runner, by the rule of @actions/core's getInput: `INPUT_` and the name in capitals, spaces as underscores.
 * Empty if absent.
 */
function inputText(env: RunnerVariables, name: string): string {
  return (env[`INPUT_${name.replaceAll(' ', '_').toUpperCase()}`] ?? '').trim();
}
