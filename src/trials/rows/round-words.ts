import { cutEnd } from '#common/cut.ts';
import { duration, listed, plural } from '#common/words.ts';
import type { Damage, DamageFacts, Remark } from './row.ts';

/** Why a round does not count, a sentence part. */
export function damageWords<Code extends Damage['code']>(damage: { readonly code: Code } & DamageFacts[Code]): string {
  return DAMAGE[damage.code](damage);
}

/** What should be mended in tests that count. */
export function remarkWords(remark: Remark, names: readonly string[]): string {
  return REMARKS[remark](cutEnd(listed(names, 3), 300));
}

const DAMAGE: { readonly [Code in keyof DamageFacts]: (facts: DamageFacts[Code]) => string } = {
  no_file: ({ exit }) => `it wrote no file at {results} (${exit}); does \`run\` pass {results} to the runner?`,
  unreadable_file: ({ problem }) => problem,
  cut: ({ problem, whole }) =>
    whole
      ? `its file can't be read: ${problem}; let nothing but the runner write it, once in a round`
      : `its file can't be read to the end: ${problem}; the runner was cut off`,
  other_format: ({ actual, format, at }) =>
    actual === null
      ? `what the runner wrote is not a file of ${format}${at === undefined ? '' : ` (${cutEnd(at, 100)} is missing, or of another kind)`}; name its format in \`suite.results\``
      : `the runner wrote a file of ${actual}; write \`results: ${actual}\``,
  bad_row: ({ row, field, value, needed }) =>
    `${row}: ${field === '' ? 'it' : `\`${field}\``} is ${cutEnd(value, 100)}, and must be ${needed}`,
  no_path: ({ key, path, has, found }) =>
    `\`rows.${key}\` is ${path}, ${found === null ? 'which is nowhere in the file' : `which leads to ${cutEnd(found, 100)}, and must to ${key === 'count' ? 'a number' : 'a list'}`}; its keys are ${listed(
      has.map((name) => cutEnd(JSON.stringify(name), 40)),
      8,
    )}`,
  none_newer: ({ glob, older, exit }) =>
    `it wrote no file that matches ${glob} (${exit})${older === 0 ? '' : `; ${plural(older, 'file')} there ${older === 1 ? 'is' : 'are'} older than the round`}`,
  outside: ({ path }) => `${path} is outside the folder of the config; run the tests of this folder alone`,
  too_many_rows: ({ most }) => `the runner wrote more than ${most} rows`,
  not_loaded: ({ file, problem }) => `${file} could not be loaded: ${cutEnd(problem, 300)}`,
  hook_failed: ({ file, left_out }) =>
    `a hook failed${file === null ? '' : ` in ${file}`}, which leaves ${left_out === 0 ? 'tests' : plural(left_out, 'test')} out`,
  pending: ({ tests, why }) =>
    `${plural(tests.length, 'test')} never ended (${cutEnd(tests.slice(0, 3).join(', '), 200)}): ${why === 'killed' ? 'a worker of the runner was killed' : 'the process of the tests ended there, and left out those after it'}`,
  exit_code: ({ exit }) => `pytest ended with ${exit}, ${PYTEST_EXITS[exit] ?? 'which is not a result'}`,
  stopped_early: ({ ran, of }) => `pytest stopped at the first failure (${ran} of ${plural(of, 'test')}); remove -x`,
  count: ({ counted, tests, file }) =>
    `${fileWords(file)} counts ${plural(counted, 'test')} and has ${tests}; let the runner write those that it skips or leaves out, too`,
  unseen_failure: ({ counted, file }) =>
    `${fileWords(file)} counts ${plural(counted, 'failure')}, and no test in it failed; mend what fails outside of its tests`,
  stale: ({ written }) => `its file was written before it began (${written})`,
  not_ended: ({ status, tests, of }) =>
    `the runner ended with ${status}, and ${tests} of ${plural(of, 'test')} are there`,
  unhandled_error: ({ problem }) => `an error outside every test: ${cutEnd(problem, 300)}`,
  ended_badly: ({ exit, words }) =>
    `the runner did not end well (${exit}), and no test that failed says why${words === '' ? '' : `; its last words: ${words}`}`,
  no_test_ran: ({ skipped }) =>
    `no test ran${skipped === 0 ? '' : `: ${skipped} skipped`}; does a filter match nothing?`,
  no_outcome: ({ id, has_scores, has }) => {
    if (has_scores) return `${id} has scores and no outcome; write \`min_score\``;
    const keys = has.length === 0 ? '' : ` (it has ${namesOf(has)})`;
    return `${id} has none of \`passed\`, \`outcome\` and \`scores\`${keys}; let its row say one of them`;
  },
  cached: () => 'promptfoo caches answers on disk, so every round would repeat the first; add --no-cache to `run`',
  mixed_up: ({ name, file }) =>
    `evalite wrote results of ${JSON.stringify(name)} (${file}) that never ended: it mixes up evals of the same name; give each eval its own name, across all files`,
  other_names: ({ unknown, gone, of }) =>
    [
      ...(unknown.length === 0 ? [] : [`it has ${namesOf(unknown)}, which an earlier round did not have`]),
      ...(gone.length === 0
        ? []
        : [`it has ${of - gone.length} of the ${plural(of, 'test')} of an earlier round, and not ${namesOf(gone)}`]),
      ...(unknown.length === 0 || gone.length === 0 ? [] : ['names must not hold random values']),
    ].join('; '),
  no_model_call: ({ before }) =>
    `it called no model, an earlier round made ${plural(before, 'call')}: a cache answered; switch it off`,
  timeout: ({ limit_ms }) => `it took longer than ${duration(limit_ms)}, the \`limits.round_timeout\``,
  not_started: ({ message }) => `\`suite.run\` can't be started: ${message}`,
  not_cleared: ({ why }) =>
    `what is at \`suite.file\` can't be put aside before a round: ${why}; name a file that only the runner writes`,
};

function fileWords(file: string | undefined): string {
  return file === undefined || file === '' ? 'its file' : cutEnd(file, 100);
}

function namesOf(names: readonly string[]): string {
  return listed(
    names.map((name) => JSON.stringify(name.slice(0, 100))),
    3,
  );
}

const PYTEST_EXITS: { readonly [code: number]: string } = {
  2: 'because files could not be collected or it was interrupted',
  3: 'an error of its own',
  4: 'because it was called wrongly',
  5: 'because no test was collected',
};

const REMARKS: { readonly [Known in Remark]: (names: string) => string } = {
  teardown_failed: (names) => `a teardown failed, and the outcome of its test still counts: ${names}`,
  no_assertion: (names) => `tests without an assertion always pass: ${names}`,
  numbered: (names) =>
    `the samples have no ids, so their place identifies them (${names}), and a new sample renames those after it: give samples ids`,
  same_name: (names) =>
    `two tests are called ${names}: their place in the file tells them apart; give each a name of its own`,
  unequal_repeats: (names) =>
    `${names} is repeated more often in a round than other tests, so each repeat counts as a test of its own; leave repeats to the rounds`,
  not_selected: (names) => `\`run_cases\` does not find ${names}, so whole rounds ran instead`,
  no_message: (names) => `no row has what \`rows.message\` names, so nothing says why these did not pass: ${names}`,
  ended_well: (names) =>
    `the runner ended with exit code 0 although tests failed, and their results are taken as written: ${names}`,
};
