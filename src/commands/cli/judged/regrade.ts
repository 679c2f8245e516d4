import { copyFile, realpath, rm } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { abortOnSignals } from '#commands/compose/abort-on-signals.ts';
import { checkEnvironment } from '#commands/compose/check-environment.ts';
import type { Graders } from '#commands/compose/models/open-graders.ts';
import { withEmbedding } from '#commands/compose/models/with-embedding.ts';
import type { RegradeOptions } from '#commands/options/judge-flags.ts';
import { lookOf } from '#commands/terminal/look.ts';
import type { GradedAnew } from '#gate/baseline/regrading/graded-anew.ts';
import type { StoredRun } from '#gate/baseline/results/baseline-lookup.ts';
import { resultsText } from '#gate/baseline/results/results-text.ts';
import { REQUESTS_FILE, TRAJECTORIES_FILE } from '#gate/baseline/results/trajectories-file.ts';
import { readPrograms } from '#process/programs.ts';
import { EXIT } from '#report/exit-code.ts';
import { redactResults } from '#report/redaction/redact-data.ts';
import { renderRegrading } from '#report/terminal/render-regrading.ts';
import { programChecks } from '#runner/agents/checks/program-checks.ts';
import { regradeStored } from '#runner/regrade/regrade-stored.ts';
import { fileBaselines } from '#runner/workspace/baselines/file-baselines.ts';
import { isPlainFile } from '#runner/workspace/files/exists.ts';
import { writeDocuments } from '#runner/workspace/results/write-documents.ts';
import { printJson } from '../common/print-json.ts';
import { resultsPath } from '../common/read-results.ts';
import { say } from '../common/say.ts';
import { suiteHere } from '../common/suite-here.ts';
import { gradersHere, gradingBudget, redactorOf } from './graders-here.ts';

/** What `agent-eval regrade` does. */
export async function regradeResults(file: string, options: RegradeOptions): Promise<void> {
  const cwd = process.cwd();
  const stop = abortOnSignals(() => say('Stopping: nothing is written'));
  try {
    process.exitCode = stop.code() ?? (await regradeHere(file, options, { cwd, signal: stop.signal, code: stop.code }));
  } finally {
    stop.release();
  }
}

interface Here {
  readonly cwd: string;
  readonly signal: AbortSignal;
  readonly code: () => number | null;
}

async function regradeHere(file: string, options: RegradeOptions, { cwd, signal, code }: Here): Promise<number> {
  const folder = resolve(cwd, options.output);
  const path = await resultsPath(file);
  const baselines = fileBaselines([path]);
  const lookup = await baselines.find();
  if (lookup.kind === 'none') return refuse(lookup.reason);
  const [run] = lookup.runs;
  if (await isSameFolder(folder, dirname(resolve(cwd, path))))
    return refuse(`${options.output} holds the results to be graded; name another folder with --output`);
  const here = await suiteHere(options.config, 'graded again');
  if ('problem' in here) return refuse(here.problem);
  const { suite, files } = here;
  const surroundings = { environment: process.env, pass_env: options.passEnv };
  const { resolve: resolveProgram } = await readPrograms(process.env['PATH']);
  // Reasons of checks quote what they read; stored trajectories were masked when they were written.
  const redact = redactorOf([...suite.config.agent.needs, ...options.passEnv]);
  const models = await gradersHere(suite, options, redact, gradingBudget(options));
  if ('problem' in models) return refuse(models.problem);
  const programs = programChecks({
    cwd: resolve(cwd, files.locate('.')),
    environment: checkEnvironment(surroundings, suite, null),
    resolve: resolveProgram,
  });
  const custom = withEmbedding(programs, models);
  const graded = await regradeStored(run, suite, {
    baselines,
    custom,
    ...graderOf(models),
    progress: { note: say },
    prepare: async () => {},
    signal,
  }).finally(() => Promise.all([custom.close(), models.close()]));
  if (signal.aborted) return code() ?? EXIT.error;
  if ('problem' in graded) return refuse(`${path} ${graded.problem}`);
  await write(folder, run, graded, redact);
  const people = options.json ? process.stderr : process.stdout;
  people.write(`${renderRegrading(graded.cases, lookOf(people))}\n`);
  say(`Results: ${relative(cwd, folder) || '.'}`);
  if (options.json) printJson({ cases: graded.cases });
  return graded.cases.some(({ problem }) => problem !== null) ? EXIT.inconclusive : EXIT.pass;
}

function graderOf({ judge, no_judge: why }: Graders) {
  if (why !== null) return { no_judge: `a model judges its criteria, and ${why}` };
  return judge === null ? {} : { judge };
}

/** Results and trajectories next to one another, as a run writes them. */
async function write(
  folder: string,
  { place }: StoredRun,
  { results }: GradedAnew,
  redact: (text: string) => string,
): Promise<void> {
  await writeDocuments(folder, new Map([['results.json', resultsText(redactResults(results, redact)).parts]]));
  for (const name of [TRAJECTORIES_FILE, REQUESTS_FILE]) {
    const source = place === null ? null : join(dirname(place), name);
    if (source !== null && (await isPlainFile(source))) await copyFile(source, join(folder, name));
    else await rm(join(folder, name), { force: true });
  }
}

async function isSameFolder(left: string, right: string): Promise<boolean> {
  const real = (path: string) => realpath(path).catch(() => path);
  return (await real(left)) === (await real(right));
}

function refuse(problem: string): number {
  if (problem !== '') say(`agent-eval: ${problem}`);
  return EXIT.usage;
}
