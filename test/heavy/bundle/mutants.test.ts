import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeCase } from '#cases/suite/writing/write-case.ts';
import { loadSuite } from '#runner/load/load-suite.ts';
import { brokenCases } from '#runner/mutants/break-stored.ts';
import { fileBaselines } from '#runner/workspace/baselines/file-baselines.ts';
import { workspaceFiles } from '#runner/workspace/files/workspace-files.ts';
import { KILLS } from '#test/gate/bite/kills.ts';
import { folderWith } from '#test/support/cli-folder.ts';
import { json } from '#test/support/scripted-suite.ts';
import { trajectoryText } from '#trials/trial/stored-trajectory.ts';

/** Every demand on every kind of work: where the work does not meet the demand, there is nothing to break. */
const WORKS = [...new Map(KILLS.map(([, , work]) => [JSON.stringify(work), work] as const)).values()];

function suite(cases: readonly object[], trials: string) {
  const config = { version: 1, agent: { recorded: 'trials.jsonl' }, cases: ['cases.yml'], trials: 1, gate: {} };
  return { 'agent-eval.yml': json(config), 'cases.yml': json({ cases }), 'trials.jsonl': trials };
}

test('the grade of every mutant is the grade of a run in which it happened', async () => {
  const demands = KILLS.flatMap(([, expected], at) =>
    WORKS.map((work, number) => ({ id: `${at}-${number}`, expected, work })),
  );
  const lines = demands.map(
    ({ id, expected }) => `{id: ${id}, input: hi there, context: {order: {status: new}}, expect: {${expected}}}`,
  );
  const works = demands.map(({ id, work }) =>
    JSON.stringify({ case_id: id, output: 'Fine.', tool_calls: [], ...work }),
  );
  await using folder = await folderWith({
    ...suite([], works.join('\n')),
    'cases.yml': `cases:\n${lines.map((text) => `  - ${text}\n`).join('')}`,
  });
  const ran = await folder.cli(['run', '--trajectories', 'all']);
  // Trials that could not be judged leave it undecided.
  expect([0, 1, 3], ran.stderr).toContain(ran.exitCode);
  const results = join(folder.path, 'agent-eval-results/results.json');
  const mutants = await folder.cli(['mutants', results, '--json']);
  expect(mutants).toExit(0);
  const told = JSON.parse(mutants.stdout);

  const baselines = fileBaselines([results]);
  const lookup = await baselines.find();
  const files = workspaceFiles(folder.path, folder.path, 'agent-eval.yml');
  const loaded = await loadSuite(files, 'agent-eval.yml', { ids: [], tags: [] });
  if (lookup.kind === 'none' || 'issues' in loaded) throw new Error('it was read a moment ago');
  const { signal } = new AbortController();
  const ports = { baselines, custom: null, signal };
  const broken = (await brokenCases(lookup.runs[0], loaded.suite, ports)).flatMap(({ evalCase, mutants: make }) =>
    make().map((mutant, at) => ({ evalCase, mutant, id: `${evalCase.id}.${at}` })),
  );
  const happened = broken.flatMap(({ mutant, id }) =>
    mutant.forms.map(({ trajectory, end }, form) =>
      trajectoryText({ id: `${id}#${form + 1}`, case_id: id, trial: form + 1, state: 'complete', end, trajectory }),
    ),
  );
  const cases = broken.map(({ evalCase, mutant, id }) => ({ ...writeCase(evalCase), id, trials: mutant.forms.length }));
  await using again = await folderWith(suite(cases, happened.join('\n')));
  const ranAgain = await again.cli(['run']);
  expect([0, 1, 3], ranAgain.stderr).toContain(ranAgain.exitCode);
  const graded = await again.results();
  const outcomes = new Map<string, readonly string[]>(
    graded.cases.map(({ id, trials }: { readonly id: string; readonly trials: readonly { outcome: string }[] }) => [
      id,
      trials.map(({ outcome }) => outcome),
    ]),
  );
  const byRun = broken.map(({ mutant: { forms, fault }, id }) => {
    const own = outcomes.get(id) ?? [];
    const isEnough = (most: readonly string[]) =>
      own.filter((outcome) => most.includes(outcome)).length > (fault.kind === 'other_case' ? forms.length / 2 : 0);
    // What nothing in the trial settles is an error of the run.
    return `${id} ${isEnough(['passed']) ? 'unnoticed' : isEnough(['passed', 'error']) ? 'only_judge' : 'noticed'}`;
  });
  const byCli = told.cases.flatMap(
    (record: { readonly id: string; readonly mutants: readonly { outcome: string }[] }) =>
      record.mutants.map(({ outcome }, at) => `${record.id}.${at} ${outcome}`),
  );
  expect(byCli.length).toBeGreaterThan(500);
  expect(byCli).toEqual(byRun);
});
