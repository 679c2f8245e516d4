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
  VERIFY,
  type VerifyOptions,
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
const COMMANDS: Readonly<Record<string, () => Command>> = {
  run,
  show,
  which,
  compare,
  verify,
  report,
  regrade,
  mutants,
  calibrate,
  label,
  'calibrate-judge': calibrateJudge,
  history,
  import: importCommand,
  case: caseCommand,
  validate,
  variants,
  init,
  demo,
};

/** The command that is named first; without one, all of them: to list them, or to suggest one. */
export function commandsFor(name = ''): readonly Command[] {
  return (Object.hasOwn(COMMANDS, name) ? [name] : Object.keys(COMMANDS)).flatMap((key) => COMMANDS[key]?.() ?? []);
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
    .description("show a case of the last run: its trials, and one of them next to main's")
    .argument('<case>', 'id of the case');
  return addFlags(command, SHOW).action(async (id: string, options: ShowOptions) =>
    (await import('./other-commands.ts')).showStoredCase(id, options),
  );
}

function which(): Command {
  const command = new Command('which')
    .description(
      'find the lines of your change that broke a case: run it on both sides, then on versions of the change',
    )
    .argument('<case>', 'id of the case');
  return addFlags(command, WHICH).action(async (id: string, options: WhichOptions) =>
    (await import('./run.ts')).findWhichLine(id, options),
  );
}

function compare(): Command {
  const command = new Command('compare')
    .description("decide from results files, or from a test runner's files; nothing runs")
    .argument('[rounds...]', 'with --results: main\'s files, then "--", then the change\'s');
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
  const separator = process.argv.lastIndexOf('--');
  const count = separator === -1 ? 0 : process.argv.length - separator - 1;
  return { main: files.slice(0, files.length - count), here: files.slice(files.length - count) };
}

function verify(): Command {
  const command = new Command('verify')
    .description("derive a run's verdict again from the files that it left, and say what differs")
    .argument('[folder]', 'the folder, or the unpacked artifact', 'agent-eval-results');
  return addFlags(command, VERIFY).action(async (folder: string, options: VerifyOptions) =>
    (await import('./other-commands.ts')).verifyVerdict(folder, options),
  );
}

function report(): Command {
  const command = new Command('report')
    .description('write the HTML report of a run, alone or next to main')
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
    .description("grade a run's stored trajectories again by a config's expectations; no agent runs")
    .argument('<results>', 'results.json of the run, or the folder with it');
  return addFlags(command, REGRADE).action(async (path: string, options: RegradeOptions) =>
    (await import('./other-commands.ts')).regradeResults(path, options),
  );
}

function mutants(): Command {
  const command = new Command('mutants')
    .description(
      "break stored passing trials in one place each, and list the cases that don't notice; no model is called",
    )
    .argument('[results]', 'results.json of the run, or the folder with it', 'agent-eval-results');
  return addFlags(command, MUTANTS).action(async (path: string, options: MutantsOptions) =>
    (await import('./other-commands.ts')).breakResults(path, options),
  );
}

function calibrate(): Command {
  const command = new Command('calibrate')
    .description("estimate the gate's false-alarm rate and power from your stored runs of main")
    .argument('<results...>', 'results.json of one or more runs of the main branch');
  return addFlags(command, CALIBRATE).action(async (files: readonly string[], options: CalibrateOptions) =>
    (await import('./other-commands.ts')).calibrateRuns(files, options),
  );
}

function label(): Command {
  const command = new Command('label')
    .description('label stored answers by hand, blind to the judge')
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
    .description("estimate the judge's error rate from labels, and write the file that the gate reads")
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
    .description("show main's history: pass rates by run, cases that moved, reds without a change")
    .argument('<path>', 'history.jsonl, or a folder with results of main');
  return addFlags(command, HISTORY).action(async (path: string, options: HistoryOptions) =>
    (await import('./other-commands.ts')).showHistory(path, options),
  );
}

function importCommand(): Command {
  const command = new Command('import')
    .description("convert another tool's cases to a case file; verdicts stay the same")
    .argument('<files...>', 'files of cases in any format that is read');
  return addFlags(command, IMPORT).action(async (files: readonly string[], options: ImportOptions) =>
    (await import('./other-commands.ts')).importCases(files, options),
  );
}

function caseCommand(): Command {
  const command = new Command('case').description('make cases from traces and stored runs');
  const fromTrace = command
    .command('from-trace <file>')
    .description('make a case from a production trace (OTLP/JSON); the calls it made become proposed expectations');
  addFlags(fromTrace, CASE_FROM_TRACE).action(async (file: string, options: CaseFromTraceOptions) =>
    (await import('./other-commands.ts')).caseFromTrace(file, options),
  );
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

function validate(): Command {
  const command = new Command('validate').description('check config and cases; nothing runs');
  return addFlags(command, VALIDATE).action(async (options: ValidateOptions) =>
    (await import('./validate/validate.ts')).validateConfig(options),
  );
}

function variants(): Command {
  const command = new Command('variants').description(
    'print the cases that variants add; --write asks a model for paraphrases and translations',
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
    'play the whole story offline, in seconds, with a small scripted agent',
  );
  return addFlags(command, DEMO).action(async (options: DemoOptions) =>
    (await import('./other-commands.ts')).tellDemo(options),
  );
}
