import type { ToolsExpectation } from '#domain/suite/expectation.ts';
import { judgeCalls } from './calls/judge-calls.ts';
import type { Check } from './check.ts';
import { unreportedCalls } from './unreported-calls.ts';

/**
 * `tools`: which tools were called, with what, in which order. Parts: `tools.present`, `.args`, `.status`, `.order`, `.extra`,
 * `.parallel`, `.before`, `.forbidden`, `.count`.
 */
export const toolsCheck: Check<ToolsExpectation> = {
  key: 'tools',
  judge: (expectation, view) => judgeCalls('tools', expectation, view.tool_calls, unreportedCalls(view)),
};
