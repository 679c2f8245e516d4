import { matchArguments } from '#cases/matching/match-value.ts';
import type { Json, JsonObject } from '#common/json.ts';

/** The answer of a mocked tool: a value, or a fault that real tools have too. */
export type MockAnswer =
  | { readonly kind: 'value'; readonly value: Json }
  /** Tells the model, in these words, that the tool failed. */
  | { readonly kind: 'error'; readonly message: string }
  /** Tells the model that the tool did not answer in time; without an actual wait. */
  | { readonly kind: 'timeout' }
  /** Text that should be JSON and is truncated. */
  | { readonly kind: 'malformed'; readonly value: Json }
  /** The value, after this long. */
  | { readonly kind: 'slow'; readonly delay_ms: number; readonly value: Json };

/** One row of a table: its arguments (matchers and extra arguments are allowed; `null`: any), and its answer. */
export interface MockRow {
  readonly args: JsonObject | null;
  readonly answer: MockAnswer;
}

/** Replaces a tool of a built-in agent, or of an MCP server. A table answers with the first row that matches. */
export type ToolMock =
  | { readonly kind: 'table'; readonly rows: readonly MockRow[] }
  /** A JavaScript module in the workspace, run in a process of its own: its default export gets the arguments. */
  | { readonly kind: 'module'; readonly file: string };

/** Mocks by the name of the tool. */
export type ToolMocks = { readonly [tool: string]: ToolMock };

/** The answer of the first row whose arguments are all among `args`; `null` if no row matches. */
export function answerOf(rows: readonly MockRow[], args: JsonObject): MockAnswer | null {
  const row = rows.find((row) => row.args === null || matchArguments(row.args, args, 'includes') === null);
  return row?.answer ?? null;
}
