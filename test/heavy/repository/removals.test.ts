import { afterAll, expect, test } from 'vitest';
import { sample } from '#test/support/tries.ts';
import { BEHAVIOUR, LINES, MUTANTS } from '../../../scripts/house/capabilities.ts';
import { scratchHouse } from './support/scratch-house.ts';

// One house for all: what the compiler knows of it makes the next removal quicker.
const house = scratchHouse();
afterAll(house.remove);

/** A capability can be taken out: without its files, the compiler names every place that knows it, to be mended by hand. */
async function placesThatKnow(paths: readonly string[]): Promise<readonly string[]> {
  try {
    for (const path of paths) house.delete(path);
    if (paths.includes(SUITE_AGENT)) {
      // Without its type, nothing can ask whether an agent is of that kind.
      const config = house.read(CONFIG).replace('  | SuiteAgentConfig;\n', '  ;\n');
      if (config === house.read(CONFIG)) throw new Error('no agent of the config is a suite');
      house.write(CONFIG, config);
    }
    return await house.filesThatDoNotCompile();
  } finally {
    for (const path of [...paths, CONFIG]) house.restore(path);
  }
}

const CONFIG = 'src/config/config.ts';
const SUITE_AGENT = 'src/config/agents/suite.ts';

/** What gates the tests of a runner of its own: `suite:`, `compare --results`, and what `init` finds. */
const OWN_RUNNERS = [
  'src/trials/rows',
  SUITE_AGENT,
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

/** What can be taken out, and the places that know it. */
const REMOVALS: readonly {
  readonly what: string;
  readonly paths: readonly string[];
  readonly known: readonly string[];
}[] = [
  {
    what: 'suites with their own runner',
    paths: OWN_RUNNERS,
    known: [
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
      'src/commands/compose/open-agent.ts',
      'src/commands/options/flags.ts',
      'src/config/agents/rows-schema.ts',
      'src/config/borrows-packages.ts',
      'src/config/capture.ts',
      'src/config/config.ts',
      'src/config/fingerprint.ts',
      'src/config/guarded-files.ts',
      'src/config/parsing/agents-of.ts',
      'src/config/parsing/config-schema.ts',
      'src/config/started-program.ts',
      'src/gate/decision/rules/increase.ts',
      'src/gate/decision/rules/pass-rate/test.ts',
      'src/gate/decision/rules/tool-recall.ts',
      'src/ports/ports.ts',
      'src/runner/again/try-again-here.ts',
      'src/runner/base-side/load-base-suite.ts',
      'src/runner/base-side/read-cases-of-main.ts',
      'src/runner/base-side/suite-to-run.ts',
      'src/runner/base-side/unaffected-cases.ts',
      'src/runner/concluding/circumstances-of.ts',
      'src/runner/concluding/unspoken-of.ts',
      'src/runner/evaluate.ts',
      'src/runner/load/load-suite.ts',
      'src/runner/load/read-agent-files.ts',
      'src/runner/prepare-run.ts',
      'src/runner/regrade/regrade-baseline.ts',
      'src/runner/run-candidate.ts',
      'src/runner/trials/execution-options.ts',
    ],
  },
  {
    what: 'the comparison of behaviour',
    paths: BEHAVIOUR,
    known: [
      'src/gate/baseline/epoch/accepted-change.ts',
      'src/gate/decision/decide-tests.ts',
      'src/gate/decision/facts/behaviour-facts.ts',
      'src/gate/decision/terms/evidence.ts',
      'src/report/reasons/reason-words.ts',
      'src/runner/trials/execute-suite.ts',
    ],
  },
  {
    what: 'the search for the line that broke a case',
    paths: LINES,
    known: [
      'src/commands/cli/run.ts',
      'src/commands/cli/show.ts',
      'src/commands/compose/evaluate-suite.ts',
      'src/commands/compose/workspace-request.ts',
      'src/config/config.ts',
      'src/config/parsing/config-schema.ts',
      'src/gate/baseline/results/results-schema.ts',
      'src/report/html/overview/worse-cases.tsx',
      'src/report/markdown/render-plain.ts',
      'src/report/markdown/what-broke.ts',
      'src/report/outputs/annotations.ts',
      'src/report/outputs/render-terminal.ts',
      'src/report/outputs/repair.ts',
      'src/report/report.ts',
      'src/report/rows/concerned.ts',
    ],
  },
  {
    what: 'mutants of stored trials',
    paths: MUTANTS,
    known: [
      'src/commands/cli/cases/suggest.ts',
      'src/commands/cli/commands.ts',
      'src/commands/cli/other-commands.ts',
      'src/gate/bite/suggest-case.ts',
    ],
  },
];

test('all that can be taken out is known in these places alone', async () => {
  const known = new Set(REMOVALS.flatMap((removal) => removal.known));
  expect(await placesThatKnow(REMOVALS.flatMap(({ paths }) => paths))).toEqual([...known].sort());
});

// To take one out alone takes the compiler as long as all of them: one with each change, each in turn on a schedule.
test.each(sample(REMOVALS, REMOVALS.length))('$what: known in these places alone', async ({ paths, known }) => {
  expect(await placesThatKnow(paths)).toEqual(known);
});
