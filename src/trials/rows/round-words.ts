import { cutEnd } from '#common/cut.ts';
import { duration, listed, plural } from '#common/words.ts';
import type { Damage, Remark, RowsProblem } from './row.ts';

/** Why a round does not count, a sentence part. */
export function damageWords(damage: Damage): string {
  switch (damage.code) {
    case 'no_file':
      return `it wrote no file at {results} (${damage.exit}); does \`run\` pass {results} to the runner?`;
    case 'unreadable_file':
      return damage.problem;
    case 'cut':
      return `its file can't be read to the end: ${damage.problem}; the runner was cut off`;
    case 'not_loaded':
      return `${damage.file} could not be loaded: ${cutEnd(damage.problem, 300)}`;
    case 'hook_failed':
      return `a hook failed${damage.file === null ? '' : ` in ${damage.file}`}, which leaves ${plural(damage.left_out, 'test')} out`;
    case 'pending':
      return `${plural(damage.tests.length, 'test')} never ended (${cutEnd(damage.tests.slice(0, 3).join(', '), 200)}): a worker of the runner was killed`;
    case 'exit_code':
      return `pytest ended with ${damage.exit}, ${PYTEST_EXITS[damage.exit] ?? 'which is no result'}`;
    case 'stopped_early':
      return `pytest stopped at the first failure (${damage.ran} of ${plural(damage.of, 'test')}); remove -x`;
    case 'count':
      return `its file counts ${plural(damage.counted, 'test')} and has ${damage.found}`;
    case 'stale':
      return `its file was written before it began (${damage.written})`;
    case 'not_ended':
      return `the runner ended with ${damage.status}, and ${damage.found} of ${plural(damage.of, 'test')} are there`;
    case 'unhandled_error':
      return `an error outside every test: ${cutEnd(damage.problem, 300)}`;
    case 'others_ran':
      return `run_cases returned none of the ${plural(damage.of, 'case')} asked for`;
    case 'no_model_call':
      return `it called no model, an earlier round made ${plural(damage.before, 'call')}: a cache answered; switch it off`;
    case 'timeout':
      return `it took longer than ${duration(damage.limit_ms)}, the \`limits.round_timeout\``;
  }
}

const PYTEST_EXITS: { readonly [code: number]: string } = {
  2: 'because files could not be collected or it was interrupted',
  3: 'an error of its own',
  4: 'because it was called wrongly',
  5: 'because no test was collected',
};

/** What should be mended in tests that count. */
export function remarkWords(remark: Remark, names: readonly string[]): string {
  const those = cutEnd(listed(names, 3), 300);
  switch (remark) {
    case 'teardown_failed':
      return `a teardown failed, and the outcome of its test stands: ${those}`;
    case 'no_assertion':
      return `tests without an assertion always pass: ${those}`;
    case 'numbered':
      return `the samples have no ids, so they are known by their place (${those}), and a new one renames those after it: give samples ids`;
  }
}

/** What no further round would mend, a sentence. */
export function problemWords(problem: RowsProblem): string {
  switch (problem.code) {
    case 'not_started':
      return `\`suite.run\` can't be started: ${problem.message}`;
    case 'other_names':
      return `${problem.differing} of ${problem.of} names differ from those of the first round (${problem.examples.map((name) => JSON.stringify(name.slice(0, 100))).join(', ')}): names must not hold random values`;
    case 'other_format':
      return problem.found === null
        ? `what the runner wrote is no file of ${problem.format}; name its format in \`suite.results\``
        : `the runner wrote a file of ${problem.found}; write \`results: ${problem.found}\``;
    case 'no_test_ran':
      return `no test ran${problem.skipped === 0 ? '' : `: ${problem.skipped} skipped`}; does a filter match nothing?`;
    case 'cached':
      return 'promptfoo caches answers on disk, so every round would repeat the first; add --no-cache to `run`';
    case 'no_outcome':
      return problem.has_scores
        ? `${problem.id} has scores and no outcome; write \`min_score\``
        : `${problem.id} has neither an outcome nor a score`;
    case 'twice':
      return `${problem.id} is there ${problem.times} times: reruns, or tests of one name; read the runner's own format (\`results: pytest\`), or rename them and remove --reruns`;
    case 'mixed_up':
      return `evalite wrote results of ${JSON.stringify(problem.name)} (${problem.file}) that never ended: it mixes evals of one name up; give each a name of its own, in all files`;
    case 'too_many_rows':
      return `the runner wrote more than ${problem.most} rows`;
    case 'outside':
      return `${problem.path} is outside the folder of the config; run the tests of this folder alone`;
  }
}
