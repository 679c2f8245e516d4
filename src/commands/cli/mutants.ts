import { resolve } from 'node:path';
import { checkEnvironment } from '#commands/compose/check-environment.ts';
import type { MutantsOptions } from '#commands/options/bite-flags.ts';
import { lookOf } from '#commands/terminal/look.ts';
import { errorMessage } from '#common/error-message.ts';
import type { LoadedSuite } from '#config/loaded-suite.ts';
import { countMutants, isBiting } from '#gate/bite/mutants/case-mutants.ts';
import { readPrograms } from '#process/programs.ts';
import { EXIT } from '#report/exit-code.ts';
import { renderMutants } from '#report/terminal/render-mutants.ts';
import { programChecks } from '#runner/agents/checks/program-checks.ts';
import { type BrokenRun, breakStored } from '#runner/mutants/break-stored.ts';
import { fileBaselines } from '#runner/workspace/baselines/file-baselines.ts';
import { printJson } from './common/print-json.ts';
import { resultsPath } from './common/read-results.ts';
import { say } from './common/say.ts';
import { suiteHere } from './common/suite-here.ts';
import { untilStopped } from './common/until-stopped.ts';

/** What `agent-eval mutants` does. */
export async function breakResults(named: string, options: MutantsOptions): Promise<void> {
  await untilStopped((signal) => breakHere(named, options, signal));
}

async function breakHere(named: string, options: MutantsOptions, signal: AbortSignal): Promise<number> {
  const path = await resultsPath(named);
  const baselines = fileBaselines([path]);
  const lookup = await baselines.find();
  if (lookup.kind === 'none') return refuse(lookup.reason);
  const here = await suiteHere(options.config, 'graded again', options.cases);
  if ('problem' in here) return refuse(here.problem);
  const { suite, files } = here;
  const custom = options.checks ? await programsOf(suite, resolve(files.locate('.')), options) : null;
  const [run] = lookup.runs;
  const broken = await breakStored(run, suite, { baselines, custom, advice: options.all, signal })
    .catch((error: unknown) => ({ problem: `the trajectories ${errorMessage(error)}; ${STORE_THEM}` }))
    .finally(() => custom?.close());
  if ('problem' in broken) return refuse(broken.problem);
  if (broken.cases.length === 0) return refuse(`${NOTHING}: ${whyNothing(broken)}`);
  if (options.json) printJson(asJson(broken));
  else process.stdout.write(`${renderMutants(broken.cases, broken.unbroken, lookOf(process.stdout))}\n`);
  return options.strict && broken.cases.some((item) => !isBiting(item) && !item.is_guard) ? EXIT.fail : EXIT.pass;
}

const STORE_THEM = '"agent-eval run --trajectories all" stores every one';
const NOTHING = `no passing trial of these results is stored whole; ${STORE_THEM}`;

function whyNothing({ unbroken }: BrokenRun): string {
  const [first] = unbroken;
  return first === undefined ? 'the config has no case' : `${first.id}: ${first.problem}`;
}

async function programsOf(suite: LoadedSuite, cwd: string, { passEnv: pass_env }: MutantsOptions) {
  const { resolve: resolveProgram } = await readPrograms(process.env['PATH']);
  const environment = checkEnvironment({ environment: process.env, pass_env }, suite, null);
  return programChecks({ cwd, environment, resolve: resolveProgram });
}

function asJson({ cases, unbroken }: BrokenRun) {
  return {
    cases: cases.map((item) => ({ ...item, bites: isBiting(item), ...countMutants(item.mutants) })),
    left_out: unbroken,
  };
}

function refuse(problem: string): number {
  if (problem !== '') say(`agent-eval: ${problem}`);
  return EXIT.usage;
}
