import { expect, test } from 'vitest';
import type { Case } from '#cases/suite/case.ts';
import type { StoredRun } from '#gate/baseline/results/baseline-lookup.ts';
import { caseHeader } from '#gate/baseline/results/case-facts.ts';
import { breakStored, brokenCases } from '#runner/mutants/break-stored.ts';
import { validCase } from '#test/cases/suite/read-case.ts';
import { call, trialOf, type Work } from '#test/gate/bite/originals.ts';
import { resultsFile } from '#test/support/results.ts';
import { gradeByChecks } from '#trials/checks/grade-by-checks.ts';
import { recordTrial } from '#trials/metrics/record-trial.ts';
import { trajectoryText } from '#trials/trial/stored-trajectory.ts';

type State = 'complete' | 'truncated' | 'redacted';

/** A run in which each case has a trial for each entry: what it did, and how it was stored. */
function storedRun(entries: readonly (readonly [Case, ...(readonly [Work, State])[]])[]) {
  const suite = { cases: entries.map(([evalCase]) => evalCase), grader_hashes: new Map(), config: { judge: null } };
  const lines: string[] = [];
  const cases = entries.map(([evalCase, ...works]) => ({
    ...caseHeader(evalCase, suite),
    never_fail: false,
    planned_trials: works.length,
    trials: works.map(([work, state], at) => {
      const index = at + 1;
      const trial = { ...trialOf(evalCase, work), index };
      const id = `${evalCase.id}.${index}`;
      const { trajectory, end } = trial;
      if (state !== 'truncated')
        lines.push(trajectoryText({ id, case_id: evalCase.id, trial: index, state, end, trajectory }));
      const stored = { run_attempt: 1, look: 1, trajectory: id, trajectory_state: state } as const;
      return recordTrial(evalCase, trial, gradeByChecks(evalCase, trial, new Map()), stored);
    }),
  }));
  const baselines = {
    async *trajectories() {
      yield* lines;
    },
  };
  const run: StoredRun = { results: resultsFile(cases), place: 'results.json', sha: null, url: null };
  const { signal } = new AbortController();
  return {
    run,
    suite: { ...suite, model_agent: null },
    ports: { baselines, custom: null, signal },
  };
}

const PAYS = { output: 'Paid 5.', tool_calls: [call('pay')] };
const paid = (id: string) => validCase(`{id: ${id}, input: pay, expect: {tools: [pay]}}`);

const UNKNOWN = 'these results do not have it, or with another input';

test('trials that are not stored whole, failed, or are of another input are named and not broken', async () => {
  const { run, suite, ports } = storedRun([
    [paid('whole'), [PAYS, 'complete'], [PAYS, 'truncated']],
    [paid('cut'), [PAYS, 'truncated'], [PAYS, 'redacted']],
    [paid('failing'), [{ tool_calls: [] }, 'complete']],
  ]);
  const edited = validCase('{id: failing, input: other, expect: {tools: [pay]}}');
  const cases = [...suite.cases.slice(0, 2), suite.cases[2] ?? edited, paid('unknown')];
  const broken = await breakStored(run, { ...suite, cases }, ports);
  expect(broken.cases).toMatchObject([{ id: 'whole', trials: 1 }]);
  expect(broken.left_out).toEqual([
    { id: 'cut', problem: 'none of its passing trials is stored whole' },
    { id: 'failing', problem: 'nothing to break: none of its trials passed' },
    { id: 'unknown', problem: UNKNOWN },
  ]);
  const other = await breakStored(run, { ...suite, cases: [edited] }, ports);
  expect(other.left_out).toEqual([{ id: 'failing', problem: UNKNOWN }]);
});

test('what a simulated user said stays as it was said', async () => {
  const user = '{persona: curt, goal: pay, max_turns: 2}';
  const evalCase = validCase(`{id: user, input: hi, simulated_user: ${user}, expect: {tools: [pay]}}`);
  const { run, suite, ports } = storedRun([[evalCase, [{ ...PAYS, input: 'as the user said it' }, 'complete']]]);
  const [broken] = await brokenCases(run, suite, ports);
  const inputs = broken
    ?.mutants()
    .flatMap(({ forms }) => forms.map(({ trajectory }) => trajectory.turns.at(-1)?.input));
  expect(new Set(inputs)).toEqual(new Set(['as the user said it']));
});

test('of more than 20,000 mutants as many are drawn of each case, silence and echo among them', async () => {
  const pays = paid('first');
  const cases = Array.from({ length: 2_500 }, (_, at): Case => ({ ...pays, id: `case-${at}` }));
  const args = { tool_calls: [call('pay', { a: 1, b: 2, c: 3, d: 4 })] };
  const { run, suite, ports } = storedRun(cases.map((evalCase) => [evalCase, [args, 'complete']]));
  const kinds = (await brokenCases(run, suite, ports)).map(({ mutants }) => mutants().map(({ fault }) => fault.kind));
  expect(kinds).toHaveLength(2_500);
  for (const own of kinds) {
    expect(own).toHaveLength(8);
    expect(own).toEqual(expect.arrayContaining(['silent', 'echo']));
  }
});
