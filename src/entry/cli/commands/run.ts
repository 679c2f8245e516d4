import { Command, Option } from 'commander';
import { REPLAY_MODES } from '#domain/config/replay-schema.ts';
import { amount, count, duration, hosts, list, names, trials } from '../option-values.ts';
import type { RunOptions } from '../run.ts';

/** `agent-eval run`: runs the suite here, compares with a results file when one is given, decides. */
export function runCommand(): Command {
  return new Command('run')
    .description('run the cases of a config, compare with a baseline file, decide')
    .option('--config <file>', 'eval config', 'agent-eval.yml')
    .option('--output <folder>', 'where results go (default: agent-eval-results)')
    .option('--trials <n>', "trials per case instead of the config's: 5, or 3-10", trials)
    .option('--cases <ids>', 'only these cases; ids or globs, separated by commas', list, [])
    .option('--tags <tags>', 'only cases with one of these tags, separated by commas', list, [])
    .option(
      '--baseline <runs...>',
      'what to compare with: results.json of one or more runs of main, or the name of a saved baseline ("none": nothing)',
    )
    .addOption(
      new Option(
        '--against <branch>',
        'compare with the commit of this branch that the work here builds on; its agent is run first, once',
      ).conflicts('baseline'),
    )
    .addOption(
      new Option('--confirm <when>', 'whether a failure is repeated on the commit of the baseline')
        .choices(['auto', 'always', 'never'])
        .default('never'),
    )
    .option('--baseline-required', 'a missing baseline is an error', false)
    .addOption(
      new Option('--fail-on <when>', "when the exit code is not 0 (default: the config's on_inconclusive)").choices([
        'fail',
        'inconclusive',
        'never',
      ]),
    )
    .addOption(
      new Option(
        '--on-missing-secrets <do>',
        'what to do when a needed variable is missing (default: fail, unless stored answers can be replayed)',
      ).choices(['skip', 'fail']),
    )
    .option('--max-cost-usd <usd>', 'most US dollars the run may cost', amount)
    .option('--max-tokens <n>', 'most tokens the run may use', count(MAX_COUNT))
    .option('--max-duration <time>', 'longest time for the trials, such as 20m', duration)
    .option('--max-trials <n>', 'most trials that are started, over all cases', count(MAX_COUNT))
    .option(
      '--allowed-hosts <hosts>',
      'hosts the config may name as base URL of a model, separated by commas',
      hosts,
      [],
    )
    .addOption(
      new Option('--replay <mode>', "how stored answers of models are used (default: the config's mode)").choices(
        REPLAY_MODES,
      ),
    )
    .option('--pass-env <names>', 'environment variables the agent may see, separated by commas', names, [])
    .addOption(
      new Option('--trajectories <which>', 'which trajectories are stored')
        .choices(['all', 'failed', 'none'])
        .default('all'),
    )
    .option('--resume', 'go on with an interrupted run in the output folder', false)
    .option('--json', 'print the decision as JSON on standard output', false)
    .action(async (options: RunOptions) => (await import('../run.ts')).runSuite(options));
}

/** More than any run can spend. */
const MAX_COUNT = 1_000_000_000_000;
