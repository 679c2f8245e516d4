import { shortSha } from '#common/words.ts';
import type { BaseAnswer, BaseOrder } from '#ports/ports.ts';
import type { Progress } from '#ports/progress.ts';
import { redactResults } from '#report/redaction/redact-results.ts';
import { stopwatch, timeIsUp } from '../trials/stopwatch.ts';
import type { BaseCheckout, CheckOut } from './base-checkout.ts';
import type { HeadRun, KnownOrder } from './base-run.ts';
import { runBaseTrials } from './run-base-trials.ts';
import { suiteToRun } from './suite-to-run.ts';
import { watchedFiles } from './watched-files.ts';

/**
 * Runs the base commit's agent on the candidate's cases, in its own checkout: by the same rules for keys, hosts and money, and
 * never from stored answers. The candidate's agent must be closed before. Never throws.
 */
export async function runBaseCommit(order: BaseOrder, head: HeadRun, checkOut: CheckOut): Promise<BaseAnswer> {
  const { sha } = order;
  if (sha === null) return { problem: 'the base commit of this change is not known' };
  const ofTests = order.tests === undefined ? head : { ...head, suite: { ...head.suite, ...order.tests } };
  const answer = await runInCheckout({ ...order, sha }, ofTests, checkOut).catch((error: unknown) => ({
    problem: `running it failed: ${error instanceof Error ? error.message : String(error)}`,
  }));
  return 'problem' in answer ? { ...answer, problem: shorten(head.redact(answer.problem)) } : answer;
}

async function runInCheckout(order: KnownOrder, head: HeadRun, checkOut: CheckOut): Promise<BaseAnswer> {
  const unneeded = whyNotFetched(order.sha, head);
  if (unneeded !== null) return { problem: unneeded };
  const watch = stopwatch(head.budget.timeLeft(), head);
  try {
    const fetched = await checkOut(order.sha, watch.signal);
    if ('problem' in fetched) return watch.isOver() ? { problem: timeIsUp(head.budget) } : fetched;
    return await runItsAgent(order, head, fetched.checkout).finally(() => fetched.checkout.close());
  } finally {
    watch.stop();
  }
}

async function runItsAgent(order: KnownOrder, head: HeadRun, checkout: BaseCheckout): Promise<BaseAnswer> {
  const base = await suiteToRun(order, head, checkout);
  if ('problem' in base) return base;
  const { suite, doubts } = base;
  const planned_trials = [...order.to].reduce((sum, [id, count]) => sum + count - (order.from.get(id) ?? 0), 0);
  const opened = await checkout.openAgent(suite, {
    planned_trials,
    seeds: { tree: order.sha, side: 'confirm' },
    progress: ofBase(head.progress, order.sha),
  });
  if ('problem' in opened) return opened;
  const { redact } = opened;
  const watched = watchedFiles(opened.agent, checkout);
  const ports = { ...opened, agent: watched.agent, files: checkout.files };
  const answer = await runBaseTrials(order, suite, head, ports).finally(() => opened.close());
  if ('problem' in answer) return { problem: redact(answer.problem), doubts };
  return { results: redactResults(answer.results, redact), doubts: [...doubts, ...(await watched.doubts())] };
}

/** Why nothing needs to be fetched. */
function whyNotFetched(sha: string, { suite, evaluated, budget }: HeadRun): string | null {
  if (suite.config.agent.kind === 'recorded') return 'the agent is recorded, so there is nothing to run';
  if (sha === evaluated) return 'it is the commit that was evaluated';
  return budget.exhausted();
}

/** Marks the base's progress, so that nobody mistakes it for the candidate's. */
function ofBase(progress: Progress, sha: string): Progress {
  const commit = `base ${shortSha(sha)}`;
  return {
    ...progress,
    warn: (message) => progress.warn(`${commit}: ${message}`),
    untrusted: (title, text) => progress.untrusted(`${commit}: ${title}`, text),
  };
}

function shorten(problem: string): string {
  return problem.length <= LONGEST_PROBLEM ? problem : `${problem.slice(0, LONGEST_PROBLEM - 1).toWellFormed()}…`;
}

const LONGEST_PROBLEM = 600;
