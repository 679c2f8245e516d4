import { join } from 'node:path';
import { readStoredRun } from '#adapters/workspace/baselines/read-stored-run.ts';
import { isBaselineName } from '#adapters/workspace/baselines/saved-baselines.ts';
import type { ResultsFile } from '#domain/baseline/results/results-file.ts';
import { EXIT } from '#domain/report/exit-code.ts';
import { plural, shortSha, wholeNumber } from '#domain/words.ts';
import { outputFolder } from '#entry/compose/evaluate-workspace.ts';
import type { BaselineSaveOptions } from '#entry/options/flags.ts';
import { baselinesOf } from './chosen-baseline.ts';
import { commandName } from './command-name.ts';
import { errorCode } from './error-code.ts';
import { say } from './say.ts';

/** What `agent-eval baseline save` does. */
export async function saveBaseline(name: string, options: BaselineSaveOptions): Promise<void> {
  if (!isBaselineName(name)) return refuse(`"${name}" can't be the name of a baseline; ${NAMES}`);
  const cwd = process.cwd();
  const folder = outputFolder(cwd, options.output);
  const read = await readStoredRun(join(folder, 'results.json'));
  if ('problem' in read)
    return refuse(`${read.problem}; "${commandName()} run" makes results, and --output names another folder`);
  const { results } = read.run;
  if (results.cases.every(({ trials }) => trials.length === 0))
    return refuse('the results contain no trials, so there is nothing to compare with');
  try {
    await baselinesOf(cwd).save(name, folder);
  } catch (error) {
    return refuse(`the baseline can't be written (${errorCode(error)}); check the folder's permissions`);
  }
  process.stdout.write(`saved ${name}: ${describe(results)}\n`);
  process.stdout.write(`  ${commandName()} run --baseline ${name}\n`);
}

/** What `agent-eval baseline list` does. */
export async function listBaselines(): Promise<void> {
  const saved = baselinesOf(process.cwd());
  const [names, used] = await Promise.all([saved.names(), saved.inUse()]);
  for (const name of names) {
    const read = await readStoredRun(saved.results(name));
    const words = 'problem' in read ? `can't be used: ${read.problem}` : describe(read.run.results);
    process.stdout.write(`${name === used ? '*' : ' '} ${name}  ${words}\n`);
  }
  if (names.length === 0) say(`no baseline is saved here; "${commandName()} baseline save NAME" keeps the newest run`);
}

/** What `agent-eval baseline use` does. */
export async function useBaseline(name: string | undefined): Promise<void> {
  const saved = baselinesOf(process.cwd());
  if (name === undefined) {
    await saved.use(null);
    process.stdout.write('runs that name no baseline are compared with nothing\n');
    return;
  }
  if (!(await isSaved(name))) return;
  await saved.use(name);
  process.stdout.write(`runs that name no baseline are compared with ${name}\n`);
}

/** What `agent-eval baseline remove` does. */
export async function removeBaseline(name: string): Promise<void> {
  if (!(await isSaved(name))) return;
  const saved = baselinesOf(process.cwd());
  const wasInUse = (await saved.inUse()) === name;
  if (wasInUse) await saved.use(null);
  try {
    await saved.remove(name);
  } catch (error) {
    return refuse(`the baseline can't be removed (${errorCode(error)}); check the folder's permissions`);
  }
  process.stdout.write(`removed ${name}${wasInUse ? '; runs that name no baseline are compared with nothing' : ''}\n`);
}

/** Whether a run is saved under that name; if not, standard error says which are. */
async function isSaved(name: string): Promise<boolean> {
  const names = await baselinesOf(process.cwd()).names();
  if (names.includes(name)) return true;
  refuse(`no baseline ${name} is saved here (${names.length === 0 ? 'there is none' : names.join(', ')})`);
  return false;
}

const NAMES = 'expected letters, digits, dots, dashes and underscores, up to 100, such as main';

function describe({ commit, created_at: created, complete, cases }: ResultsFile): string {
  const trials = cases.reduce((sum, evalCase) => sum + evalCase.trials.length, 0);
  const passed = cases.reduce(
    (sum, evalCase) => sum + evalCase.trials.filter(({ outcome }) => outcome === 'passed').length,
    0,
  );
  const facts = [
    ...(commit.sha === null ? [] : [shortSha(commit.sha)]),
    created.slice(0, 16).replace('T', ' '),
    plural(cases.length, 'case'),
    `${wholeNumber(passed)} of ${plural(trials, 'trial')} passed`,
    ...(complete ? [] : ['cut short']),
  ];
  return facts.join(' · ');
}

function refuse(problem: string): void {
  say(`agent-eval: ${problem}`);
  process.exitCode = EXIT.usage;
}
