import { join, relative, resolve, sep } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { BASE_RUNS } from '#commands/compose/baseline-of-commit.ts';
import type { WorkspaceResult } from '#commands/compose/workspace-request.ts';
import type { RunOptions } from '#commands/options/flags.ts';
import { escapeTerminal } from '#commands/terminal/escape-terminal.ts';
import { isLive } from '#commands/terminal/look.ts';
import { servePage } from '#commands/terminal/page-server.ts';
import { dollars, listed, plural, wholeNumber } from '#common/words.ts';
import type { Budget } from '#ports/ports.ts';
import { EXIT } from '#report/exit-code.ts';
import type { CaseRow } from '#report/report.ts';
import { watchFiles } from '#runner/workspace/files/watch-files.ts';
import { askGit } from '#runner/workspace/git/ask-git.ts';
import { say } from '../common/say.ts';
import { workspaceRoot } from '../common/workspace-root.ts';
import { OF_FAILED } from './earlier-failures.ts';
import { knownCases } from './known-cases.ts';
import type { MadeRun, RunPlace } from './run-once.ts';
import { reachedCases, type WatchedSuite, watchedSuite } from './watched-suite.ts';

/** One ordinary run. */
type RunOnce = (options: RunOptions, place: RunPlace) => Promise<MadeRun>;

/** Where `--ui` shows the report. */
const UI_PORT = 3006;

/**
 * Runs the suite, and again what a saved file reaches, until somebody quits or a cap of all these runs is reached.
 *
 * @param stopped exit code of the signal that ended it, `null` without one
 * @returns the exit code: of the signal that ended it, else of the last run
 */
export async function watchSuite(
  options: RunOptions,
  place: RunPlace & Required<Pick<RunPlace, 'budget'>>,
  stopped: () => number | null,
  run: RunOnce,
): Promise<number> {
  const { budget } = place;
  const read = async (): Promise<WatchedSuite | null> => {
    const known = await knownCases(place.cwd, options, '--watch');
    return known && watchedSuite(known);
  };
  let suite = await read();
  if (suite === null) return EXIT.usage;
  const page = options.ui ? await servePage(UI_PORT) : null;
  if (page !== null && 'problem' in page) {
    say(`agent-eval: --ui: ${page.problem}`);
    return EXIT.usage;
  }
  if (page !== null) say(`The report, while this runs: http://localhost:${UI_PORT}`);
  const states = new Map<string, string>();
  const isNamed = (path: string) => suite?.named.has(path) === true;
  const changes = await followChanges(options, place, isNamed);
  try {
    let { code, result, report } = await changes.during(() => run(options, place));
    movedLines(result, states);
    for (;;) {
      if (report !== null) page?.show(report);
      const full = budget.exhausted() ?? budget.refusedTrial();
      say(spentWords(budget));
      if (full !== null) say(`agent-eval: ${full}, for all runs together: nothing runs again`);
      if (full !== null || place.signal.aborted) return stopped() ?? code;
      say('Watching for changes; Ctrl-C quits');
      const paths: string[] = [];
      let cases: readonly string[] = [];
      while (cases.length === 0) {
        const changed = await changes.next(place.signal);
        if (changed.length === 0) return stopped() ?? code;
        paths.push(...changed);
        const next = await read();
        // What changed until it can be loaded again counts then.
        if (next === null) continue;
        cases = reachedCases(paths, suite, next);
        suite = next;
        if (isLive(process.stdout)) process.stdout.write(CLEARED);
        const names = listed(
          [...new Set(paths)].map((path) => relative(place.cwd, path).split(sep).join('/')),
          3,
        );
        say(`${names} changed: ${cases.length === 0 ? 'no case is reached' : plural(cases.length, 'case')}`);
        paths.length = 0;
      }
      const isWhole = cases.length === suite.cases.size;
      const again = { ...options, quiet: true, ...(isWhole ? {} : { cases, tags: [] }) };
      const folder = isWhole ? place.folder : join(place.folder, OF_FAILED);
      ({ code, result, report } = await changes.during(() => run(again, { ...place, folder })));
      for (const line of movedLines(result, states)) process.stdout.write(`${escapeTerminal(line)}\n`);
    }
  } finally {
    await page?.close();
    await changes.close();
  }
}

/** The sequences that empty a terminal and go to its first line. */
const CLEARED = '\u001B[2J\u001B[3J\u001B[H';

/** What each case that ran came to, `weather_oslo: red → green`; remembers it. */
function movedLines(result: WorkspaceResult | null, states: Map<string, string>): readonly string[] {
  if (result?.kind !== 'evaluated') return [];
  return result.evaluation.report.cases.flatMap(({ id, candidate }) => {
    if (candidate === null || candidate.scored + candidate.errors === 0) return [];
    const now = stateOf(candidate);
    const before = states.get(id) ?? 'new';
    states.set(id, now);
    return [`${id}: ${before === now ? now : `${before} → ${now}`}`];
  });
}

function stateOf({ passed, scored, errors }: NonNullable<CaseRow['candidate']>): string {
  if (passed < scored) return 'red';
  return errors === 0 ? 'green' : "can't tell";
}

function spentWords(budget: Budget): string {
  const { trials, tokens, cost_usd } = budget.spent();
  const cost = cost_usd === null ? [] : [dollars(cost_usd)];
  return `Spent by all runs: ${[plural(trials, 'trial'), `${wholeNumber(tokens)} tokens`, ...cost].join(' · ')}`;
}

/** Saves that come within this time are one change; what an agent wrote may be seen as much later. In milliseconds. */
const TOGETHER_MS = 250;

/**
 * Follows the files of the repository, without what git ignores, results and baselines. What is written while trials run, and no config, case
 * or agent names, is taken for the agent's own: it is told once, and runs nothing.
 */
async function followChanges(
  options: Pick<RunOptions, 'config' | 'output'>,
  { cwd }: Pick<RunPlace, 'cwd'>,
  isNamed: (path: string) => boolean,
) {
  const root = await workspaceRoot(cwd, options.config);
  const ignored = await askGit(root, ['ls-files', '-oi', '--exclude-standard', '--directory', '-z']);
  const without = [
    resolve(cwd, options.output),
    join(cwd, BASE_RUNS),
    ...(ignored ?? '').split('\0').flatMap((path) => (path === '' ? [] : [resolve(root, path)])),
  ];
  let pending = new Set<string>();
  const told = new Set<string>();
  let during = new Set<string>();
  let isRunning = false;
  let wake = () => {};
  const watcher = await watchFiles(root, without, (path) => {
    if (isRunning && !isNamed(path)) during.add(path);
    else pending.add(path);
    wake();
  });
  const notIgnored = async (paths: ReadonlySet<string>): Promise<readonly string[]> => {
    const known = await Promise.all([...paths].map((path) => askGit(root, ['check-ignore', '--', path])));
    return [...paths].filter((_, i) => known[i] === null);
  };
  return {
    async during<Result>(run: () => Promise<Result>): Promise<Result> {
      isRunning = true;
      const result = await run();
      await setTimeout(TOGETHER_MS);
      isRunning = false;
      const fresh = (await notIgnored(during)).filter((path) => !told.has(path));
      during = new Set();
      for (const path of fresh) told.add(path);
      const names = listed(
        fresh.map((path) => relative(cwd, path).split(sep).join('/')),
        3,
      );
      if (fresh.length > 0) say(`${names} changed while trials ran, and runs nothing: save it again if it was you`);
      return result;
    },
    /** The next files that change, or have changed during a run; none: the signal came. */
    async next(signal: AbortSignal): Promise<readonly string[]> {
      while (!signal.aborted) {
        if (pending.size === 0) {
          await new Promise<void>((resolve) => {
            wake = resolve;
            signal.addEventListener('abort', () => resolve(), { once: true });
          });
          continue;
        }
        await setTimeout(TOGETHER_MS);
        const paths = pending;
        pending = new Set();
        const kept = await notIgnored(paths);
        if (kept.length > 0) return kept;
      }
      return [];
    },
    close: () => watcher.close(),
  };
}
