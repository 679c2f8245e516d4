import { isMap } from 'yaml';
import { writeCase } from '#cases/suite/writing/write-case.ts';
import type { CaseSuggestOptions } from '#commands/options/bite-flags.ts';
import { escapeTerminal } from '#commands/terminal/escape-terminal.ts';
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
  named: readonly string[],
  options: CaseSuggestOptions,
): Promise<void> {
  await untilStopped(async (signal) => {
    const problem = await suggest(cases, named, options, signal);
    if (problem === null) return EXIT.pass;
    if (problem !== '') say(`agent-eval: ${problem}`);
    return EXIT.usage;
  });
}

/** Why nothing was written; `null`: a case was; `''`: standard error says why not. */
async function suggest(
  cases: string | null,
  named: readonly string[],
  { config, output }: CaseSuggestOptions,
  signal: AbortSignal,
): Promise<string | null> {
  const here = await suiteHere(config, 'graded again');
  if ('problem' in here) return here.problem;
  const { suite } = here;
  const known = new Set(suite.cases.map(({ id }) => id));
  const ids = cases?.split(',').map((id) => id.trim()) ?? [];
  const unknown = ids.filter((id) => !known.has(id));
  // What names no case is a file.
  const isFile = unknown.length > 0 && unknown.length === ids.length && (await exists(cases ?? ''));
  if (unknown.length > 0 && !isFile) return `the config has no case ${listed(unknown)}`;
  const main = await runsOfMain(isFile ? [cases ?? '', ...named] : named);
  if ('problem' in main) return main.problem;
  const note = (sentence: string) => say(`agent-eval: warning: ${sentence}`);
  const all = await suggestCases(main.runs, suite, isFile ? [] : ids, { baselines: main.baselines, signal, note });
  if (all.length === 0) return 'every case has expectations; name those that are to have others';
  for (const one of all) if ('problem' in one) say(`${one.id}: nothing is suggested: ${escapeTerminal(one.problem)}`);
  const suggested = all.flatMap((item) => ('suggested' in item ? [item] : []));
  if (suggested.length === 0) return 'nothing was written';
  const expectOf = new Map(suggested.map(({ id, expect }) => [id, expect]));
  const yaml = casesYaml(
    suggested.map((item) => item.suggested),
    (document) => {
      for (const [at, { passing, trials }] of suggested.entries()) {
        const written = document.getIn(['cases', at]);
        if (isMap(written)) written.comment = ` ${passing} of main's ${plural(trials, 'trial')} pass this`;
      }
    },
    (evalCase) => ({ ...writeCase(evalCase), expect: expectOf.get(evalCase.id) ?? {} }),
  );
  const problem = await writeNew(yaml, output ?? null);
  if (problem === null) say(TO_DO);
  return problem;
}

const TO_DO = 'agent-eval: this is what main does, not what is right: read it before you commit it.';
