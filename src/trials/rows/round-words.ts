import { cutEnd } from '#common/cut.ts';
import { duration, listed, plural } from '#common/words.ts';
import type { DamageFacts, ProblemFacts, Remark } from './row.ts';

type Words<Facts> = { readonly [Code in keyof Facts]: (facts: Facts[Code]) => string };

/** Why a round does not count, a sentence part. */
export function damageWords<Code extends keyof DamageFacts>(
  damage: { readonly code: Code } & DamageFacts[Code],
): string {
  return DAMAGE[damage.code](damage);
}

/** What no further round would mend, a sentence. */
export function problemWords<Code extends keyof ProblemFacts>(
  problem: { readonly code: Code } & ProblemFacts[Code],
): string {
  return PROBLEMS[problem.code](problem);
}

/** What should be mended in tests that count. */
export function remarkWords(remark: Remark, names: readonly string[]): string {
  return REMARKS[remark](cutEnd(listed(names, 3), 300));
}

const DAMAGE: Words<DamageFacts> = {
  no_file: ({ exit }) => `it wrote no file at {results} (${exit}); does \`run\` pass {results} to the runner?`,
  unreadable_file: ({ problem }) => problem,
  cut: ({ problem }) => `its file can't be read to the end: ${problem}; the runner was cut off`,
  not_loaded: ({ file, problem }) => `${file} could not be loaded: ${cutEnd(problem, 300)}`,
  hook_failed: ({ file, left_out }) =>
    `a hook failed${file === null ? '' : ` in ${file}`}, which leaves ${plural(left_out, 'test')} out`,
  pending: ({ tests }) =>
    `${plural(tests.length, 'test')} never ended (${cutEnd(tests.slice(0, 3).join(', '), 200)}): a worker of the runner was killed`,
  exit_code: ({ exit }) => `pytest ended with ${exit}, ${PYTEST_EXITS[exit] ?? 'which is not a result'}`,
  stopped_early: ({ ran, of }) => `pytest stopped at the first failure (${ran} of ${plural(of, 'test')}); remove -x`,
  count: ({ counted, tests }) => `its file counts ${plural(counted, 'test')} and has ${tests}`,
  stale: ({ written }) => `its file was written before it began (${written})`,
  not_ended: ({ status, tests, of }) =>
    `the runner ended with ${status}, and ${tests} of ${plural(of, 'test')} are there`,
  unhandled_error: ({ problem }) => `an error outside every test: ${cutEnd(problem, 300)}`,
  others_ran: ({ of }) => `run_cases returned none of the ${plural(of, 'case')} asked for`,
  no_model_call: ({ before }) =>
    `it called no model, an earlier round made ${plural(before, 'call')}: a cache answered; switch it off`,
  timeout: ({ limit_ms }) => `it took longer than ${duration(limit_ms)}, the \`limits.round_timeout\``,
};

const PYTEST_EXITS: { readonly [code: number]: string } = {
  2: 'because files could not be collected or it was interrupted',
  3: 'an error of its own',
  4: 'because it was called wrongly',
  5: 'because no test was collected',
};

const PROBLEMS: Words<ProblemFacts> = {
  not_started: ({ message }) => `\`suite.run\` can't be started: ${message}`,
  other_names: ({ differing, of, examples }) =>
    `${differing} of ${of} names differ from those of the first round (${examples.map((name) => JSON.stringify(name.slice(0, 100))).join(', ')}): names must not hold random values`,
  other_format: ({ actual, format }) =>
    actual === null
      ? `what the runner wrote is not a file of ${format}; name its format in \`suite.results\``
      : `the runner wrote a file of ${actual}; write \`results: ${actual}\``,
  no_test_ran: ({ skipped }) =>
    `no test ran${skipped === 0 ? '' : `: ${skipped} skipped`}; does a filter match nothing?`,
  cached: () => 'promptfoo caches answers on disk, so every round would repeat the first; add --no-cache to `run`',
  no_outcome: ({ id, has_scores }) =>
    has_scores ? `${id} has scores and no outcome; write \`min_score\`` : `${id} has neither an outcome nor a score`,
  twice: ({ id, times }) =>
    `${id} is there ${times} times: reruns, or tests of the same name; read the runner's own format (\`results: pytest\`), or rename them and remove --reruns`,
  mixed_up: ({ name, file }) =>
    `evalite wrote results of ${JSON.stringify(name)} (${file}) that never ended: it mixes up evals of the same name; give each eval its own name, across all files`,
  too_many_rows: ({ most }) => `the runner wrote more than ${most} rows`,
  outside: ({ path }) => `${path} is outside the folder of the config; run the tests of this folder alone`,
};

const REMARKS: { readonly [Known in Remark]: (names: string) => string } = {
  teardown_failed: (names) => `a teardown failed, and the outcome of its test still counts: ${names}`,
  no_assertion: (names) => `tests without an assertion always pass: ${names}`,
  numbered: (names) =>
    `the samples have no ids, so their place identifies them (${names}), and a new sample renames those after it: give samples ids`,
};
