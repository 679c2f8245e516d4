import { afterAll, expect, test } from 'vitest';
import { BEHAVIOUR, LINES, MUTANTS } from '../../../scripts/house/capabilities.ts';
import { scratchHouse } from './support/scratch-house.ts';

// One house for all: what the compiler knows of it makes the next removal quicker.
const house = scratchHouse();
afterAll(house.remove);

/**
 * A capability can be taken out: without its files, the compiler names every place that knows it, to be mended by hand.
 *
 * @param kind its kind of agent, which the config knows
 */
async function placesThatKnow(paths: readonly string[], kind: string | null = null): Promise<readonly string[]> {
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
    for (const path of [...paths, CONFIG]) house.restore(path);
  }
}

const CONFIG = 'src/config/config.ts';

/** What gates the tests of a runner of its own: `suite:`, `compare --results`, and what `init` finds. */
const OWN_RUNNERS = [
  'src/trials/rows',
  'src/config/agents/suite.ts',
  'src/config/runner-refusal.ts',
  'src/gate/decision/terms/rounds.ts',
  'src/statistics/counts/rounds-exact.ts',
  'src/runner/load/discover-cases.ts',
  'src/runner/load/test-files.ts',
  'src/runner/agents/suite-agent.ts',
  'src/runner/agents/suite',
  'src/commands/cli/compare-rounds.ts',
  'src/commands/cli/found/find-runner.ts',
];

test('suites with their own runner are known in these places alone', async () => {
  expect(await placesThatKnow(OWN_RUNNERS, 'SuiteAgentConfig')).toEqual([
    'src/commands/cli/common/suite-here.ts',
    'src/commands/cli/found/words.ts',
    'src/commands/cli/other-commands.ts',
    'src/commands/cli/run/known-cases.ts',
    'src/commands/cli/starter/init.ts',
    'src/commands/cli/starter/starter-files.ts',
    'src/commands/cli/validate/suite-facts.ts',
    'src/commands/cli/validate/validate.ts',
    'src/commands/cli/validate/validation-json.ts',
    'src/commands/cli/variants/variants.ts',
    'src/commands/compose/agent-environment.ts',
    'src/commands/compose/create-agent.ts',
    'src/commands/options/flags.ts',
    'src/config/borrows-packages.ts',
    'src/config/capture.ts',
    'src/config/config.ts',
    'src/config/fingerprint.ts',
    'src/config/literal-warnings.ts',
    'src/config/parsing/agents-of.ts',
    'src/config/parsing/config-schema.ts',
    'src/gate/decision/rules/increase.ts',
    'src/gate/decision/rules/pass-rate/test.ts',
    'src/gate/decision/rules/tool-recall.ts',
    'src/ports/ports.ts',
    'src/runner/base-side/branch-run.ts',
    'src/runner/base-side/unaffected-cases.ts',
    'src/runner/base-side/load-base-suite.ts',
    'src/runner/base-side/read-cases-of-main.ts',
    'src/runner/base-side/suite-to-run.ts',
    'src/runner/concluding/circumstances-of.ts',
    'src/runner/concluding/unspoken-of.ts',
    'src/runner/evaluate.ts',
    'src/runner/load/load-suite.ts',
    'src/runner/load/missing-agent-files.ts',
    'src/runner/regrade/regrade-baseline.ts',
    'src/runner/run-candidate.ts',
    'src/runner/trials/execution-options.ts',
  ]);
});

test('the comparison of behaviour is known in these places alone', async () => {
  expect(await placesThatKnow(BEHAVIOUR)).toEqual([
    'src/gate/baseline/epoch/accepted-change.ts',
    'src/gate/decision/decide-tests.ts',
    'src/gate/decision/facts/behaviour-facts.ts',
    'src/gate/decision/terms/evidence.ts',
    'src/report/reasons/reason-words.ts',
    'src/runner/trials/execute-suite.ts',
    'src/trials/trial/trial-record.ts',
  ]);
});

test('the search for the line that broke a case is known in these places alone', async () => {
  expect(await placesThatKnow(LINES)).toEqual([
    'src/commands/cli/run.ts',
    'src/commands/cli/show.ts',
    'src/commands/compose/evaluate-suite.ts',
    'src/commands/compose/workspace-request.ts',
    'src/config/config.ts',
    'src/config/parsing/config-schema.ts',
    'src/gate/baseline/results/results-file.ts',
    'src/gate/baseline/results/results-schema.ts',
    'src/report/html/overview/worse-cases.tsx',
    'src/report/markdown/what-broke.ts',
    'src/report/outputs/annotations.ts',
    'src/report/outputs/render-terminal.ts',
    'src/report/report.ts',
  ]);
});

test('mutants of stored trials are known in these places alone', async () => {
  expect(await placesThatKnow(MUTANTS)).toEqual([
    'src/commands/cli/cases/suggest.ts',
    'src/commands/cli/commands.ts',
    'src/commands/cli/other-commands.ts',
    'src/gate/bite/suggest-case.ts',
  ]);
});
