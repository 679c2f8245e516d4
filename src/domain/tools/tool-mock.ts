import type { Json, JsonObject } from '#domain/json.ts';

/** What a mocked tool answers: a value, or a fault that real tools have too. */
export type MockAnswer =
  | { readonly kind: 'value'; readonly value: Json }
  /** The model is told that the tool failed, in these words. */
  | { readonly kind: 'error'; readonly message: string }
  /** The model is told that the tool did not answer in time; nobody waits for it. */
  | { readonly kind: 'timeout' }
  /** Text that should be JSON and is cut off. */
  | { readonly kind: 'malformed'; readonly value: Json }
  /** The value, after this long. */
  | { readonly kind: 'slow'; readonly delay_ms: number; readonly value: Json };

/** One row of a table: the arguments it is for (matchers allowed, extra arguments allowed; `null`: any), and its answer. */
export interface MockRow {
  readonly args: JsonObject | null;
  readonly answer: MockAnswer;
}

/** Stands in for a tool of a built-in agent. Of a table the first row that matches answers. */
export type ToolMock =
  | { readonly kind: 'table'; readonly rows: readonly MockRow[] }
  /** A JavaScript module in the workspace, run in a process of its own: its default export gets the arguments. */
  | { readonly kind: 'module'; readonly file: string };

/** Mocks by the name of the tool. */
export type ToolMocks = { readonly [tool: string]: ToolMock };
