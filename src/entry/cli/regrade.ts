import { copyFile, realpath, rm } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { programChecks } from '#adapters/agents/checks/program-checks.ts';
import { readPrograms } from '#adapters/process/programs.ts';
import { lookOf } from '#adapters/terminal/look.ts';
import { fileBaselines } from '#adapters/workspace/baselines/file-baselines.ts';
import { exists } from '#adapters/workspace/files/exists.ts';
import { workspaceFiles } from '#adapters/workspace/files/workspace-files.ts';
import { writeDocuments } from '#adapters/workspace/results/result-folder.ts';
import { loadSuite } from '#application/load/load-suite.ts';
import { regradeStored } from '#application/regrade/regrade-stored.ts';
import type { StoredRun } from '#domain/baseline/baseline-lookup.ts';
import type { GradedAnew } from '#domain/baseline/regrading/graded-anew.ts';
import { resultsText } from '#domain/baseline/results/results-text.ts';
import { REQUESTS_FILE, TRAJECTORIES_FILE } from '#domain/baseline/results/trajectories-file.ts';
import type { LoadedSuite } from '#domain/config/loaded-suite.ts';
import { EXIT } from '#domain/report/exit-code.ts';
import { redactResults } from '#domain/report/redaction/redact-results.ts';
import { secretRedactor } from '#domain/report/redaction/redaction.ts';
import { renderRegrading } from '#domain/report/terminal/render-regrading.ts';
import { isJudgedByModel } from '#domain/suite/criteria-of.ts';
import { measuresEmbeddings } from '#domain/suite/measures-embeddings.ts';
import { abortOnSignals } from '#entry/compose/abort-on-signals.ts';
import { PROVIDER_KEYS } from '#entry/compose/agent-environment.ts';
import { checkEnvironment } from '#entry/compose/check-environment.ts';
import { embeddingsAlone } from '#entry/compose/embeddings/embeddings-alone.ts';
import { withEmbedding } from '#entry/compose/embeddings/with-embedding.ts';
import { outputFolder } from '#entry/compose/evaluate-workspace.ts';
import { openJudge } from '#entry/compose/open-judge.ts';
import { budgetOf } from '#entry/compose/request-settings.ts';
import type { RegradeOptions } from '#entry/options/flags.ts';
import { printJson } from './print-json.ts';
import { resultsPath } from './read-results.ts';
import { say, sayIssues } from './say.ts';
import { workspaceRoot } from './workspace-root.ts';

/** What `agent-eval regrade` does. */
export async function regradeResults(named: string, options: RegradeOptions): Promise<void> {
  const cwd = process.cwd();
  const stop = abortOnSignals(() => say('Stopping: nothing is written'));
  try {
    process.exitCode =
      stop.code() ?? (await regradeHere(named, options, { cwd, signal: stop.signal, code: stop.code }));
  } finally {
    stop.release();
  }
}

interface Here {
  readonly cwd: string;
  readonly signal: AbortSignal;
  readonly code: () => number | null;
}

async function regradeHere(named: string, options: RegradeOptions, { cwd, signal, code }: Here): Promise<number> {
  const folder = outputFolder(cwd, options.output);
  const path = await resultsPath(named);
  const baselines = fileBaselines([path]);
  const lookup = await baselines.find();
  if (lookup.kind === 'none') return refuse(lookup.reason);
  const [run] = lookup.runs;
  if (await isSameFolder(folder, dirname(resolve(cwd, path))))
    return refuse(`${options.output} holds the results to be graded; name another folder with --output`);
  const files = workspaceFiles(await workspaceRoot(cwd, options.config), cwd, options.config);
  const loaded = await loadSuite(files, options.config, { ids: [], tags: [] });
  if ('issues' in loaded) {
    sayIssues(loaded.issues);
    return EXIT.usage;
  }
  const { suite } = loaded;
  const surroundings = { environment: process.env, pass_env: options.passEnv };
  const { resolve: resolveProgram } = await readPrograms(process.env['PATH']);
  const redact = redactorOf(suite, options.passEnv);
  const measuring = embeddingsOf(suite, options, redact);
  if ('problem' in measuring) return refuse(measuring.problem);
  const programs = programChecks({
    cwd: resolve(cwd, files.locate('.')),
    environment: checkEnvironment(surroundings, suite, null),
    resolve: resolveProgram,
  });
  const custom = withEmbedding(programs, measuring);
  const judge = await judgeOf(suite, options, redact);
  const graded = await regradeStored(run, suite, {
    baselines,
    custom,
    ...judge.ports,
    progress: { note: say },
    prepare: async () => {},
    signal,
  }).finally(() => Promise.all([custom.close(), judge.close(), measuring.close()]));
  if (signal.aborted) return code() ?? EXIT.error;
  if ('problem' in graded) return refuse(`${path} ${graded.problem}`);
  await write(folder, run, graded, redact);
  const people = options.json ? process.stderr : process.stdout;
  people.write(`${renderRegrading(graded.cases, lookOf(people))}\n`);
  say(`Results: ${relative(cwd, folder) || '.'}`);
  if (options.json) printJson({ cases: graded.cases });
  return graded.cases.some(({ problem }) => problem !== null) ? EXIT.inconclusive : EXIT.pass;
}

/** The model of embeddings, if a case needs it; or why it can't be asked. */
function embeddingsOf({ config, cases }: LoadedSuite, options: RegradeOptions, redact: (text: string) => string) {
  if (!cases.some(measuresEmbeddings)) return { embedding: null, close: async () => {} };
  const { allowedHosts: allowed_hosts, maxCostUsd, maxTokens } = options;
  const budget = budgetOf({ maxCostUsd, maxTokens, maxDuration: null, maxTrials: null });
  return embeddingsAlone({ config, environment: process.env, allowed_hosts, budget, redact });
}

/** The judge that grades, or why none does. */
async function judgeOf({ config, cases }: LoadedSuite, options: RegradeOptions, redact: (text: string) => string) {
  if (!cases.some(isJudgedByModel)) return { ports: {}, close: async () => {} };
  const { allowedHosts: allowed_hosts, maxCostUsd, maxTokens } = options;
  const budget = budgetOf({ maxCostUsd, maxTokens, maxDuration: null, maxTrials: null });
  const opened = await openJudge({ config, environment: process.env, allowed_hosts, budget, redact });
  if ('judge' in opened) return { ports: { judge: opened.judge }, close: opened.close };
  return { ports: { no_judge: `a model judges its criteria, and ${opened.problem}` }, close: async () => {} };
}

/** Results and trajectories beside one another, as a run writes them. */
async function write(
  folder: string,
  { place }: StoredRun,
  { results }: GradedAnew,
  redact: (text: string) => string,
): Promise<void> {
  await writeDocuments(folder, new Map([['results.json', resultsText(redactResults(results, redact)).text]]));
  for (const name of [TRAJECTORIES_FILE, REQUESTS_FILE]) {
    const source = place === null ? null : join(dirname(place), name);
    if (source !== null && (await exists(source))) await copyFile(source, join(folder, name));
    else await rm(join(folder, name), { force: true });
  }
}

/** Reasons of checks quote what they read; stored trajectories were masked when they were written. */
function redactorOf({ config: { agent } }: LoadedSuite, passEnv: readonly string[]): (text: string) => string {
  const names = [...PROVIDER_KEYS, ...agent.needs, ...passEnv];
  return secretRedactor(names.flatMap((name) => process.env[name] ?? []));
}

async function isSameFolder(one: string, other: string): Promise<boolean> {
  const real = (path: string) => realpath(path).catch(() => path);
  return (await real(one)) === (await real(other));
}

function refuse(problem: string): number {
  say(`agent-eval: ${problem}`);
  return EXIT.usage;
}
