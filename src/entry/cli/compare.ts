import { exitCode, type FailOn } from '#application/concluding/exit-code.ts';
import { compare } from '#domain/baseline/comparison/compare.ts';
import { parseConfig } from '#domain/config/parse-config.ts';
import type { Confirmation } from '#domain/gate/confirmation/confirmation.ts';
import { decide } from '#domain/gate/decide.ts';
import { decisionJson } from '#domain/gate/numbers/decision-json.ts';
import type { Policy } from '#domain/gate/policy.ts';
import { defaultPolicy } from '#domain/gate/policy-schema.ts';
import { renderDecision } from '#domain/report/render-decision.ts';
import { EXIT } from './exit.ts';
import { printJson } from './print-json.ts';
import { readResults, readText } from './read-results.ts';
import { say, sayIssues } from './say.ts';

/** Options of `agent-eval compare`, as they are parsed. */
export interface CompareOptions {
  readonly baseline: readonly string[];
  readonly candidate: string;
  readonly confirmation?: string;
  readonly policy?: string;
  readonly failOn?: FailOn;
  readonly json: boolean;
}

/** What `agent-eval compare` does. */
export async function compareFiles(options: CompareOptions): Promise<void> {
  const files = [options.candidate, ...options.baseline, ...(options.confirmation ? [options.confirmation] : [])];
  const [read, policy] = await Promise.all([Promise.all(files.map(readResults)), readPolicy(options.policy)]);
  const [candidate, ...others] = read.filter((results) => results !== null);
  if (candidate === undefined || others.length < files.length - 1 || policy === null) {
    process.exitCode = EXIT.usage;
    return;
  }
  const runs = others.slice(0, options.baseline.length);
  const confirmation = others.at(options.baseline.length);
  const comparison = compare(candidate, runs);
  if (comparison.condition_differences.length > 0) {
    for (const difference of comparison.condition_differences) say(`not comparable: ${difference}`);
    say(
      `${options.candidate} and ${options.baseline[0] ?? ''} were made under different conditions; nothing was decided`,
    );
    process.exitCode = EXIT.usage;
    return;
  }
  const today: Confirmation =
    confirmation === undefined ? { kind: 'off' } : { kind: 'done', results: confirmation, required: false };
  const decision = decide(comparison, policy, candidate, { today });
  const people = options.json ? process.stderr : process.stdout;
  people.write(`${renderDecision(decision, comparison, { colours: people.isTTY === true })}\n`);
  if (options.json) printJson(decisionJson(decision, comparison));
  process.exitCode = exitCode(
    decision.verdict,
    options.failOn ?? (policy.on_inconclusive === 'fail' ? 'inconclusive' : 'fail'),
  );
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
