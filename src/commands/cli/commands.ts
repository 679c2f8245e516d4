import { Command } from 'commander';
import { CASE_SUGGEST, type CaseSuggestOptions, MUTANTS, type MutantsOptions } from '#commands/options/bite-flags.ts';
import {
  CALIBRATE,
  CASE_FROM_TRACE,
  type CalibrateOptions,
  type CaseFromTraceOptions,
  COMPARE,
  type CompareOptions,
  DEMO,
  type DemoOptions,
  HISTORY,
  type HistoryOptions,
  IMPORT,
  type ImportOptions,
  INIT,
  type InitOptions,
  REPORT,
  type ReportOptions,
  RUN,
  type RunOptions,
  SHOW,
  type ShowOptions,
  VALIDATE,
  VARIANTS,
  type ValidateOptions,
  type VariantsOptions,
  WHICH,
  type WhichOptions,
} from '#commands/options/flags.ts';
import {
  CALIBRATE_JUDGE,
  type CalibrateJudgeOptions,
  LABEL,
  type LabelOptions,
  REGRADE,
  type RegradeOptions,
} from '#commands/options/judge-flags.ts';
import { addFlags } from './add-flags.ts';

/** The commands of the terminal, in the order of --help. The code of a command is loaded on use. */
export function commands(): readonly Command[] {
  return [
    run(),
    show(),
    which(),
    compare(),
    report(),
    regrade(),
    mutants(),
    calibrate(),
    label(),
    calibrateJudge(),
    history(),
    importCommand(),
    caseCommand(),
    validate(),
    variants(),
    init(),
    demo(),
  ];
}

function run(): Command {
  const command = new Command('run').description('run the cases of a config, compare with a baseline file, decide');
  return addFlags(command, RUN).action(async (options: RunOptions) =>
    options.agents.length > 0
      ? (await import('./compare-agents.ts')).compareAgentsHere(options)
      : (await import('./run.ts')).runSuite(options),
  );
}

function show(): Command {
  const command = new Command('show')
    .description('show a case of the last run: how its trials went, and what one did beside main')
    .argument('<case>', 'id of the case');
  return addFlags(command, SHOW).action(async (id: string, options: ShowOptions) =>
    (await import('./other-commands.ts')).showStoredCase(id, options),
  );
}

function which(): Command {
  const command = new Command('which')
    .description('find which lines of your work broke a case: runs it on both sides, then versions of the change')
    .argument('<case>', 'id of the case');
  return addFlags(command, WHICH).action(async (id: string, options: WhichOptions) =>
    (await import('./run.ts')).findWhichLine(id, options),
  );
}

function compare(): Command {
  const command = new Command('compare')
    .description("decide from results files, or from files of a test runner's rounds, without running anything")
    .argument('[rounds...]', 'with --results: files of main\'s rounds, then "--", then those of the change');
  return addFlags(command, COMPARE).action(async (files: readonly string[], options: CompareOptions) => {
    const { compareFiles, compareRounds } = await import('./other-commands.ts');
    const { results: format, baseline, candidate } = options;
    if (format !== null) return compareRounds(format, sidesOf(files), options);
    if (baseline === null || candidate === null || files.length > 0)
      return command.error('error: name files by --baseline and --candidate, or rounds by --results and arguments');
    return compareFiles(baseline, candidate, options);
  });
}

/** Arguments before and after `--`, which commander leaves out. */
function sidesOf(files: readonly string[]): Readonly<Record<'main' | 'here', readonly string[]>> {
  const written = process.argv.lastIndexOf('--');
  const count = written === -1 ? 0 : process.argv.length - written - 1;
  return { main: files.slice(0, files.length - count), here: files.slice(files.length - count) };
}

function report(): Command {
  const command = new Command('report')
    .description('make the HTML report of a run, or of a run beside main')
    .argument(
      '[results...]',
      "results.json, or the folder with it: the run's, or main's and then the run's (default: agent-eval-results)",
    );
  return addFlags(command, REPORT).action(async (files: readonly string[], options: ReportOptions) =>
    (await import('./other-commands.ts')).reportFiles(files, options),
  );
}

function regrade(): Command {
  const command = new Command('regrade')
    .description('grade the stored trajectories of a run by the expectations of a config; no agent runs')
    .argument('<results>', 'results.json of the run, or the folder with it');
  return addFlags(command, REGRADE).action(async (path: string, options: RegradeOptions) =>
    (await import('./other-commands.ts')).regradeResults(path, options),
  );
}

function mutants(): Command {
  const command = new Command('mutants')
    .description(
      'break stored passing trials in one place each, and name the cases that do not notice; no model is asked',
    )
    .argument('[results]', 'results.json of the run, or the folder with it', 'agent-eval-results');
  return addFlags(command, MUTANTS).action(async (path: string, options: MutantsOptions) =>
    (await import('./other-commands.ts')).breakResults(path, options),
  );
}

function calibrate(): Command {
  const command = new Command('calibrate')
    .description('how often your gate is red on unchanged code, and what it sees, on your own stored runs of main')
    .argument('<results...>', 'results.json of one or more runs of the main branch');
  return addFlags(command, CALIBRATE).action(async (files: readonly string[], options: CalibrateOptions) =>
    (await import('./other-commands.ts')).calibrateRuns(files, options),
  );
}

function label(): Command {
  const command = new Command('label')
    .description('say of stored trajectories of main whether they meet a criterion, without seeing what the judge said')
    .argument(
      '[results...]',
      'results.json of one or more runs of main, or the folder with it (default: agent-eval-results)',
    );
  return addFlags(command, LABEL).action(async (files: readonly string[], options: LabelOptions) =>
    (await import('./other-commands.ts')).labelTrajectories(files, options),
  );
}

function calibrateJudge(): Command {
  const command = new Command('calibrate-judge')
    .description('how often the judge errs, from labels; writes the file that the gate reads')
    .argument(
      '[results...]',
      'results.json of the runs that the labels are of, or the folder with it (default: agent-eval-results)',
    );
  return addFlags(command, CALIBRATE_JUDGE).action(async (files: readonly string[], options: CalibrateJudgeOptions) =>
    (await import('./other-commands.ts')).calibrateJudge(files, options),
  );
}

function history(): Command {
  const command = new Command('history')
    .description('how main did, run by run: pass rates, cases that moved, how often the gate was red without a change')
    .argument('<path>', 'history.jsonl, or a folder with results of main');
  return addFlags(command, HISTORY).action(async (path: string, options: HistoryOptions) =>
    (await import('./other-commands.ts')).showHistory(path, options),
  );
}

function importCommand(): Command {
  const command = new Command('import')
    .description('write cases of another tool as a case file of our own; the verdicts stay the same')
    .argument('<files...>', 'files of cases in any format that is read');
  return addFlags(command, IMPORT).action(async (files: readonly string[], options: ImportOptions) =>
    (await import('./other-commands.ts')).importCases(files, options),
  );
}

function caseCommand(): Command {
  const command = new Command('case').description('make cases of what happened elsewhere');
  const fromTrace = command
    .command('from-trace <file>')
    .description('write a case of a trace of the agent in use (OTLP/JSON), with the calls that it made as a proposal');
  addFlags(fromTrace, CASE_FROM_TRACE).action(async (file: string, options: CaseFromTraceOptions) =>
    (await import('./other-commands.ts')).caseFromTrace(file, options),
  );
  const suggest = command
    .command('suggest')
    .description("write expectations that main's stored trials meet, ten or more of them; no model is asked")
    .argument('[cases]', 'ids, separated by commas (default: the cases without expectations)')
    .argument('[results...]', 'results.json of runs of main, or the folders with it (default: agent-eval-results)');
  addFlags(suggest, CASE_SUGGEST).action(
    async (cases: string | undefined, results: readonly string[], options: CaseSuggestOptions) =>
      (await import('./other-commands.ts')).suggestHere(cases ?? null, results, options),
  );
  return command;
}

function validate(): Command {
  const command = new Command('validate').description('check config and cases; nothing is run');
  return addFlags(command, VALIDATE).action(async (options: ValidateOptions) =>
    (await import('./validate/validate.ts')).validateConfig(options),
  );
}

function variants(): Command {
  const command = new Command('variants').description(
    'print the cases that are derived by variants; --write has paraphrases and translations written by a model',
  );
  return addFlags(command, VARIANTS).action(async (options: VariantsOptions) =>
    (await import('./other-commands.ts')).varyCases(options),
  );
}

function init(): Command {
  const command = new Command('init').description('write a workflow, a config, a first case and a starter agent');
  return addFlags(command, INIT).action(async (options: InitOptions) =>
    (await import('./other-commands.ts')).writeStarter(options),
  );
}

function demo(): Command {
  const command = new Command('demo').description(
    'show the whole story offline, in seconds, with a small scripted agent',
  );
  return addFlags(command, DEMO).action(async (options: DemoOptions) =>
    (await import('./other-commands.ts')).tellDemo(options),
  );
}
