import { isMap } from 'yaml';
import { writeCase } from '#cases/suite/writing/write-case.ts';
import type { CaseSuggestOptions } from '#commands/options/bite-flags.ts';
import { listed, plural } from '#common/words.ts';
import { EXIT } from '#report/exit-code.ts';
import { suggestCases } from '#runner/mutants/suggest-cases.ts';
import { exists } from '#runner/workspace/files/exists.ts';
import { say } from '../common/say.ts';
import { suiteHere } from '../common/suite-here.ts';
import { untilStopped } from '../common/until-stopped.ts';
import { runsOfMain } from '../judged/runs-of-main.ts';
import { casesYaml } from './cases-yaml.ts';
import { writeNew } from './write-new.ts';

/** What `agent-eval case suggest` does. */
export async function suggestHere(
  cases: string | null,
  files: readonly string[],
  options: CaseSuggestOptions,
): Promise<void> {
  await untilStopped(async (signal) => {
    const problem = await suggest(cases, files, options, signal);
    if (problem !== '') say(`agent-eval: ${problem ?? TO_DO}`);
    return problem === null ? EXIT.pass : EXIT.usage;
  });
}

const TO_DO = 'this is what main does, not what is right: read it before you commit it.';

/** Why nothing was written; `null`: a case was; `''`: standard error says why not. */
async function suggest(
  cases: string | null,
  files: readonly string[],
  { config, output }: CaseSuggestOptions,
  signal: AbortSignal,
): Promise<string | null> {
  const here = await suiteHere(config, 'graded again');
  if ('problem' in here) return here.problem;
  const { suite } = here;
  const ids = cases?.split(',').map((id) => id.trim()) ?? [];
  const unknown = ids.filter((id) => suite.cases.every((evalCase) => evalCase.id !== id));
  // What names no case is a file.
  const isFile = unknown.length > 0 && unknown.length === ids.length && (await exists(cases ?? ''));
  if (unknown.length > 0 && !isFile) return `the config has no case ${listed(unknown)}`;
  const main = await runsOfMain(isFile ? [cases ?? '', ...files] : files);
  if ('problem' in main) return main.problem;
  const note = (sentence: string) => say(`agent-eval: warning: ${sentence}`);
  const all = await suggestCases(main.runs, suite, isFile ? [] : ids, { baselines: main.baselines, signal, note });
  if (all.length === 0) return 'every case has expectations; name the cases that should get new ones';
  for (const item of all) if ('problem' in item) say(`${item.id}: nothing is suggested: ${item.problem}`);
  const suggestions = all.filter((item) => 'suggested' in item);
  if (suggestions.length === 0) return 'nothing was written';
  const byCase = new Map(suggestions.map((item) => [item.suggested, item]));
  const yaml = casesYaml(
    [...byCase.keys()],
    (document) => {
      for (const [at, { passing, trials }] of suggestions.entries()) {
        const entry = document.getIn(['cases', at]);
        if (isMap(entry)) entry.comment = ` ${passing} of main's ${plural(trials, 'trial')} pass this`;
      }
    },
    (evalCase) => ({ ...writeCase(evalCase), expect: byCase.get(evalCase)?.expect ?? {} }),
  );
  return writeNew(yaml, output ?? null);
}
