import { Command, Option } from 'commander';
import type { CompareOptions } from '../compare.ts';

/** `agent-eval compare`: decides from two results files, without running anything. */
export function compareCommand(): Command {
  return new Command('compare')
    .description('decide from two results files, without running anything')
    .requiredOption('--baseline <files...>', 'results.json of one or more runs of the main branch, newest first')
    .requiredOption('--candidate <file>', 'results.json of the change')
    .option('--confirmation <file>', 'confirmation.json: fresh trials of main that the run made to confirm a failure')
    .option('--policy <file>', 'eval config whose gate decides (default: the built-in policy)')
    .addOption(
      new Option('--fail-on <when>', "when the exit code is not 0 (default: the policy's on_inconclusive)").choices([
        'fail',
        'inconclusive',
        'never',
      ]),
    )
    .option('--json', 'print the decision with all its numbers as JSON on standard output', false)
    .action(async (options: CompareOptions) => (await import('../compare.ts')).compareFiles(options));
}
