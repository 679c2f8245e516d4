import type { CompareOptions } from '#commands/options/flags.ts';
import { lookOf } from '#commands/terminal/look.ts';
import { differenceWords, mainAndHere } from '#gate/baseline/pairing/difference-words.ts';
import type { BaselineLookup, StoredRun } from '#gate/baseline/results/baseline-lookup.ts';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import { decisionJson } from '#report/decision-json.ts';
import { EXIT, exitCode, whenOpen } from '#report/exit-code.ts';
import { headlineOf } from '#report/headline/headline.ts';
import { renderTerminal } from '#report/outputs/render-terminal.ts';
import { repairOf } from '#report/outputs/repair.ts';
import { storedFresh } from '#runner/again/stored-fresh.ts';
import type { TryAgain } from '#runner/again/try-again.ts';
import { printJson } from './common/print-json.ts';
import { readEachResults } from './common/read-results.ts';
import { say } from './common/say.ts';
import { type PolicyOfResults, readPolicy } from './judged/read-policy.ts';
import { reportStored } from './judged/stored-report.ts';

/** What `agent-eval compare` does with results files. */
export async function compareFiles(
  baseline: readonly string[],
  change: string,
  options: CompareOptions,
): Promise<void> {
  const files = [change, ...baseline, ...(options.confirmation ? [options.confirmation] : [])];
  const [candidate, ...others] = (await readEachResults(files)).filter((results) => results !== null);
  if (candidate === undefined || others.length < files.length - 1) return unusable();
  const judging = await readPolicy(options.config, candidate.config.path);
  if (judging === null) return unusable();
  const runs = others.slice(0, baseline.length);
  const fresh = storedFresh(others.at(baseline.length) ?? null, candidate);
  const names = `${change} and ${baseline[0] ?? ''}`;
  await decideAndShow({ candidate, runs, fresh, names, notes: [] }, judging, options);
}

/** What is compared. */
export interface ComparedResults {
  readonly candidate: ResultsFile;
  /** Of main, nearest first. */
  readonly runs: readonly ResultsFile[];
  readonly fresh: TryAgain | null;
  /** Of both sides, for people. */
  readonly names: string;
  /** What else a reader should know. */
  readonly notes: readonly string[];
}

/** Decides, prints the decision, and ends with its exit code. */
export async function decideAndShow(
  { candidate, runs, fresh, names, notes }: ComparedResults,
  judging: PolicyOfResults,
  options: Pick<CompareOptions, 'json' | 'failOn'>,
): Promise<void> {
  const sides = { results: candidate, lookup: lookupOf(runs, notes), fresh };
  const { decision, comparison, report } = await reportStored(judging, sides);
  if (comparison.condition_differences.length > 0) {
    for (const difference of comparison.condition_differences)
      say(`not comparable: ${differenceWords(difference, mainAndHere(decision.main))}`);
    say(`${names} were made under different conditions; nothing was decided`);
    return unusable();
  }
  const people = options.json ? process.stderr : process.stdout;
  people.write(`${renderTerminal(report, lookOf(people))}\n`);
  if (options.json)
    printJson({ ...decisionJson(decision, comparison, headlineOf(report).words), repair: repairOf(report) });
  process.exitCode = exitCode(
    decision.verdict,
    options.failOn,
    whenOpen(options.failOn, judging.policy, decision.reasons),
  );
}

/** Ends as after a wrong call. */
export function unusable(): void {
  process.exitCode = EXIT.usage;
}

function lookupOf(runs: readonly ResultsFile[], notes: readonly string[]): BaselineLookup {
  const [nearest, ...others] = runs.map(
    (results): StoredRun => ({ results, sha: results.commit.sha, url: null, place: null }),
  );
  if (nearest === undefined) return { kind: 'none', reason: 'no baseline is named', notes: [] };
  return { kind: 'found', runs: [nearest, ...others], target_sha: null, choice: 'as it is named', notes };
}
