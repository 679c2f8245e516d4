import { expect, test } from 'vitest';
import { scratchHouse } from './support/scratch-house.ts';

/**
 * A capability can be taken out: without its files, the compiler names every place that knows it, to be mended by hand.
 *
 * @param kind its kind of agent, which the config knows
 */
async function placesThatKnow(paths: readonly string[], kind: string | null = null): Promise<readonly string[]> {
  const house = scratchHouse();
  try {
    for (const path of paths) house.delete(path);
    if (kind !== null) {
      // Without its type, nothing can ask whether an agent is of that kind.
      const member = new RegExp(`^ {2}\\| ${kind};\\n`, 'm');
      const config = house.read(CONFIG).replace(member, '  ;\n');
      if (config === house.read(CONFIG)) throw new Error(`no agent of the config is a ${kind}`);
      house.write(CONFIG, config);
    }
    return await house.filesThatDoNotCompile();
  } finally {
    house.remove();
  }
}

const CONFIG = 'src/domain/config/config.ts';

/** What gates the tests of a runner of its own: `suite:`, `compare --results`, and what `init` finds. */
const OWN_RUNNERS = [
  'src/domain/rows',
  'src/domain/config/agents/suite.ts',
  'src/domain/config/runner-refusal.ts',
  'src/domain/gate/terms/rounds.ts',
  'src/domain/statistics/counts/rounds-exact.ts',
  'src/application/load/discover-cases.ts',
  'src/application/load/test-files.ts',
  'src/adapters/agents/suite-agent.ts',
  'src/adapters/agents/suite',
  'src/entry/cli/compare-rounds.ts',
  'src/entry/cli/found/find-runner.ts',
];

test('suites with their own runner are known in these places alone', async () => {
  expect(await placesThatKnow(OWN_RUNNERS, 'SuiteAgentConfig')).toEqual([
    'src/application/base-side/load-base-suite.ts',
    'src/application/base-side/read-cases-of-main.ts',
    'src/application/base-side/suite-to-run.ts',
    'src/application/concluding/circumstances-of.ts',
    'src/application/evaluate.ts',
    'src/application/load/load-suite.ts',
    'src/application/load/missing-agent-files.ts',
    'src/application/ports/ports.ts',
    'src/application/regrade/regrade-baseline.ts',
    'src/application/trials/execution-options.ts',
    'src/domain/config/borrows-packages.ts',
    'src/domain/config/capture.ts',
    'src/domain/config/config.ts',
    'src/domain/config/fingerprint.ts',
    'src/domain/config/literal-warnings.ts',
    'src/domain/config/parsing/agents-of.ts',
    'src/domain/config/parsing/config-schema.ts',
    'src/domain/gate/rules/pass-rate/test.ts',
    'src/entry/cli/found/words.ts',
    'src/entry/cli/judged/label.ts',
    'src/entry/cli/judged/regrade.ts',
    'src/entry/cli/mutants.ts',
    'src/entry/cli/other-commands.ts',
    'src/entry/cli/starter/init.ts',
    'src/entry/cli/starter/starter-files.ts',
    'src/entry/cli/validate/suite-facts.ts',
    'src/entry/cli/validate/validate.ts',
    'src/entry/cli/variants/variants.ts',
    'src/entry/compose/agent-environment.ts',
    'src/entry/compose/create-agent.ts',
    'src/entry/options/flags.ts',
  ]);
});

/** What compares behaviour: `behaviour:` of a config, and its words. */
const BEHAVIOUR = [
  'src/domain/behaviour',
  'src/domain/gate/behaviour',
  'src/domain/trial/stored-calls.ts',
  'src/domain/report/reasons/behaviour-words.ts',
];

test('the comparison of behaviour is known in these places alone', async () => {
  expect(await placesThatKnow(BEHAVIOUR)).toEqual([
    'src/application/trials/execute-suite.ts',
    'src/domain/baseline/epoch/accepted-change.ts',
    'src/domain/gate/decide-tests.ts',
    'src/domain/gate/facts/behaviour-facts.ts',
    'src/domain/gate/terms/evidence.ts',
    'src/domain/report/reasons/reason-words.ts',
    'src/domain/trial/trial-record.ts',
  ]);
});

/** What finds the line that broke a case: `explain:` of a config, and `which`. */
const LINES = [
  'src/domain/lines',
  'src/domain/report/reasons/line-words.ts',
  'src/application/lines',
  'src/adapters/workspace/versions',
  'src/entry/compose/change-versions.ts',
  'src/entry/compose/explained-evaluation.ts',
  'src/entry/cli/which.ts',
];

test('the search for the line that broke a case is known in these places alone', async () => {
  expect(await placesThatKnow(LINES)).toEqual([
    'src/domain/baseline/results/results-file.ts',
    'src/domain/baseline/results/results-schema.ts',
    'src/domain/config/config.ts',
    'src/domain/config/parsing/config-schema.ts',
    'src/domain/report/markdown/what-broke.ts',
    'src/domain/report/outputs/annotations.ts',
    'src/domain/report/outputs/render-terminal.ts',
    'src/domain/report/report.ts',
    'src/entry/cli/run.ts',
    'src/entry/compose/evaluate-suite.ts',
    'src/entry/compose/workspace-request.ts',
  ]);
});

/** Broken copies of stored trials: `mutants`. */
const MUTANTS = [
  'src/domain/bite/mutants',
  'src/application/mutants',
  'src/domain/report/terminal/render-mutants.ts',
  'src/entry/cli/mutants.ts',
  'src/entry/options/bite-flags.ts',
];

test('mutants of stored trials are known in these places alone', async () => {
  expect(await placesThatKnow(MUTANTS)).toEqual(['src/entry/cli/commands.ts', 'src/entry/cli/other-commands.ts']);
});
