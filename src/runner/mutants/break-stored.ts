import type { Case } from '#cases/suite/case.ts';
import { groupBy } from '#common/group-by.ts';
import type { LoadedSuite } from '#config/loaded-suite.ts';
import { type Regradable, regradable } from '#gate/baseline/regrading/regradable.ts';
import type { StoredRun } from '#gate/baseline/results/baseline-lookup.ts';
import { caseHeader, type GradedBy } from '#gate/baseline/results/case-facts.ts';
import type { Mutant } from '#gate/bite/mutants/fault.ts';
import {
  type CaseMutants,
  type GradedMutant,
  gradeForm,
  gradeMutant,
  type ProgramResults,
} from '#gate/bite/mutants/grade-mutant.ts';
import { idleGlobs, mutantsOf } from '#gate/bite/mutants/operators.ts';
import { originalsOf, placedCalls, surroundingsOf } from '#gate/bite/mutants/original.ts';
import type { CustomChecks } from '#ports/grader-ports.ts';
import type { CheckResult } from '#trials/checks/terms/check.ts';
import { scopesOf, toolsNamedIn } from '#trials/checks/terms/scopes.ts';
import { asksNobody, trialQuestions } from '#trials/checks/trial-questions.ts';
import type { Trial } from '#trials/trial/trial.ts';
import { type Regrader, storedTrials } from '../regrade/regrade-run.ts';

/** What breaking stored trials needs. */
export interface BreakPorts extends Pick<Regrader, 'baselines' | 'signal'> {
  /** `null`: checks that are programs are not run, so that nobody knows what they would notice. */
  readonly custom: CustomChecks | null;
}

/** The mutants of a stored run. */
export interface BreakResult {
  readonly cases: readonly CaseMutants[];
  /** Cases none of whose stored trials could be broken, and why: a sentence part. */
  readonly left_out: readonly { readonly id: string; readonly problem: string }[];
}

/** More mutants of one run than these are not graded: they are drawn evenly per case. */
const MOST_MUTANTS = 20_000;

/** As many passing trials of a case are broken; the others only show what varies. */
const MOST_TRIALS = 20;

/** The suite whose trials are broken. */
type BrokenSuite = Pick<LoadedSuite, 'cases' | 'model_agent'> & GradedBy;

/** Breaks the stored passing trials of each case in one place at a time, and grades them again. No model is asked. */
export async function breakStored(run: StoredRun, suite: BrokenSuite, ports: BreakPorts): Promise<BreakResult> {
  const cases: CaseMutants[] = [];
  for (const { evalCase, mutants: made, ...facts } of await brokenCases(run, suite, ports)) {
    const mutants: GradedMutant[] = [];
    for (const mutant of made()) {
      ports.signal.throwIfAborted();
      const results = mutant.forms.map((form) => askPrograms(evalCase, form, ports));
      mutants.push(gradeMutant(evalCase, mutant, await Promise.all(results)));
    }
    cases.push({ id: evalCase.id, is_guard: evalCase.bites === false, ...facts, mutants });
  }
  const known = new Map(trialsToBreak(run, suite).map((item) => [item.head.id, item.trials]));
  const brokenIds = new Set(cases.map(({ id }) => id));
  const left = suite.cases.filter(({ id }) => !brokenIds.has(id));
  return { cases, left_out: left.map(({ id }) => ({ id, problem: problemOf(known.get(id)) })) };
}

/** The stored trials of the cases that have the same input today. */
export function trialsToBreak({ results }: StoredRun, suite: Pick<BrokenSuite, 'cases'> & GradedBy) {
  const heads = suite.cases.map((evalCase) => caseHeader(evalCase, suite));
  return regradable(results.cases, heads, true);
}

/** A case with a passing trial, and its mutants, which are made when they are asked for. */
interface BrokenCase extends Pick<CaseMutants, 'trials' | 'idle_globs'> {
  readonly evalCase: Case;
  readonly mutants: () => readonly Mutant[];
}

/** The cases of a run that can be broken. */
export async function brokenCases(
  run: StoredRun,
  suite: BrokenSuite,
  ports: BreakPorts,
): Promise<readonly BrokenCase[]> {
  const passing = await passingTrials(run, suite, ports);
  const tools = knownTools(suite, [...passing.values()].flat());
  const around = surroundingsOf(suite.cases, passing, tools);
  const share = Math.max(1, Math.floor(MOST_MUTANTS / Math.max(1, passing.size)));
  return suite.cases.flatMap((evalCase) => {
    const trials = passing.get(evalCase.id) ?? [];
    const mutants = () => drawMutants(mutantsOf(originalsOf(evalCase, trials, around).slice(0, MOST_TRIALS)), share);
    const facts = { evalCase, trials: trials.length, idle_globs: idleGlobs(evalCase, tools), mutants };
    return trials.length === 0 ? [] : [facts];
  });
}

/** Those that pass as the cases are today, by case; what somebody else has to judge is as it was judged then. */
async function passingTrials(
  run: StoredRun,
  suite: BrokenSuite,
  ports: BreakPorts,
): Promise<ReadonlyMap<string, readonly Trial[]>> {
  const byId = new Map(suite.cases.map((evalCase) => [evalCase.id, evalCase]));
  const passing: Trial[] = [];
  for await (const { caseId, record, trial } of storedTrials(run, trialsToBreak(run, suite), ports)) {
    const evalCase = byId.get(caseId);
    if (evalCase === undefined) continue;
    const outcome = gradeForm(evalCase, trial, await askPrograms(evalCase, trial, ports));
    const holds = asksNobody(evalCase) ? outcome === 'unnoticed' : record.outcome === 'passed' && outcome !== 'noticed';
    if (holds) passing.push(trial);
  }
  return groupBy(passing, (trial) => trial.case_id);
}

async function askPrograms(evalCase: Case, trial: Trial, { custom, signal }: BreakPorts): Promise<ProgramResults> {
  const results = new Map<string, CheckResult>();
  if (custom === null) return results;
  for (const { id, expectation, view } of trialQuestions(evalCase, trial).custom)
    results.set(id, await custom.judge(expectation, { case: evalCase, view }, signal));
  return results;
}

/** Agents that do not do their work always, the others evenly. */
function drawMutants(mutants: readonly Mutant[], most: number): readonly Mutant[] {
  const whole = mutants.filter(({ group }) => group === 'whole agent');
  const rest = mutants.filter(({ group }) => group !== 'whole agent');
  const share = (most - whole.length) / rest.length;
  return [...whole, ...rest.filter((_, at) => Math.floor(at * share) < Math.floor((at + 1) * share))].slice(0, most);
}

function knownTools({ model_agent: model, cases }: BrokenSuite, trials: readonly Trial[]): readonly string[] {
  const demanded = cases.flatMap(scopesOf).flatMap(({ expect: { tools } }) => (tools ? toolsNamedIn(tools) : []));
  const made = trials.flatMap((trial) => placedCalls(trial).map(({ call }) => call.name));
  return [...new Set([...(model?.tools ?? []).map(({ name }) => name), ...demanded, ...made])].toSorted();
}

function problemOf(records: Regradable['trials'] | undefined): string {
  if (records === undefined) return 'these results do not have it, or with another input';
  const passed = records.filter(({ outcome }) => outcome === 'passed');
  if (passed.length === 0) return 'nothing to break: none of its trials passed';
  return passed.some(({ trajectory, trajectory_state: state }) => trajectory !== null && state === 'complete')
    ? 'nothing to break: no stored trial of it passes with the case as it is today'
    : 'none of its passing trials is stored whole';
}
