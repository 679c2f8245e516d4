import type { BaselineLookup, StoredRun } from '#gate/baseline/results/baseline-lookup.ts';
import { upToFirstLook } from '#gate/baseline/results/first-look.ts';
import type { BaselineStore } from '#ports/ports.ts';

/** Where a change onto a branch that is not the default one finds what it is compared with. */
export interface BranchBaselineOptions {
  /** The branch that the change targets. */
  readonly branch: string;
  readonly defaultBranch: string;
  readonly workflowPath: string;
  /** Runs of that branch. */
  readonly ofBranch: BaselineStore;
  /** Runs of the default branch. */
  readonly ofDefault: BaselineStore;
}

/** The branch's own runs. A branch without runs is compared with the default branch, and a note says so and how to make runs of its own. */
export function branchBaseline(options: BranchBaselineOptions): BaselineStore {
  const { branch, ofBranch, ofDefault } = options;
  return {
    ...ofDefault,
    async find(pinned) {
      const own = await ofBranch.find(pinned);
      if (own.kind === 'found') {
        const note = `This change targets the branch ${branch}, so it is compared with the runs of that branch: "main" means ${branch} here.`;
        return { ...own, runs: withFirstLooks(own.runs), notes: [note, ...own.notes] };
      }
      return instead(await ofDefault.find(pinned), options);
    },
  };
}

function instead(
  lookup: BaselineLookup,
  { branch, defaultBranch, workflowPath }: BranchBaselineOptions,
): BaselineLookup {
  const mend = `add ${branch} to the branches under "push" in ${workflowPath} and push to it`;
  if (lookup.kind === 'none') {
    const reason = `neither ${branch}, which this change targets, nor ${defaultBranch} has results: ${mend}, or: ${lookup.reason}`;
    return { ...lookup, reason };
  }
  const note = `This change targets the branch ${branch}, which has no results of its own, so it is compared with those of ${defaultBranch}. To compare with ${branch}: ${mend}.`;
  return { ...lookup, notes: [note, ...lookup.notes] };
}

/** Runs of such a branch are compared with main themselves, look by look. */
function withFirstLooks([first, ...others]: readonly [StoredRun, ...StoredRun[]]): readonly [
  StoredRun,
  ...StoredRun[],
] {
  const cut = (run: StoredRun) => ({ ...run, results: upToFirstLook(run.results) });
  return [cut(first), ...others.map(cut)];
}
