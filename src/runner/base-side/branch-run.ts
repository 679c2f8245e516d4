import type { LoadedSuite } from '#config/loaded-suite.ts';
import type { EarlierRun } from '#gate/baseline/resume/earlier-trials.ts';
import { mayKeep } from '#gate/baseline/resume/kept-trials.ts';
import type { SuiteFiles } from '#ports/ports.ts';
import type { EvaluateRequest } from '../request/evaluate-request.ts';
import { changedSince, declaresReach, unaffectedSince } from './unaffected-cases.ts';

/** The last run of a pull request's branch, and the cases that nothing since then can reach. */
export interface BranchRun {
  readonly run: EarlierRun;
  readonly unreached: ReadonlySet<string>;
}

/**
 * What the branch's last finished run says about this one, by the rules by which main's does. Code that uploads results may be anywhere below
 * `.github`, so a change there keeps nothing. `null`: every case that the change reaches runs.
 */
export async function branchRun(
  suite: LoadedSuite,
  { policy, facts, run_all, confirm }: Pick<EvaluateRequest, 'policy' | 'facts' | 'run_all' | 'confirm'>,
  find: () => Promise<EarlierRun | null>,
  files: Pick<SuiteFiles, 'read' | 'locate'>,
): Promise<BranchRun | null> {
  const isAlone = facts.run.side === 'candidate' && facts.run.shard === undefined && confirm !== 'job';
  if (policy?.origin.kind !== 'base' || !isAlone || run_all === true || suite.config.agent.kind === 'suite')
    return null;
  const known = { ...policy, origin: policy.origin };
  if (!declaresReach(suite, known)) return null;
  const run = await find();
  const sha = run?.results.commit.sha ?? null;
  if (run === null || sha === null || !mayKeep(run, suite, facts)) return null;
  const changed = await changedSince(sha, known);
  if ('problem' in changed || changed.files.some((file) => file.startsWith('.github/'))) return null;
  const { unaffected } = await unaffectedSince(suite, known, { results: run.results, sha }, files);
  return unaffected && { run, unreached: new Set(unaffected.cases.map(({ id }) => id)) };
}
