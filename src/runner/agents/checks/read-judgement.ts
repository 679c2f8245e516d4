import { cutEnd } from '#common/cut.ts';
import { isJsonObject } from '#common/json.ts';
import { clampedScore } from '#judge/criterion.ts';
import type { CheckResult } from '#trials/checks/terms/check.ts';
import { unjudged } from '#trials/checks/terms/judgement.ts';

/** The least score that passes by itself, where the case says nothing else. */
const MIN_SCORE = 0.5;

/**
 * Reads what a custom check printed: the last line that is JSON, or the whole output. A score alone passes from `minScore` on. With
 * anything else the check could not judge, and the trial is a missing one.
 */
export function readJudgement(output: string, minScore = MIN_SCORE): CheckResult {
  const answer = fieldsOf(lastJson(output));
  if ('problem' in answer) {
    const text = `the check printed no answer: ${answer.problem}; expected {"passed": true or false, "score": 0 to 1, "reason": "…"}`;
    return { name: 'custom', ...unjudged('check_broken', { kind: 'said', text }) };
  }
  const { passed: reported, score, reason } = answer;
  const passed = reported ?? (score !== null && score >= minScore);
  const code = passed ? null : 'custom_failed';
  const fact = reported === null && score !== null ? ({ kind: 'score', score, least: minScore } as const) : null;
  return {
    name: 'custom',
    passed,
    score: score ?? (passed ? 1 : 0),
    fact: {
      code,
      ...(reason === null ? (fact ?? { kind: 'unexplained', passed }) : { kind: 'said', text: reason }),
    },
  };
}

type Fields =
  | { readonly passed: boolean | null; readonly score: number | null; readonly reason: string | null }
  | { readonly problem: string };

function fieldsOf(value: unknown): Fields {
  if (!isJsonObject(value))
    return { problem: value === undefined ? 'no line is JSON' : `${valueWords(value)} is not an object` };
  const { passed = null, score = null, reason = null } = value;
  if (passed !== null && typeof passed !== 'boolean')
    return { problem: `passed is ${valueWords(passed)}, and must be true or false without quotes` };
  const clamped = typeof score === 'number' ? clampedScore(score) : null;
  if (score !== null && clamped === null)
    return { problem: `score is ${valueWords(score)}, and must be a number from 0 to 1` };
  if (reason !== null && (typeof reason !== 'string' || reason.length > LONGEST_REASON))
    return { problem: `reason is ${valueWords(reason)}, and must be a text of at most ${LONGEST_REASON} characters` };
  if (passed === null && score === null) return { problem: 'it has neither passed nor score' };
  return { passed, score: clamped, reason: reason === null || reason.trim() === '' ? null : reason };
}

const LONGEST_REASON = 100_000;

function valueWords(value: unknown): string {
  // JSON has numbers that exceed ours, but no word for them.
  return cutEnd(typeof value === 'number' ? String(value) : JSON.stringify(value), 60);
}

function lastJson(output: string): unknown {
  for (const text of [output, ...output.trimEnd().split('\n').reverse()]) {
    for (const read of [text, text.replace(NO_NUMBER, '$1"$2"')]) {
      try {
        return JSON.parse(read);
      } catch {
        // Not this line: a check may print others before its answer.
      }
    }
  }
  return undefined;
}

/** What Python writes for floats that JSON does not have. */
const NO_NUMBER = /(:\s{0,9})(-?Infinity|NaN)(?=\s{0,9}[,}])/g;
