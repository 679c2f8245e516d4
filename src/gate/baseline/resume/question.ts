import { hashJson } from '#common/hash-json.ts';
import type { Question, ResultsFile } from '#gate/baseline/results/results-file.ts';
import type { ResumedSuite } from './earlier-trials.ts';

/** A suite under the policy that judges it. */
export type AskedSuite = Pick<ResumedSuite, 'config_hash' | 'policy_sha' | 'conditions' | 'treatment'> & {
  readonly config: { readonly gate: object };
};

/** What a run is asked; `null`: its content or its base is not known, so nothing says that it was asked before. */
export function questionOf(
  { config_hash: config, policy_sha: base, conditions, treatment, config: { gate } }: AskedSuite,
  { tool, commit, run }: Pick<ResultsFile, 'tool' | 'commit' | 'run'>,
): Question | null {
  const content = commit.content ?? commit.sha;
  if (content === null || base === null) return null;
  const { version } = tool;
  const branch = commit.base_ref ?? null;
  const { key, inputs = null } = run;
  const asked = { content, base, branch, policy: JSON.stringify(gate), config, version };
  return {
    ground: hashJson({ ...asked, conditions: conditions.hash, treatment: treatment.hash }),
    inputs: hashJson({ key, inputs }),
  };
}
