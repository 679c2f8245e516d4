import type { ToolsExpectation } from '#cases/suite/expectation.ts';
import { isCallFact } from '#trials/facts/check-fact.ts';
import { gradeCalls } from './calls/grade-calls.ts';
import { withoutCalls } from './calls/unreported-calls.ts';
import type { Check, CheckResult } from './terms/check.ts';

/**
 * `tools`: which tools were called, with which arguments, in which order. Parts: `tools.present`, `.args`, `.status`, `.order`,
 * `.extra`, `.parallel`, `.before`, `.forbidden`, `.count`.
 */
export const toolsCheck: Check<ToolsExpectation> = {
  key: 'tools',
  judge: (expectation, view) => {
    const results = gradeCalls('tools', expectation, view.tool_calls, withoutCalls(view));
    // The agent itself reports no calls: then only the wire shows that there were none, and the client may bypass it.
    const doubtful = view.bypassed === true && view.tool_calls?.length === 0;
    return doubtful ? results.map(afterBypass) : results;
  },
};

function afterBypass(result: CheckResult): CheckResult {
  return result.passed === false && isCallFact(result.fact)
    ? { ...result, fact: { ...result.fact, bypassed: true } }
    : result;
}
