import { join } from 'node:path';
import { systemClock } from '#commands/terminal/clock.ts';
import type { Issue } from '#common/document/issue.ts';
import type { ParsedDocument } from '#common/document/parsed-document.ts';
import { jsonText } from '#common/json-text.ts';
import { readLabels } from '#config/base-rules/pull-labels.ts';
import type { Config } from '#config/config.ts';
import { suiteSize } from '#config/loaded-suite.ts';
import { type ChosenAgent, chooseAgents } from '#config/parsing/agents-of.ts';
import { costProblem } from '#config/parsing/cost-problem.ts';
import { resultsText } from '#gate/baseline/results/results-text.ts';
import { NOTHING_SAID } from '#gate/decision/terms/surroundings.ts';
import type { Budget } from '#ports/ports.ts';
import { readPrograms } from '#process/programs.ts';
import { renderComparisonHtml } from '#report/html/pages/comparison-page.tsx';
import { compareAgents } from '#report/model-comparison/compare-agents.ts';
import type { ModelComparison, ShownComparison } from '#report/model-comparison/model-comparison.ts';
import { renderComparisonMarkdown } from '#report/model-comparison/render-markdown.ts';
import { headOf } from '#report/model-comparison/words.ts';
import { withheldWords } from '#report/reasons/circumstance-words.ts';
import { redactResults } from '#report/redaction/redact-data.ts';
import { type ComparedRuns, type ComparisonOrder, runAgents } from '#runner/comparing/run-agents.ts';
import { loadSuites, type NamedSuite, type Unchosen } from '#runner/load/load-suite.ts';
import { createBudget } from '#runner/trials/budget.ts';
import { workspaceFiles } from '#runner/workspace/files/workspace-files.ts';
import { writeDocuments } from '#runner/workspace/results/write-documents.ts';
import { trialNumbers } from '#trials/trial/trial-range.ts';
import { leftoversOf } from '../traces.ts';
import type { WorkspaceRequest } from '../workspace-request.ts';
import { HTML_FILE } from '../write-html.ts';
import { type OpenSide, openSide } from './open-side.ts';

/** The result of running agents beside each other. */
export type TogetherResult<Outcome> =
  | { readonly kind: 'invalid'; readonly issues: readonly Issue[] }
  /** `is_skipped`: labels of the pull request, a key that its run does not get, or nothing to do are no fault. */
  | { readonly kind: 'refused'; readonly problem: string; readonly is_skipped: boolean }
  | {
      readonly kind: 'compared';
      readonly comparison: Outcome;
      readonly shown: ShownComparison;
      /** Why something is missing on disk, a sentence part; `null`: nothing is. */
      readonly stored_problem: string | null;
    };

/** The result of comparing agents. */
export type ComparisonResult = TogetherResult<ModelComparison>;

/** Agents that are to run beside each other, and what they are asked. */
export interface TogetherJob<Outcome> {
  readonly agents: readonly ChosenAgent[];
  begin(suites: readonly NamedSuite[]): TogetherOrder<Outcome>;
}

/** How often each case runs, and what is made of it. */
interface TogetherOrder<Outcome> extends Partial<Pick<ComparisonOrder, 'trials' | 'ended'>> {
  /** Absent: as often as a run of main makes it. */
  readonly trials?: number;
  /**
   * What comes of it, which is stored, and what is shown of it.
   *
   * @param runs redacted
   * @param notes on the run, a sentence each
   */
  conclude(
    ran: Omit<ComparedRuns, 'exhausted'> & { readonly is_exhausted: boolean },
    trials: number,
    notes: readonly string[],
    spent: ReturnType<Budget['spent']>,
  ): { readonly outcome: Outcome; readonly shown: ShownComparison };
}

/** Runs the suite of a workspace with several agents, compares them, and writes a folder for each next to comparison.json. */
export function compareWorkspace(request: WorkspaceRequest, names: readonly string[]): Promise<ComparisonResult> {
  return runTogether<ModelComparison>(request, (config) => {
    const chosen = chooseAgents(config, names);
    if ('problem' in chosen) return { problem: `--agents: ${chosen.problem}` };
    const conclude: TogetherOrder<ModelComparison>['conclude'] = ({ runs }, trials, notes) => {
      const outcome = compareAgents(runs, trials, notes);
      return { outcome, shown: outcome };
    };
    return { ...chosen, begin: () => ({ conclude }) };
  });
}

/** Runs the suite of a workspace with several agents on equal terms, and writes a folder for each next to what comes of it. */
export async function runTogether<Outcome>(
  request: WorkspaceRequest,
  choose: (config: Config, document: ParsedDocument) => TogetherJob<Outcome> | Unchosen,
): Promise<TogetherResult<Outcome>> {
  const { folders, scope, access } = request;
  const files = workspaceFiles(folders.root, folders.cwd, folders.config_path);
  const loaded = await loadSuites(files, folders.config_path, scope.selection, choose);
  if ('issues' in loaded) return { kind: 'invalid', issues: loaded.issues };
  if ('problem' in loaded) return refuse(loaded.problem, loaded.is_skipped);
  const { suites, chosen } = loaded;
  const unfit = whyUnpriced(request, suites);
  if (unfit !== null) return refuse(unfit);
  // Nothing is judged, so the change's own rules may say so.
  const [first] = suites;
  const withheld = first === undefined ? null : readLabels(scope.labels, first.suite, true).withheld;
  if (withheld !== null) return refuse(withheldWords(withheld, request.names.main ?? NOTHING_SAID.main), true);

  const { trials: planned = plannedTrials(request, suites), ended, conclude } = chosen.begin(suites);
  const programs = await readPrograms(access.environment['PATH']);
  const traces = await leftoversOf(request, programs);
  const opened: OpenSide[] = [];
  try {
    await writeDocuments(folders.output_folder, new Map());
    const place = { files, programs, budget: createBudget(request.budget, systemClock), planned };
    for (const named of suites) {
      const [address, folder] = [startsAt(named), join(folders.output_folder, named.name)];
      const yields = address !== null && suites.filter((other) => startsAt(other) === address).length > 1;
      const side = await openSide(named, request, { ...place, folder, yields });
      if ('problem' in side)
        return refuse(`${named.name}: ${side.problem}`, side.lacks_keys && access.on_missing_secrets === 'skip');
      opened.push(side);
    }
    const stored = Math.min(...opened.map(({ side }) => side.ports.agent.available_trials ?? Number.POSITIVE_INFINITY));
    const trials = Math.min(place.planned, Math.max(1, stored));
    const ran = await runAgents(
      opened.map(({ side }) => side),
      { trials, facts: request.facts, ...(ended && { ended }) },
    );
    return await store(request, opened, ran, (clean, notes) => conclude(clean, trials, notes, place.budget.spent()));
  } catch (error) {
    if (!isOfDisk(error)) throw error;
    return refuse(`results can't be written to ${folders.output_folder} (${error.code}); choose a writable folder`);
  } finally {
    for (const { close } of opened) await close();
    for (const ended of await traces.end())
      request.progress.warn(`Stopped programs that the agents had left running: ${ended}`);
  }
}

function refuse(problem: string, is_skipped = false): Extract<ComparisonResult, { kind: 'refused' }> {
  return { kind: 'refused', problem, is_skipped };
}

/** Redacts by the secrets of all agents: each may name what another one needs. */
async function store<Outcome>(
  { folders: { output_folder } }: WorkspaceRequest,
  opened: readonly OpenSide[],
  { runs, exhausted, cancelled }: ComparedRuns,
  conclude: (
    ran: Parameters<TogetherOrder<Outcome>['conclude']>[0],
    notes: readonly string[],
  ) => ReturnType<TogetherOrder<Outcome>['conclude']>,
): Promise<TogetherResult<Outcome>> {
  const redact = (text: string) => opened.reduce((clean, side) => side.redact(clean), text);
  const notes = [
    ...(exhausted === null ? [] : [`${exhausted}: the agents are compared on the trials that ran until then`]),
    ...(cancelled ? ['The run was cancelled: the agents are compared on the trials that ran until then'] : []),
    ...opened.flatMap(({ side }) => side.ports.agent.notes().map((note) => `${side.name}: ${note}`)),
  ];
  const clean = runs.map((run) => ({
    ...run,
    results: redactResults(run.results, redact),
    problem: run.problem === null ? null : redact(run.problem),
  }));
  const ran = { runs: clean, cancelled, is_exhausted: exhausted !== null };
  const { outcome, shown } = conclude(ran, notes.map(redact));
  const { file } = headOf(shown);
  const documents = new Map([
    [`${file}.json`, `${jsonText(outcome, 2)}\n`],
    [`${file}.md`, renderComparisonMarkdown(shown)],
    [HTML_FILE, renderComparisonHtml(shown)],
  ]);
  const problems: (string | null)[] = [];
  for (const [at, { sink }] of opened.entries()) {
    const results = clean[at]?.results;
    if (results !== undefined)
      problems.push((await sink.finish(new Map([['results.json', resultsText(results).parts]]))).problem);
  }
  problems.push(
    await writeDocuments(output_folder, documents).then(
      () => null,
      (error: Error) => error.message,
    ),
  );
  return {
    kind: 'compared',
    comparison: outcome,
    shown,
    stored_problem: problems.find((problem) => problem !== null) ?? null,
  };
}

/** As often as a run of main makes each case, within the cap for all agents together. */
function plannedTrials(
  { scope: { trials }, budget }: WorkspaceRequest,
  [first, ...others]: readonly NamedSuite[],
): number {
  if (first === undefined) return 1;
  const payable = budget.max_trials === null ? null : Math.floor(budget.max_trials / (1 + others.length));
  return trialNumbers(trials ?? first.suite.config.trials, suiteSize(first.suite), payable).once;
}

/** The address at which an agent's server is started; `null`: none is. */
function startsAt({ suite: { config } }: NamedSuite): string | null {
  const { agent } = config;
  return agent.kind === 'http' && agent.start !== null ? new URL(agent.url).host : null;
}

function whyUnpriced({ budget }: WorkspaceRequest, suites: readonly NamedSuite[]): string | null {
  if (budget.max_cost_usd === null) return null;
  for (const { name, suite } of suites) {
    const problem = costProblem(suite.config);
    if (problem !== null) return `max-cost-usd can't be enforced for ${name}: ${problem}`;
  }
  return null;
}

function isOfDisk(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && 'syscall' in error;
}
