import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { makeOwnFolders } from '#adapters/process/own-folders.ts';
import { systemClock } from '#adapters/terminal/clock.ts';
import type { BaseCommit, BaseOrder } from '#application/ports.ts';
import { stopwatch, timeIsUp } from '#application/trials/stopwatch.ts';
import type { BaseSource } from './base-source.ts';
import { type BaseRequest, evaluateBase, type HeadRun } from './evaluate-base.ts';

type Answer = Awaited<ReturnType<BaseCommit['run']>>;

/**
 * Runs the base commit's agent on the candidate's cases, in a checkout of its own: by the same rules for keys, hosts and money, and never
 * from stored answers. The candidate's agent must be closed by then.
 */
export function createBaseCommit(source: BaseSource, request: BaseRequest, head: HeadRun): BaseCommit {
  return {
    async run(order) {
      const answer = await runBase(order, source, request, head).catch((error: unknown) => ({
        problem: `running it failed: ${error instanceof Error ? error.message : String(error)}`,
      }));
      return 'problem' in answer ? { problem: shortened(head.redact(answer.problem)) } : answer;
    },
  };
}

async function runBase(order: BaseOrder, source: BaseSource, request: BaseRequest, head: HeadRun): Promise<Answer> {
  const { sha } = order;
  if (sha === null) return { problem: 'the base commit of this change is not known' };
  const refused = notToBeRun(sha, source, request, head);
  if (refused !== null) return { problem: refused };
  const { environment } = request;
  const altered = await head.programs.changed(['git']);
  if (altered.length > 0) return { problem: `git can't be trusted to fetch it: ${altered.join('; ')}` };
  const temporary = environment['RUNNER_TEMP'] ?? tmpdir();
  const watch = stopwatch(head.budget.timeLeft(), { clock: systemClock, signal: request.signal });
  try {
    const { checkOutCommit } = await import('#adapters/workspace/base-checkout/checkout.ts');
    const fetched = await checkOutCommit(source.commits, sha, {
      temporary,
      environment,
      resolve: head.programs.resolve,
      signal: watch.signal,
      beside: source.root,
    });
    if ('problem' in fetched) return watch.isOver() ? { problem: timeIsUp(head.budget) } : fetched;
    const { checkout } = fetched;
    const root = checkout.folder;
    const folder = configFolder(source.folder, request.config_path);
    const otherDependencies = () => checkout.otherDependencies(folder);
    const own = await makeOwnFolders(temporary);
    try {
      const place = { root, cwd: join(root, source.folder), own: own.environment, otherDependencies };
      return await evaluateBase({ ...order, sha }, place, request, head);
    } finally {
      await own.close();
      await checkout.close();
    }
  } finally {
    watch.stop();
  }
}

/** Folder of a config, from the root of the repository; empty for the root. */
export function configFolder(folder: string, config: string): string {
  const steps = posix.join('/', folder, posix.dirname(config)).split('/');
  return steps.filter((step) => step !== '').join('/');
}

/** Why nothing needs to be fetched. */
function notToBeRun(sha: string, source: BaseSource, { facts }: BaseRequest, head: HeadRun): string | null {
  if (head.suite.config.agent.kind === 'recorded') return 'the agent is recorded, so there is nothing to run';
  // On GitHub a commit is what is checked out; in a terminal there may be changes on top of it.
  if (source.commits.kind === 'remote' && sha === facts.commit.sha) return 'it is the commit that was evaluated';
  return head.budget.exhausted();
}

function shortened(problem: string): string {
  return problem.length <= LONGEST_PROBLEM ? problem : `${problem.slice(0, LONGEST_PROBLEM - 1).toWellFormed()}…`;
}

const LONGEST_PROBLEM = 600;
