import { systemClock } from '#commands/terminal/clock.ts';
import type { BaseCommit } from '#ports/ports.ts';
import type { HeadRun } from '#runner/base-side/base-run.ts';
import { baseSide } from '#runner/base-side/run-base-commit.ts';
import { type BaseRequest, type BaseVersion, type CheckedBeside, checkOutBase } from './base-checkout.ts';
import type { BaseCommitSource } from './base-source.ts';

/** The candidate's run and the place of its checks. */
export type HeadSide = Pick<HeadRun, 'suite' | 'side' | 'budget' | 'progress' | 'redact'> & CheckedBeside;

/** The base commit, which the runner runs in a checkout that is opened here. */
export function createBaseCommit(
  source: BaseCommitSource,
  request: BaseRequest,
  head: HeadSide,
  version?: BaseVersion,
): BaseCommit {
  const { facts, signal } = request;
  // On GitHub the checkout is a commit; in a terminal it may have uncommitted changes.
  const evaluated = source.commits.kind === 'remote' && head.side === 'base' ? facts.commit.sha : null;
  const run = { ...head, facts, evaluated, beside_change: head.workspace_files !== null, clock: systemClock, signal };
  return baseSide(run, checkOutBase(source, request, head, version));
}
