import { readdir } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { BASE_RUNS } from '#commands/compose/baseline-of-commit.ts';
import type { ShowOptions } from '#commands/options/flags.ts';
import { lookOf } from '#commands/terminal/look.ts';
import { errorMessage } from '#common/error-message.ts';
import { shellQuoted } from '#common/shell.ts';
import { listed, shortSha } from '#common/words.ts';
import { branchOf } from '#gate/baseline/pairing/branch-of.ts';
import type { StoredRun } from '#gate/baseline/results/baseline-lookup.ts';
import type { CaseRecord, ResultsFile } from '#gate/baseline/results/results-file.ts';
import { verifyFiles } from '#gate/verdict/verify-files.ts';
import { EXIT } from '#report/exit-code.ts';
import { bestMatch, firstToOpen } from '#report/html/align/align-trials.ts';
import { nearestNames } from '#report/nearest-names.ts';
import { lineWords } from '#report/reasons/line-words.ts';
import { isSetAside } from '#report/rows/case-group.ts';
import { type ShownCase, type ShownTrial, showCase } from '#report/terminal/show-case.ts';
import { readStoredRun } from '#runner/workspace/baselines/read-stored-run.ts';
import { trajectoriesOfCase } from '#runner/workspace/baselines/trajectories-of-case.ts';
import { readToVerify } from '#runner/workspace/results/seal-folder.ts';
import type { TrajectoryLine } from '#trials/trial/stored-trajectory.ts';
import { chosenRuns } from './common/chosen-baseline.ts';
import { commandName } from './common/command-name.ts';
import { say } from './common/say.ts';
import { resultsIn } from './run/earlier-failures.ts';

/** What `agent-eval show` does. */
export async function showStoredCase(id: string, options: ShowOptions): Promise<void> {
  const cwd = process.cwd();
  const folder = resolve(cwd, options.output);
  const contents = await resultsIn(folder);
  if ('problem' in contents) return refuse(contents.problem);
  const run = contents.runs.findLast(({ results }) =>
    results.cases.some((item) => item.id === id && item.trials.length > 0),
  );
  const record = run?.results.cases.find((item) => item.id === id);
  if (run === undefined || record === undefined)
    return refuse(
      noSuchCase(
        id,
        contents.runs.flatMap(({ results }) => results.cases),
      ),
    );
  const trial =
    record.trials.find(({ index }) => index === options.trial) ??
    (options.trial === null ? firstToOpen(record.trials) : undefined);
  if (trial === undefined)
    return refuse(
      `case ${id} has no trial ${options.trial}; it has ${listed(
        record.trials.map(({ index }) => String(index)),
        20,
      )}`,
    );
  const choice = await chosenRuns(options.baseline);
  if ('problem' in choice) return refuse(choice.problem);

  const here = await linesOf(`${run.folder}/trajectories.jsonl`, id);
  const line = here.lines.get(trial.index) ?? null;
  const runs = options.baseline === null ? await keptBaseRuns(cwd, run.results, id) : choice.runs;
  const branch = branchOf(
    run.results,
    runs.map(({ results }) => results),
  );
  const main = await mainSide({ id, branch }, runs, { line, passed: trial.outcome === 'passed' });
  const aside = await asideIn(run.folder, id);
  const view: ShownCase = {
    id,
    name: record.name,
    source: record.source && `${record.source.file}:${record.source.line}`,
    aside,
    here: record.trials.map(({ outcome }) => outcome),
    branch,
    main: main.outcomes,
    trial: { title: `trial ${trial.index}`, record: trial, line },
    match: main.match,
    notes: [
      ...(run.folder === folder ? [] : [`this is from the last run in ${relative(cwd, run.folder)}/`]),
      ...(line === null ? [notStored('the trajectory of this trial', here.problem)] : maskNote(line, 'of this trial')),
      ...main.notes,
      ...(aside === null ? whichLine({ id, branch }, run.results, main.outcomes) : []),
      ...others(record, trial.index),
    ],
  };
  process.stdout.write(`${showCase(view, lookOf(process.stdout))}\n`);
}

/** What the verdict next to results says of a case whose failures decide nothing; `null`: they count, or its files disagree. */
async function asideIn(folder: string, id: string): Promise<string | null> {
  const read = await readToVerify(folder);
  const verified = 'problem' in read ? read : verifyFiles(read);
  if (!('file' in verified)) return null;
  const { accepts = [] } = verified.file.decision;
  const entry = accepts.find((item) => item.case === id && isSetAside(item.state, item.source));
  if (entry === undefined) return null;
  const kind = entry.source === 'accept' ? 'accepted' : 'in quarantine';
  return `${kind} until ${entry.until}, so its failures decide nothing: ${entry.reason}`;
}

interface Lines {
  readonly lines: ReadonlyMap<number, TrajectoryLine>;
  readonly problem: string | null;
}

/** The stored trajectories of a case by trial; `problem`: why there are none, a sentence part after "they". */
async function linesOf(path: string, id: string): Promise<Lines> {
  try {
    return { lines: await trajectoriesOfCase(path, id), problem: null };
  } catch (error) {
    return { lines: new Map(), problem: errorMessage(error) };
  }
}

interface MainSide {
  readonly outcomes: ShownCase['main'];
  readonly match: ShownTrial | null;
  readonly notes: readonly string[];
}

/** Main's trials of the case, and the one that the shown one is best compared with. */
async function mainSide(
  { id, branch }: Pick<ShownCase, 'id' | 'branch'>,
  runs: readonly StoredRun[],
  { line, passed }: { readonly line: TrajectoryLine | null; readonly passed: boolean },
): Promise<MainSide> {
  if (runs.length === 0)
    return {
      outcomes: null,
      match: null,
      notes: ['nothing to compare with: the last run kept no results of main here, and --baseline names none'],
    };
  const sides = await Promise.all(
    runs.map(async (run) => ({
      run,
      trials: run.results.cases.find((item) => item.id === id)?.trials ?? [],
      stored:
        run.place === null
          ? { lines: new Map<number, TrajectoryLine>(), problem: 'are not stored next to it' }
          : await linesOf(run.place, id),
    })),
  );
  const trials = sides.flatMap(({ run, trials: all, stored }) =>
    all.map((record) => {
      const line = stored.lines.get(record.index) ?? null;
      const title =
        runs.length > 1 && run.sha !== null ? `trial ${record.index} of ${shortSha(run.sha)}` : `trial ${record.index}`;
      const trajectory = line === null || line.state === 'truncated' ? null : line.trajectory;
      return { title, record, line, trajectory, passed: record.outcome === 'passed' };
    }),
  );
  if (trials.length === 0) return { outcomes: null, match: null, notes: [`${branch} has no trials of ${id}`] };
  const outcomes = trials.map(({ record }) => record.outcome);
  if (line === null || line.state === 'truncated') return { outcomes, match: null, notes: [] };
  const match = bestMatch(trials, { passed, trajectory: line.trajectory })?.trial ?? null;
  if (match !== null)
    return { outcomes, match, notes: match.line === null ? [] : maskNote(match.line, `on ${branch}`) };
  const problem = sides.find(({ stored }) => stored.problem !== null)?.stored.problem ?? null;
  return { outcomes, match: null, notes: [notStored(`${branch}'s trajectories of this case`, problem)] };
}

/** The lines that broke the case; if nobody searched them and main passes, the command that searches. */
function whichLine(
  { id, branch }: Pick<ShownCase, 'id' | 'branch'>,
  { cases, explained = [] }: ResultsFile,
  main: ShownCase['main'],
): readonly string[] {
  const explanations = explained.filter((item) => item.case === id || item.also.includes(id));
  if (explanations.length > 0) return explanations.map(lineWords);
  const passes = (outcomes: readonly string[]) => outcomes.filter((outcome) => outcome === 'passed').length;
  const here = cases.find((item) => item.id === id)?.trials.map(({ outcome }) => outcome) ?? [];
  if (main === null || main.length === 0 || passes(main) < main.length || passes(here) > 0) return [];
  return [`which line broke it: ${commandName()} which ${id} --against ${shellQuoted(branch)}`];
}

function notStored(what: string, problem: string | null): string {
  const why = problem === null ? 'not stored' : `not at hand: they ${problem}`;
  return `${what}: ${why}; a run with --trajectories all stores every one`;
}

function maskNote(line: TrajectoryLine, where: string): readonly string[] {
  return line.state === 'redacted' ? [`parts of the trajectory ${where} are masked, because they held secrets`] : [];
}

function others({ trials }: CaseRecord, index: number): readonly string[] {
  const rest = trials.filter((trial) => trial.index !== index).map((trial) => String(trial.index));
  return rest.length === 0 ? [] : [`other trials: --trial ${listed(rest, 20)}`];
}

function noSuchCase(id: string, cases: readonly CaseRecord[]): string {
  const known = cases.find((item) => item.id === id);
  if (known !== undefined) return `case ${id} was not run: it has no trials in the last results`;
  const near = nearestNames(id, [...new Set(cases.map((item) => item.id))]);
  return `no case ${JSON.stringify(id)} is in the last results${near.length === 0 ? '' : `; did you mean ${listed(near)}?`}`;
}

function refuse(problem: string): void {
  say(`agent-eval: ${problem}`);
  process.exitCode = EXIT.usage;
}

/**
 * The runs of main that a stored run was compared with by `--against`, of those that are kept below the working directory and
 * have a case; empty: it was compared with none of them.
 */
async function keptBaseRuns(cwd: string, results: ResultsFile, id: string): Promise<readonly StoredRun[]> {
  const shas = results.baseline_runs.flatMap(({ sha }) => sha ?? []);
  const folder = join(cwd, BASE_RUNS);
  const names = shas.length === 0 ? [] : await readdir(folder).catch(() => []);
  const runs: StoredRun[] = [];
  for (const name of names.filter((known) => shas.some((sha) => known.startsWith(sha.slice(0, 12))))) {
    const read = await readStoredRun(join(folder, name, 'results.json'));
    if ('run' in read && read.run.sha !== null && shas.includes(read.run.sha)) runs.push(read.run);
  }
  const fits = ({ results: base }: StoredRun) =>
    base.config.path === results.config.path && base.cases.some((record) => record.id === id);
  const newest = runs.filter(fits).toSorted((left, right) => timeOf(right) - timeOf(left))[0];
  return newest === undefined ? [] : [newest];
}

function timeOf({ results }: StoredRun): number {
  return Date.parse(results.created_at);
}
