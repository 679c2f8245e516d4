import { formatIssue } from '#common/document/format-issue.ts';
import { firstOf, shortSha } from '#common/words.ts';
import type { BasePolicy, BaseSource, PolicyOrigin } from '#config/base-rules/base-policy.ts';
import { type ChangedFiles, changedFiles } from '#config/base-rules/changed-files.ts';
import { withCeilings } from '#config/fingerprint.ts';
import { withJudgeRules } from '#config/judge-rules.ts';
import type { LoadedSuite } from '#config/loaded-suite.ts';
import { parseConfig } from '#config/parsing/parse-config.ts';
import { withPolicyOf } from '#config/policy-changes.ts';
import type { CommitFiles } from '#ports/ports.ts';
import { calibrationOfBase } from '../load/read-calibration.ts';
import { withOwners } from './accept-owners.ts';

/** The base commit, and what of it decides how the change is judged. */
export interface PolicySource extends BaseSource {
  readonly files: CommitFiles;
  /**
   * The text of a file of the change by its path from the working directory, `null` if it has none; absent: its files are not
   * available.
   */
  readonly checkout?: (path: string) => Promise<string | null>;
  /** What a link of the change holds, by its path from the root, `null` if it is none; absent: its files are not available. */
  readonly link?: (path: string) => Promise<string | null>;
  /** The evaluated commit, from GitHub; absent: unknown. */
  readonly change?: CommitFiles;
  /** The files of another commit of the repository; absent: not available. */
  readonly at?: (sha: string) => CommitFiles;
  /** The workflow of this run: its path from the root, and its text in the checkout (`null`: it is not there). */
  readonly workflow: { readonly path: string; readonly here: string | null };
}

/** The base's policy, with the files that it was read from. */
export interface PolicyFromBase extends BasePolicy {
  readonly source: PolicySource;
}

/**
 * The suite under the policy of its base commit: gate, trial numbers and limits come from that commit, so that no change judges
 * itself by its own rules. Cases and expectations stay the change's.
 */
export async function policyFromBase(
  suite: LoadedSuite,
  source: PolicySource,
): Promise<{ readonly suite: LoadedSuite; readonly policy: PolicyFromBase }> {
  const policy = await policyOf(suite, source);
  const owned =
    suite.accepts === undefined ? suite : { ...suite, accepts: await withOwners(suite.accepts, policy.source) };
  if (policy.origin.kind !== 'base') return { suite: owned, policy };
  const { base, place } = policy.origin;
  const known = await calibrationOfBase(source.files, place.path, base);
  const ruled = { ...withPolicyOf(suite.config, base), base_prices: base.prices };
  const config = withJudgeRules(ruled, known, suite.cases);
  const conditions = withCeilings(suite.conditions, config.limits);
  return { suite: { ...owned, config, conditions, policy_sha: source.files.sha }, policy };
}

/** What the base commit says about the policy. */
export async function policyOf(
  suite: Pick<LoadedSuite, 'config' | 'config_path'>,
  source: PolicySource,
): Promise<PolicyFromBase> {
  const { files, change } = source;
  const [origin, workflow, changed] = await Promise.all([
    originOf(suite, source),
    workflowOf(source),
    change === undefined ? null : changedBetween(files, change),
  ]);
  const policy: PolicyFromBase = { origin, config_path: suite.config_path, workflow, changed, source };
  if (origin.kind !== 'base') return policy;
  return { ...policy, source: { ...source, folder: origin.place.folder } };
}

async function changedBetween(base: CommitFiles, change: CommitFiles): Promise<ChangedFiles> {
  const [before, after] = await Promise.all([base.list(), change.list()]);
  return changedFiles(before, after);
}

/** The files of an unknown commit; `problem` is a sentence. */
export function filesOfNoCommit(problem: string): CommitFiles {
  const unknown = `can't be read: the base commit of this change is not known (${problem})`;
  const answer = async () => ({ problem: unknown });
  return { sha: '', read: answer, list: answer };
}

async function originOf(
  suite: Pick<LoadedSuite, 'config' | 'config_path'>,
  { files, places }: PolicySource,
): Promise<PolicyOrigin> {
  const commit = shortSha(files.sha);
  for (const place of places) {
    const file = await files.read(place.path);
    if ('absent' in file) continue;
    const source = commit === '' ? place.path : `${place.path} of ${commit}`;
    if ('problem' in file) return { kind: 'unknown', problem: `${source} ${file.problem}` };
    const parsed = parseConfig(file.text, suite.config_path);
    if ('config' in parsed) return { kind: 'base', base: parsed.config, own: suite.config, place };
    return { kind: 'unknown', problem: `${source} can't be used: ${firstOf(parsed.issues.map(formatIssue))}` };
  }
  return { kind: 'first', commit };
}

async function workflowOf({ files, workflow: { path, here } }: PolicySource): Promise<PolicyFromBase['workflow']> {
  const file = await files.read(path);
  if ('problem' in file) return { path, state: 'unknown', problem: file.problem };
  // In neither: a workflow that the organization requires is in another repository.
  if ('absent' in file) return { path, state: here === null ? 'same' : 'new' };
  if (here === null) return { path, state: 'unknown', problem: 'is not in the checkout' };
  return { path, state: lines(file.text) === lines(here) ? 'same' : 'changed' };
}

/** Checkouts on Windows may have other line ends. */
function lines(text: string): string {
  return text.replaceAll('\r\n', '\n');
}
