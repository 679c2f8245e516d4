import type { Case } from '#cases/suite/case.ts';
import { groupBy } from '#common/group-by.ts';
import { plural } from '#common/words.ts';
import type { LoadedSuite } from '#config/loaded-suite.ts';
import { type Regradable, regradable } from '#gate/baseline/regrading/regradable.ts';
import type { StoredRun } from '#gate/baseline/results/baseline-lookup.ts';
import { caseHeader, type GradedBy } from '#gate/baseline/results/case-facts.ts';
import type { CaseMutants, UnbrokenCase } from '#gate/bite/mutants/case-mutants.ts';
import type { Mutant } from '#gate/bite/mutants/fault.ts';
import { type GradedMutant, gradeForm, gradeMutant } from '#gate/bite/mutants/grade-mutant.ts';
import { idleGlobs } from '#gate/bite/mutants/guards.ts';
import { mutantsOf } from '#gate/bite/mutants/operators.ts';
import { othersIn, placedCalls } from '#gate/bite/mutants/original.ts';
import type { CustomChecks } from '#ports/grader-ports.ts';
import type { CheckResult } from '#trials/checks/terms/check.ts';
import { scopesOf } from '#trials/checks/terms/scopes.ts';
import { asksNobody, trialQuestions } from '#trials/checks/trial-questions.ts';
import type { Trial } from '#trials/trial/trial.ts';
import { type Regrader, storedTrials } from '../regrade/regrade-run.ts';

/** What breaking stored trials needs. */
export interface BreakPorts extends Pick<Regrader, 'baselines' | 'signal'> {
  /** `null`: checks that are programs are not run, so that nobody knows what they would notice. */
  readonly custom: CustomChecks | null;
  /** Also what is often legitimate. */
  readonly advice: boolean;
}

/** The mutants of a stored run. */
export interface BrokenRun {
  readonly cases: readonly CaseMutants[];
  readonly unbroken: readonly UnbrokenCase[];
}

/** More mutants of one run than these are not graded: they are drawn evenly per case. */
const MOST_MUTANTS = 20_000;

/** As many passing trials of a case are broken; the others only show what varies. */
const MOST_TRIALS = 20;

/** The suite whose trials are broken. */
type BrokenSuite = Pick<LoadedSuite, 'cases' | 'model_agent'> & GradedBy;

/** Breaks the stored passing trials of each case in one place at a time, and grades them again. No model is asked. */
export async function breakStored(run: StoredRun, suite: BrokenSuite, ports: BreakPorts): Promise<BrokenRun> {
  const records = new Map(trialsToBreak(run, suite).map((known) => [known.record.id, known]));
  const broken = new Map((await brokenCases(run, suite, ports)).map((item) => [item.evalCase.id, item]));
  const cases: CaseMutants[] = [];
  for (const { evalCase, trials, tools, mutants } of broken.values())
    cases.push({
      id: evalCase.id,
      trials,
      mutants: await gradeMutants(evalCase, mutants(), ports),
      idle_globs: idleGlobs({ evalCase, tools }),
      unusable: unusableTrials(records.get(evalCase.id)),
      is_guard: evalCase.bites === false,
    });
  const left = suite.cases.filter(({ id }) => !broken.has(id));
  return { cases, unbroken: left.map(({ id }) => ({ id, problem: problemOf(id, run, records.get(id)) })) };
}

function trialsToBreak({ results }: StoredRun, suite: BrokenSuite): readonly Regradable[] {
  const heads = suite.cases.map((evalCase) => caseHeader(evalCase, suite));
  return regradable(results.cases, heads, true);
}

/** A case with a passing trial, and its mutants, which are made when they are asked for. */
interface BrokenCase {
  readonly evalCase: Case;
  readonly trials: number;
  readonly tools: readonly string[];
  readonly mutants: () => readonly Mutant[];
}

/** The cases of a run that can be broken. */
export async function brokenCases(
  run: StoredRun,
  suite: BrokenSuite,
  ports: BreakPorts,
): Promise<readonly BrokenCase[]> {
  const passing = await passingTrials(run, suite, ports);
  const othersOf = othersIn(suite.cases, passing);
  const tools = knownTools(suite, [...passing.values()].flat());
  const share = Math.max(1, Math.floor(MOST_MUTANTS / Math.max(1, passing.size)));
  return suite.cases.flatMap((evalCase) => {
    const trials = passing.get(evalCase.id) ?? [];
    const about = { evalCase, passing: trials, tools, ...othersOf(evalCase) };
    const originals = trials.slice(0, MOST_TRIALS).map((trial) => ({ ...about, trial }));
    const mutants = () => drawn(mutantsOf(originals, ports.advice), share);
    return trials.length === 0 ? [] : [{ evalCase, trials: trials.length, tools, mutants }];
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
    const outcome = gradeForm(evalCase, trial, await customResults(evalCase, trial, ports));
    const holds = asksNobody(evalCase) ? outcome === 'unnoticed' : record.outcome === 'passed' && outcome !== 'noticed';
    if (holds) passing.push(trial);
  }
  return groupBy(passing, (trial) => trial.case_id);
}

async function gradeMutants(
  evalCase: Case,
  mutants: readonly Mutant[],
  ports: BreakPorts,
): Promise<readonly GradedMutant[]> {
  const graded: GradedMutant[] = [];
  for (const mutant of mutants) {
    ports.signal.throwIfAborted();
    const custom: ReadonlyMap<string, CheckResult>[] = [];
    for (const form of mutant.forms) custom.push(await customResults(evalCase, form, ports));
    graded.push(gradeMutant(evalCase, mutant, custom));
  }
  return graded;
}

async function customResults(
  evalCase: Case,
  trial: Trial,
  { custom, signal }: BreakPorts,
): Promise<ReadonlyMap<string, CheckResult>> {
  const results = new Map<string, CheckResult>();
  if (custom === null) return results;
  for (const { id, expectation, view } of trialQuestions(evalCase, trial).custom)
    results.set(id, await custom.judge(expectation, { case: evalCase, view }, signal));
  return results;
}

/** Agents that do not do their work always, the others evenly. */
function drawn(mutants: readonly Mutant[], most: number): readonly Mutant[] {
  if (mutants.length <= most) return mutants;
  const whole = mutants.filter(({ group }) => group === 'whole agent');
  const rest = mutants.filter(({ group }) => group !== 'whole agent');
  const step = (at: number) => Math.floor((at * (most - whole.length)) / rest.length);
  return [...whole, ...rest.filter((_, at) => step(at) < step(at + 1))].slice(0, most);
}

function knownTools(
  { model_agent: model, cases }: Pick<LoadedSuite, 'model_agent' | 'cases'>,
  trials: readonly Trial[],
): readonly string[] {
  const expected = cases
    .flatMap(scopesOf)
    .flatMap(({ expect }) => expect.tools?.calls ?? [])
    .flatMap((step) => (step.kind === 'call' ? [step.call.name] : step.calls.map(({ name }) => name)));
  const made = trials.flatMap((trial) => placedCalls(trial).map(({ call }) => call.name));
  return [...new Set([...(model?.tools ?? []).map(({ name }) => name), ...expected, ...made])].toSorted();
}

function problemOf(id: string, { results }: StoredRun, known: Regradable | undefined): string {
  if (known === undefined)
    return results.cases.some((record) => record.id === id)
      ? 'its input is another one in the config'
      : 'it is not in these results';
  const { length: passed } = known.wanted.filter(({ outcome }) => outcome === 'passed');
  if (passed === 0) return 'nothing to break: none of its trials passed';
  const lacking = unusableTrials(known);
  return lacking === 0
    ? 'nothing to break: no stored trial of it passes as the case is today'
    : `${lacking} of ${plural(passed, 'passing trial')} ${lacking === 1 ? 'is' : 'are'} not stored whole`;
}

/** Passing trials that are not stored whole. */
function unusableTrials(known: Regradable | undefined): number {
  const isLacking = ({ outcome, trajectory, trajectory_state: state }: Regradable['wanted'][number]) =>
    outcome === 'passed' && (trajectory === null || state !== 'complete');
  return known?.wanted.filter(isLacking).length ?? 0;
}
