import { memberIn } from '#cases/matching/texts/fold-text.ts';
import { isJsonObject, type Json, type JsonObject } from '#common/json.ts';
import { compareFields } from './compare-fields.ts';
import type { Check, CheckResult } from './terms/check.ts';

/**
 * `metadata`: structured fields that the agent returned with its answer. An agent without metadata satisfies only fields that
 * may be absent.
 */
export const metadataCheck: Check<JsonObject> = {
  key: 'metadata',
  judge: (expectation, { metadata }) => {
    const unreported = metadata === null ? 'metadata' : null;
    const field = (name: string) => (metadata === null ? undefined : memberIn(metadata, name));
    return [{ name: 'metadata', ...compareFields(expectation, field, unreported) }];
  },
};

/**
 * `reported`: what a runner of its own says of its test, which stands in the metadata of the turn. No case file can demand it.
 */
export const reportedCheck: Check<true> = {
  key: 'reported',
  judge: (_, { metadata }) => {
    const reported = metadata?.['reported'];
    if (!isJsonObject(reported)) return [NOT_REPORTED];
    const passed = reported['outcome'] === 'passed';
    const { message, scores } = reported;
    const text = typeof message === 'string' && message !== '' ? message : passed ? 'passed' : 'failed';
    const whole = { name: 'reported', passed, score: null, fact: { kind: 'said', code: 'reported', text } } as const;
    return [whole, ...(Array.isArray(scores) ? scores.flatMap((score: Json) => ofScorer(score, passed)) : [])];
  },
};

const NOT_REPORTED: CheckResult = {
  name: 'reported',
  passed: null,
  score: null,
  fact: { kind: 'not_judged', code: 'not_run', why: 'not_run' },
};

/** A scorer of a test that failed passed if nothing could be better. */
function ofScorer(scorer: Json, testPassed: boolean): readonly CheckResult[] {
  if (!isJsonObject(scorer)) return [];
  const { name, score, reason, passed } = scorer;
  if (typeof name !== 'string' || typeof score !== 'number') return [];
  const text = typeof reason === 'string' && reason !== '' ? reason : `scored ${score}`;
  return [
    {
      name: `reported.${name}`,
      passed: typeof passed === 'boolean' ? passed : testPassed || score >= 1,
      score,
      fact: { kind: 'said', code: 'reported', text },
    },
  ];
}
