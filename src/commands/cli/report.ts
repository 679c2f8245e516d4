import { readdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { HTML_FILE, storedIn, writeHtml } from '#commands/compose/write-html.ts';
import type { ReportOptions } from '#commands/options/flags.ts';
import { errorMessage } from '#common/error-message.ts';
import { differenceWords, mainAndHere } from '#gate/baseline/pairing/difference-words.ts';
import type { BaselineLookup } from '#gate/baseline/results/baseline-lookup.ts';
import { isMainFile } from '#gate/verdict/verdict-file.ts';
import { EXIT } from '#report/exit-code.ts';
import { renderHistoryHtml, type ShownTrend } from '#report/html/pages/history-page.tsx';
import { renderPlain } from '#report/markdown/render-plain.ts';
import { redactReport } from '#report/redaction/redact-data.ts';
import { secretRedactor } from '#report/redaction/redaction.ts';
import { storedFresh } from '#runner/again/stored-fresh.ts';
import { storedEvidence } from '#runner/concluding/stored-evidence.ts';
import { fileBaselines } from '#runner/workspace/baselines/file-baselines.ts';
import { exists } from '#runner/workspace/files/exists.ts';
import { commandName } from './common/command-name.ts';
import { readEachResults, readResultsFile, resultsPath } from './common/read-results.ts';
import { say } from './common/say.ts';
import { mainHistory } from './history.ts';
import { readPolicy } from './judged/read-policy.ts';
import { reportStored } from './judged/stored-report.ts';
import { openReport } from './run/run-report.ts';

/** What `agent-eval report` does. */
export async function reportFiles(files: readonly string[], options: ReportOptions): Promise<void> {
  if (files.length > 2) return refuse("at most two results can be named: first main's, then the change's");
  const history = options.history === null ? null : await mainHistory(options.history);
  if (history !== null && 'problem' in history) return refuse(history.problem);
  if (history !== null && files.length === 0) return historyPage(history, options);
  const named = await Promise.all((files.length === 0 ? [DEFAULT_FOLDER] : files).map(resultsPath));
  const [first] = named;
  if (files.length === 0 && first !== undefined && !(await exists(first)))
    return refuse(`${DEFAULT_FOLDER} holds no results; "${commandName()} run" makes them, or name a results file`);
  const paths = named.length === 1 && first !== undefined ? [...(await mainsOf(first)), first] : named;
  const read = await readEachResults(paths);
  const results = read.at(-1);
  const path = paths.at(-1);
  if (results === undefined || results === null || path === undefined || read.includes(null)) return unusable();
  const judging = await readPolicy(options.config, results.config.path);
  if (judging === null) return unusable();
  const baselines = fileBaselines(paths.slice(0, -1));
  const lookup = paths.length === 1 ? NOTHING_NAMED : await baselines.find();
  if (paths.length > 1 && lookup.kind === 'none') return refuse(lookup.reason);
  const known = join(dirname(path), 'confirmation.json');
  const confirmation = lookup.kind === 'found' && (await exists(known)) ? await readResultsFile(known) : null;
  const fresh = storedFresh(confirmation, results);
  const redact = secretRedactor([]);
  const here = () => storedIn(dirname(path), results);
  const evidence = await storedEvidence(results, here(), redact);
  const judged = await reportStored(judging, { results, lookup, fresh, evidence, history });
  const output = resolve(options.output ?? join(dirname(path), HTML_FILE));
  const report = redactReport(judged.report, redact);
  if (options.plain) return void process.stdout.write(renderPlain(report));
  const { problem } = await writeHtml(output, {
    evaluation: { ...judged, report, baseline: lookup },
    cases: [],
    redact,
    baselines,
    here: here(),
  });
  if (problem !== null) return refuse(problem);
  for (const difference of judged.comparison.condition_differences)
    say(`not comparable, which the report says too: ${differenceWords(difference, mainAndHere(judged.report.main))}`);
  return finish(output, options);
}

async function finish(output: string, { open }: ReportOptions): Promise<void> {
  process.stdout.write(`${output}\n`);
  if (open) await openReport(output);
}

/** Writes where main is going. */
async function historyPage(history: ShownTrend, options: ReportOptions): Promise<void> {
  const path = resolve(options.output ?? 'history.html');
  const problem = await writeFile(path, renderHistoryHtml(history)).then(() => null, errorMessage);
  return problem === null ? finish(path, options) : refuse(`${path} can't be written: ${problem}`);
}

const DEFAULT_FOLDER = 'agent-eval-results';
const NOTHING_NAMED: BaselineLookup = {
  kind: 'none',
  reason: "only one results file was named; name main's before it to compare them",
  notes: [],
};

/** Main's runs that a run was compared with: they lie next to its results. */
async function mainsOf(path: string): Promise<readonly string[]> {
  const names = await readdir(dirname(path)).catch(() => []);
  return names.filter(isMainFile).map((name) => join(dirname(path), name));
}

function refuse(problem: string): void {
  say(`agent-eval: ${problem}`);
  unusable();
}

function unusable(): void {
  process.exitCode = EXIT.usage;
}
