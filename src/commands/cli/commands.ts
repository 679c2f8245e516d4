import { Command } from 'commander';
import { CASE_SUGGEST, type CaseSuggestOptions, MUTANTS } from '#commands/options/bite-flags.ts';
import {
  CALIBRATE,
  CASE_FROM_TRACE,
  COMPARE,
  DEMO,
  type Flags,
  HISTORY,
  IMPORT,
  INIT,
  REPORT,
  RUN,
  SHOW,
  UPGRADE,
  VALIDATE,
  VARIANTS,
  VERIFY,
  WHICH,
} from '#commands/options/flags.ts';
import { CALIBRATE_JUDGE, LABEL, REGRADE } from '#commands/options/judge-flags.ts';
import type { ValuesOf } from '#commands/options/option.ts';
import { addFlags } from './add-flags.ts';

/** The commands of the terminal, in the order of --help. The code of a command is loaded on use. */
const COMMANDS: Readonly<Record<string, (command: Command) => Command>> = {
  run: made(RUN, 'run the cases of a config, compare with a baseline file, decide', async (options) =>
    options.agents.length > 0
      ? (await import('./other-commands.ts')).compareAgentsHere(options)
      : (await import('./run.ts')).runSuite(options),
  ),
  show: made(
    SHOW,
    "show a case of the last run: its trials, and one of them next to main's",
    async (options, id: string) => (await import('./other-commands.ts')).showStoredCase(id, options),
    ['<case>', 'id of the case'],
  ),
  which: made(
    WHICH,
    'find the lines of your change that broke a case: run it on both sides, then on versions of the change',
    async (options, id: string) => (await import('./run.ts')).findWhichLine(id, options),
    ['<case>', 'id of the case'],
  ),
  upgrade: made(
    UPGRADE,
    "run other models beside today's, and show which are not worse by more than a margin",
    async (options) => (await import('./other-commands.ts')).upgradeModels(options),
  ),
  compare: made(
    COMPARE,
    "decide from results files, or from a test runner's files; nothing runs",
    async (options, files: readonly string[], command) => {
      const { compareFiles, compareRounds } = await import('./other-commands.ts');
      const { results: format, baseline, candidate } = options;
      if (format !== null) return compareRounds(format, sidesOf(files), options);
      if (baseline === null || candidate === null || files.length > 0)
        return command.error('error: name files by --baseline and --candidate, or rounds by --results and arguments');
      return compareFiles(baseline, candidate, options);
    },
    ['[rounds...]', 'with --results: main\'s files, then "--", then the change\'s'],
  ),
  verify: made(
    VERIFY,
    "derive a run's verdict again from the files that it left, and say what differs",
    async (options, folder: string) => (await import('./verify.ts')).verifyVerdict(folder, options),
    ['[folder]', 'the folder, or the unpacked artifact', 'agent-eval-results'],
  ),
  report: made(
    REPORT,
    'write the HTML report of a run, alone or next to main',
    async (options, files: readonly string[]) => (await import('./other-commands.ts')).reportFiles(files, options),
    [
      '[results...]',
      "results.json, or the folder with it: the run's, or main's and then the run's (default: agent-eval-results)",
    ],
  ),
  regrade: made(
    REGRADE,
    "grade a run's stored trajectories again by a config's expectations; no agent runs",
    async (options, path: string) => (await import('./other-commands.ts')).regradeResults(path, options),
    ['<results>', 'results.json of the run, or the folder with it'],
  ),
  mutants: made(
    MUTANTS,
    "break stored passing trials in one place each, and list the cases that don't notice; no model is called",
    async (options, path: string) => (await import('./other-commands.ts')).breakResults(path, options),
    ['[results]', 'results.json of the run, or the folder with it', 'agent-eval-results'],
  ),
  calibrate: made(
    CALIBRATE,
    "estimate the gate's false-alarm rate and power from your stored runs of main",
    async (options, files: readonly string[]) => (await import('./other-commands.ts')).calibrateRuns(files, options),
    ['<results...>', 'results.json of one or more runs of the main branch'],
  ),
  label: made(
    LABEL,
    'label stored answers by hand, blind to the judge',
    async (options, files: readonly string[]) =>
      (await import('./other-commands.ts')).labelTrajectories(files, options),
    ['[results...]', 'results.json of one or more runs of main, or the folder with it (default: agent-eval-results)'],
  ),
  'calibrate-judge': made(
    CALIBRATE_JUDGE,
    "estimate the judge's error rate from labels, and write the file that the gate reads",
    async (options, files: readonly string[]) => (await import('./other-commands.ts')).calibrateJudge(files, options),
    [
      '[results...]',
      'results.json of the runs that the labels are of, or the folder with it (default: agent-eval-results)',
    ],
  ),
  history: made(
    HISTORY,
    "show main's history: pass rates by run, cases that moved, reds without a change",
    async (options, path: string) => (await import('./other-commands.ts')).showHistory(path, options),
    ['<path>', 'history.jsonl, or a folder with results of main'],
  ),
  import: made(
    IMPORT,
    "convert another tool's cases to a case file; verdicts stay the same",
    async (options, files: readonly string[]) => (await import('./other-commands.ts')).importCases(files, options),
    ['<files...>', 'files of cases in any format that is read'],
  ),
  case: caseCommand,
  validate: made(VALIDATE, 'check config and cases; nothing runs', async (options) =>
    (await import('./validate/validate.ts')).validateConfig(options),
  ),
  variants: made(
    VARIANTS,
    'print the cases that variants add; --write asks a model for paraphrases and translations',
    async (options) => (await import('./other-commands.ts')).varyCases(options),
  ),
  init: made(INIT, 'write a workflow, a config, a first case and a starter agent', async (options) =>
    (await import('./other-commands.ts')).writeStarter(options),
  ),
  demo: made(DEMO, 'play the whole story offline, in seconds, with a small scripted agent', async (options) =>
    (await import('./other-commands.ts')).tellDemo(options),
  ),
};

/** The command that is named first; without one, all of them: to list them, or to suggest one. */
export function commandsFor(name = ''): readonly Command[] {
  return (Object.hasOwn(COMMANDS, name) ? [name] : Object.keys(COMMANDS)).flatMap(
    (key) => COMMANDS[key]?.(new Command(key)) ?? [],
  );
}

/** Makes a command of its flags and of what it does with their values, and with what its argument names. */
function made<const Table extends Flags, Given>(
  flags: Table,
  description: string,
  run: (options: ValuesOf<Table>, given: Given, command: Command) => unknown,
  argument?: readonly [name: string, description: string, otherwise?: string],
): (command: Command) => Command {
  return (command) => {
    if (argument !== undefined) command.argument(...argument);
    return addFlags(command.description(description), flags).action(async (...all) => {
      await run(all.at(-2), all[0], command);
    });
  };
}

/** Arguments before and after `--`, which commander leaves out. */
function sidesOf(files: readonly string[]): Readonly<Record<'main' | 'here', readonly string[]>> {
  const separator = process.argv.lastIndexOf('--');
  const count = separator === -1 ? 0 : process.argv.length - separator - 1;
  return { main: files.slice(0, files.length - count), here: files.slice(files.length - count) };
}

function caseCommand(command: Command): Command {
  command.description('make cases from traces and stored runs');
  made(
    CASE_FROM_TRACE,
    'make a case from a production trace (OTLP/JSON); the calls it made become proposed expectations',
    async (options, file: string) => (await import('./other-commands.ts')).caseFromTrace(file, options),
  )(command.command('from-trace <file>'));
  const suggest = command
    .command('suggest')
    .description("write expectations that main's stored trials meet (needs ten trials or more); no model is called")
    .argument('[cases]', 'ids, separated by commas (default: the cases without expectations)')
    .argument('[results...]', 'results.json of runs of main, or the folders with it (default: agent-eval-results)');
  addFlags(suggest, CASE_SUGGEST).action(
    async (cases: string | undefined, results: readonly string[], options: CaseSuggestOptions) =>
      (await import('./other-commands.ts')).suggestHere(cases ?? null, results, options),
  );
  return command;
}
