import { test } from 'vitest';
import { expectSaid } from '#test/support/said.ts';
import { worded } from '#test/support/worded.ts';
import { gradeByChecks } from '#trials/checks/grade-by-checks.ts';
import { writtenTrial } from '../trial/written-trial.ts';

test('what every check says of a turn is what the golden file says', () => {
  return expectSaid(new URL('golden/checks.txt', import.meta.url), (text) =>
    gradeByChecks(...writtenTrial(text), new Map())
      .checks.map(worded)
      .map(({ id, passed, score, code, reason }) =>
        [id, passed === null ? 'unknown' : passed ? 'passed' : 'failed', score, code, reason]
          .filter((part) => part !== null)
          .join(' · '),
      ),
  );
});
