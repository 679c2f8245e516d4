import type { JsonObject } from '#common/json.ts';
import type { MockAnswer, ToolMock, ToolMocks } from './tool-mock.ts';

/** Mocks in the format of a case file. */
export function writeMocks(mocks: ToolMocks): JsonObject {
  return Object.fromEntries(Object.entries(mocks).map(([tool, mock]) => [tool, writeMock(mock)]));
}

function writeMock(mock: ToolMock): JsonObject {
  if (mock.kind === 'module') return { module: mock.file };
  return {
    table: mock.rows.map(({ args, answer }) => ({ ...(args === null ? {} : { args }), ...writeAnswer(answer) })),
  };
}

function writeAnswer(answer: MockAnswer): JsonObject {
  switch (answer.kind) {
    case 'value':
      return { value: answer.value };
    case 'error':
      return { fault: 'error', message: answer.message };
    case 'timeout':
      return { fault: 'timeout' };
    case 'malformed':
      return { fault: 'malformed', value: answer.value };
    case 'slow':
      return { fault: 'slow', delay: `${answer.delay_ms}ms`, value: answer.value };
  }
}
