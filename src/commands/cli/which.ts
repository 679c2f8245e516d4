import { join } from 'node:path';
import { Command } from 'commander';
import { abortOnSignals } from '#commands/compose/abort-on-signals.ts';
import { evaluateWorkspace } from '#commands/compose/evaluate-workspace.ts';
import { RUN, type RunOptions, type WhichOptions } from '#commands/options/flags.ts';
import { EXIT } from '#report/exit-code.ts';
import { lineWords } from '#report/reasons/line-words.ts';
import { addFlags } from './add-flags.ts';
import { baselineAgainst } from './baseline-against.ts';
import { say, sayIssues } from './common/say.ts';
import { suiteHere } from './common/suite-here.ts';
import { endAtOnce } from './end-at-once.ts';
import { progressOf, requestOf } from './run/run-once.ts';

/** What `agent-eval which` does: runs one case on both sides, then versions of the change, and names the lines. */
export async function findWhichLine(id: string, options: WhichOptions): Promise<void> {
  const { maxTrials: most } = options;
  if (options.against === null) return refuse('--against BRANCH is missing: which branch passes the case?');
  if (most < 20) return refuse('--max-trials: expected 20 to 200');
  const here = await suiteHere(options.config, 'run by one case');
  if ('problem' in here) return refuse(here.problem);
  const cwd = process.cwd();
  const run = runOptions(id, options);
  const progress = progressOf(run);
  const stop = abortOnSignals(progress.stopping, endAtOnce);
  try {
    const folder = join(cwd, run.output, 'which');
    const request = await requestOf(run, { cwd, folder, signal: stop.signal, progress });
    const baseline = await baselineAgainst(options.against, request);
    if ('problem' in baseline) return refuse(baseline.problem);
    const result = await evaluateWorkspace({
      ...request,
      comparison: { ...request.comparison, baselines: baseline.store, base_prices: baseline.prices },
      explain: { max_trials: most },
    });
    if (result.kind === 'invalid') {
      sayIssues(result.issues);
      process.exitCode = EXIT.usage;
      return;
    }
    if (result.kind === 'refused') return refuse(result.problem);
    const { results, decision } = result.evaluation;
    if (result.suite.config.agent.kind === 'recorded')
      return refuse('the agent is recorded: no version of it can be run');
    const explained = results.explained ?? [];
    for (const explanation of explained) process.stdout.write(`${lineWords(explanation)}\n`);
    if (explained.length === 0)
      return refuse(`${id} is not worse here than on ${options.against}: the verdict is ${decision.verdict}`);
    process.exitCode = EXIT.pass;
  } finally {
    process.exitCode = stop.code() ?? process.exitCode;
    stop.release();
  }
}

/** Trials of each side that show whether the case is worse. */
const TRIALS = '10';

/** The options of a run of this case alone. */
function runOptions(id: string, { config, allowedHosts }: WhichOptions): RunOptions {
  const hosts = allowedHosts.flatMap((host) => ['--allowed-hosts', host]);
  const args = ['--cases', id, '--config', config, '--trials', TRIALS, ...hosts];
  return addFlags(new Command('run'), RUN).parse(args, { from: 'user' }).opts<RunOptions>();
}

function refuse(problem: string): void {
  if (problem !== '') say(`agent-eval: ${problem}`);
  process.exitCode = EXIT.usage;
}
