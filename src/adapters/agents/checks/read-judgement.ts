import * as z from 'zod';
import type { CheckResult } from '#domain/checks/check.ts';
import { unjudged } from '#domain/checks/judgement.ts';

const judgement = z.object({
  passed: z.boolean(),
  score: z.number().min(0).max(1).nullish(),
  reason: z.string().max(100_000).nullish(),
});

/**
 * Reads what a custom check printed: the last line that is JSON, or the whole output. With anything else the check could not
 * judge.
 */
export function readJudgement(output: string): CheckResult {
  const parsed = judgement.safeParse(lastJson(output));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const where = issue && issue.path.length > 0 ? `${issue.path.join('.')}: ` : '';
    const text = `the check printed no answer; expected {"passed": true or false, "score": 0 to 1, "reason": "…"} (${where}${issue?.message})`;
    return { name: 'custom', ...unjudged('check_broken', { kind: 'said', text }) };
  }
  const { passed, score, reason } = parsed.data;
  return {
    name: 'custom',
    passed,
    score: score ?? (passed ? 1 : 0),
    fact: {
      code: passed ? null : 'custom_failed',
      ...(reason?.trim() ? { kind: 'said', text: reason } : { kind: 'unexplained', passed }),
    },
  };
}

function lastJson(output: string): unknown {
  for (const text of [output, ...output.trimEnd().split('\n').reverse()]) {
    try {
      return JSON.parse(text);
    } catch {
      // Not this line: a check may print others before its answer.
    }
  }
  return undefined;
}
