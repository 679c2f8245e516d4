import { resolve } from 'node:path';
import { checkEnvironment } from '#commands/compose/check-environment.ts';
import type { MutantsOptions } from '#commands/options/bite-flags.ts';
import { lookOf } from '#commands/terminal/look.ts';
import { errorMessage } from '#common/error-message.ts';
import { resultOfMutants } from '#gate/bite/mutants/grade-mutant.ts';
import { readPrograms } from '#process/programs.ts';
import { EXIT } from '#report/exit-code.ts';
import { renderMutants } from '#report/terminal/render-mutants.ts';
import { programChecks } from '#runner/agents/checks/program-checks.ts';
import { breakStored } from '#runner/mutants/break-stored.ts';
import { fileBaselines } from '#runner/workspace/baselines/file-baselines.ts';
import { commandName } from './common/command-name.ts';
import { printJson } from './common/print-json.ts';
import { resultsPath } from './common/read-results.ts';
import { say } from './common/say.ts';
import { suiteHere } from './common/suite-here.ts';
import { untilStopped } from './common/until-stopped.ts';

/** What `agent-eval mutants` does. */
export async function breakResults(results: string, options: MutantsOptions): Promise<void> {
  await untilStopped(async (signal) => {
    const baselines = fileBaselines([await resultsPath(results)]);
    const lookup = await baselines.find();
    if (lookup.kind === 'none') return refuse(lookup.reason);
    const here = await suiteHere(options.config, 'graded again', options.cases);
    if ('problem' in here) return refuse(here.problem);
    const { suite, files } = here;
    const environment = checkEnvironment({ environment: process.env, pass_env: options.passEnv }, suite, null);
    const { resolve: program } = await readPrograms(process.env['PATH']);
    const programs = programChecks({ cwd: resolve(files.locate('.')), environment, resolve: program });
    const custom = options.checks ? programs : null;
    const brokenRun = await breakStored(lookup.runs[0], suite, { baselines, custom, signal })
      .catch((error: unknown) => ({ problem: `the trajectories ${errorMessage(error)}` }))
      .finally(() => programs.close());
    if ('problem' in brokenRun) return refuse(`${brokenRun.problem}; ${STORE_THEM}`);
    const { cases, left_out } = brokenRun;
    const [first] = left_out;
    if (cases.length === 0)
      return refuse(
        `no passing trial can be broken, so nothing is known of any case${first ? `: ${first.id}: ${first.problem}` : ''}; ${STORE_THEM}`,
      );
    const counted = cases.map((item) => ({ ...item, ...resultOfMutants(item) }));
    if (options.json) printJson({ cases: counted, left_out });
    else process.stdout.write(`${renderMutants(cases, left_out, lookOf(process.stdout))}\n`);
    return options.strict && counted.some((item) => !item.is_fine) ? EXIT.fail : EXIT.pass;
  });
}

const STORE_THEM = `"${commandName()} run --trajectories all" stores every one`;

function refuse(problem: string): number {
  if (problem !== '') say(`agent-eval: ${problem}`);
  return EXIT.usage;
}
