import { readFile } from 'node:fs/promises';
import { Command, Option } from 'commander';
import { exitCode, type FailOn } from '#application/exit-code.ts';
import { compare } from '#domain/baseline/compare.ts';
import { parseResults } from '#domain/baseline/parse-results.ts';
import type { ResultsFile } from '#domain/baseline/results-file.ts';
import { parseConfig } from '#domain/config/parse-config.ts';
import { decide } from '#domain/gate/decide.ts';
import { decisionJson } from '#domain/gate/decision-json.ts';
import type { Policy } from '#domain/gate/policy.ts';
import { defaultPolicy } from '#domain/gate/policy-schema.ts';
import { renderDecision } from '#domain/report/render-decision.ts';
import { errorCode } from './error-code.ts';
import { EXIT } from './exit.ts';
import { printJson } from './print-json.ts';
import { say, sayIssues } from './say.ts';

interface CompareOptions {
  readonly baseline: string;
  readonly candidate: string;
  readonly policy?: string;
  readonly failOn?: FailOn;
  readonly json: boolean;
}

/** `agent-eval compare`: decides from two results files, without running anything. */
export function compareCommand(): Command {
  return new Command('compare')
    .description('decide from two results files, without running anything')
    .requiredOption('--baseline <file>', 'results.json of the main branch')
    .requiredOption('--candidate <file>', 'results.json of the change')
    .option('--policy <file>', 'eval config whose gate decides (default: the built-in policy)')
    .addOption(
      new Option('--fail-on <when>', "when the exit code is not 0 (default: the policy's on_inconclusive)").choices([
        'fail',
        'inconclusive',
        'never',
      ]),
    )
    .option('--json', 'print the decision with all its numbers as JSON on standard output', false)
    .action(run);
}

async function run(options: CompareOptions): Promise<void> {
  const [baseline, candidate, policy] = await Promise.all([
    readResults(options.baseline),
    readResults(options.candidate),
    readPolicy(options.policy),
  ]);
  if (baseline === null || candidate === null || policy === null) {
    process.exitCode = EXIT.usage;
    return;
  }
  const comparison = compare(candidate, baseline);
  const decision = decide(comparison, policy, candidate);
  const people = options.json ? process.stderr : process.stdout;
  people.write(`${renderDecision(decision, comparison, { colours: people.isTTY === true })}\n`);
  if (options.json) printJson(decisionJson(decision, comparison));
  process.exitCode = exitCode(
    decision.verdict,
    options.failOn ?? (policy.on_inconclusive === 'fail' ? 'inconclusive' : 'fail'),
  );
}

async function readResults(path: string): Promise<ResultsFile | null> {
  const text = await readText(path);
  if (text === null) return null;
  const parsed = parseResults(text);
  if ('results' in parsed) return parsed.results;
  say(`${path}: ${parsed.problem}`);
  return null;
}

async function readPolicy(path: string | undefined): Promise<Policy | null> {
  if (path === undefined) return defaultPolicy();
  const text = await readText(path);
  if (text === null) return null;
  const parsed = parseConfig(text, path);
  if ('config' in parsed) return parsed.config.gate;
  sayIssues(parsed.issues);
  return null;
}

async function readText(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    say(`${path}: can't be read (${errorCode(error)}); name an existing file`);
    return null;
  }
}
