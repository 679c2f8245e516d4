import { nearestName } from '#common/document/nearest-name.ts';
import type { ToolMocks } from './tool-mock.ts';
import type { ToolSchema } from './tool-schema.ts';

/** A tool without a mock, or a mock without a tool. */
export interface UnmockedTool {
  /** `mock`: the tool has none; `tool`: the mock has none. */
  readonly lacks: 'mock' | 'tool';
  readonly name: string;
  /** A sentence: what is wrong and how to fix it. */
  readonly message: string;
}

/** Tools without a mock, in their order, then mocks without a tool. */
export function unmockedTools(tools: readonly ToolSchema[], mocks: ToolMocks): readonly UnmockedTool[] {
  const names = tools.map(({ name }) => name);
  const mocked = Object.keys(mocks);
  const unknown = mocked.filter((name) => !names.includes(name));
  const bare = names.filter((name) => !mocked.includes(name));
  return [
    ...bare.map((name): UnmockedTool => ({ lacks: 'mock', name, message: withoutMock(name, unknown) })),
    ...unknown.map((name): UnmockedTool => ({ lacks: 'tool', name, message: withoutTool(name, names) })),
  ];
}

function withoutMock(name: string, unknown: readonly string[]): string {
  const near = nearestName(name, unknown);
  const hint = near === null ? '' : `; is the mock of ${near} meant for it?`;
  return `the tool ${name} has no mock, so nothing could answer it: write mocks: {${name}: {value: …}}${hint}`;
}

function withoutTool(name: string, tools: readonly string[]): string {
  const near = nearestName(name, tools);
  const known = tools.length === 0 ? 'the agent has no tools' : `the tools are ${tools.slice(0, 20).join(', ')}`;
  return `there is no tool ${name} to mock; ${near === null ? known : `did you mean ${near}?`}`;
}
