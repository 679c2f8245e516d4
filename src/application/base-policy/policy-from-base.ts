import type { Config } from '#domain/config/config.ts';
import { withCeilings } from '#domain/config/fingerprint.ts';
import { parseConfig } from '#domain/config/parse-config.ts';
import { withPolicyOf } from '#domain/config/policy-changes.ts';
import { formatIssue } from '#domain/document/format-issue.ts';
import type { Issue } from '#domain/document/issue.ts';
import type { LoadedSuite } from '../loading/load-suite.ts';
import type { CommitFiles } from '../ports.ts';
import { type ChangedFiles, changedFiles } from './changed-files.ts';

/** The commit that a change goes onto, and what of it has a say in how the change is judged. */
export interface PolicySource {
  readonly files: CommitFiles;
  /** The working directory from the root of the repository; empty for the root. */
  readonly folder: string;
  /** Where the config may lie: as it is named, then where links of the checkout lead to. The first that is there counts. */
  readonly places: readonly ConfigPlace[];
  /** The text of a file of the change by its path from the working directory, `null` where it has none; absent: its files are not at hand. */
  readonly checkout?: (path: string) => Promise<string | null>;
  /** The commit that is evaluated, as GitHub has it; absent: it is not known. */
  readonly change?: CommitFiles;
  /** The branch that the change goes onto, where it is not the default branch. */
  readonly side_branch: string | null;
  /** The workflow that runs this: its path from the root, and its text in the checkout (`null`: it is not there). */
  readonly workflow: { readonly path: string; readonly here: string | null };
}

/** A place for a config; both from the root of the repository. */
export interface ConfigPlace {
  readonly path: string;
  /** The working directory. */
  readonly folder: string;
}

/** By whose policy a change is judged. */
export type PolicyOrigin =
  /** By that of the commit it goes onto: `base` is that commit's config, `own` the change's. */
  | { readonly kind: 'base'; readonly base: Config; readonly own: Config; readonly place: ConfigPlace }
  /** By its own: `commit` has no config. */
  | { readonly kind: 'first'; readonly commit: string }
  /** By its own, which can't be relied upon: that commit's config can't be had. `problem` says why, a sentence part. */
  | { readonly kind: 'unknown'; readonly problem: string };

/** What is known of the base's policy, for the verdict and its words. */
export interface PolicyFromBase {
  readonly origin: PolicyOrigin;
  /** From the working directory. */
  readonly config_path: string;
  /** What the change does to the workflow that runs it. `problem` is a sentence part about that file. */
  readonly workflow: { readonly path: string; readonly state: 'same' | 'changed' | 'new' } | WorkflowUnknown;
  /** All files that the change touches, by what GitHub says of both commits; `null`: nobody could ask. */
  readonly changed: ChangedFiles | null;
  readonly source: PolicySource;
}

interface WorkflowUnknown {
  readonly path: string;
  readonly state: 'unknown';
  readonly problem: string;
}

/**
 * The suite under the policy of the commit that it goes onto: gate, numbers of trials and ceilings are that commit's, so that no change
 * judges itself by a rule of its own. Cases and what is demanded of them stay the change's.
 */
export async function policyFromBase(
  suite: LoadedSuite,
  source: PolicySource,
): Promise<{ readonly suite: LoadedSuite; readonly policy: PolicyFromBase }> {
  const policy = await policyOf(suite, source);
  if (policy.origin.kind !== 'base') return { suite, policy };
  const config = withPolicyOf(suite.config, policy.origin.base);
  const conditions = withCeilings(suite.conditions, config.limits);
  return { suite: { ...suite, config, conditions, policy_sha: source.files.sha }, policy };
}

/** What the commit that a change goes onto says of its policy. */
export async function policyOf(
  suite: Pick<LoadedSuite, 'config' | 'config_path'>,
  source: PolicySource,
): Promise<PolicyFromBase> {
  const { files, change } = source;
  const [origin, workflow, changed] = await Promise.all([
    originOf(suite, source),
    workflowOf(source),
    change === undefined ? null : changedFiles(files, change),
  ]);
  const policy: PolicyFromBase = { origin, config_path: suite.config_path, workflow, changed, source };
  if (origin.kind !== 'base') return policy;
  return { ...policy, source: { ...source, folder: origin.place.folder } };
}

/** A path from the working directory as the commit's files are named. */
export function pathInCommit({ folder }: Pick<PolicySource, 'folder'>, path: string): string {
  const steps: string[] = [];
  for (const step of `${folder}/${path}`.split('/')) {
    if (step === '..' && steps.length > 0) steps.pop();
    else if (step !== '' && step !== '.') steps.push(step);
  }
  return steps.join('/');
}

/** Those of a commit that nobody knows; `problem` is a sentence. */
export function filesOfNoCommit(problem: string): CommitFiles {
  const unknown = `can't be read: it is not known which commit this change goes onto (${problem})`;
  const answer = async () => ({ problem: unknown });
  return { sha: '', read: answer, list: answer };
}

async function originOf(
  suite: Pick<LoadedSuite, 'config' | 'config_path'>,
  { files, places }: PolicySource,
): Promise<PolicyOrigin> {
  const commit = files.sha.slice(0, 7);
  for (const place of places) {
    const file = await files.read(place.path);
    if ('absent' in file) continue;
    const named = commit === '' ? place.path : `${place.path} of ${commit}`;
    if ('problem' in file) return { kind: 'unknown', problem: `${named} ${file.problem}` };
    const parsed = parseConfig(file.text, suite.config_path);
    if ('config' in parsed) return { kind: 'base', base: parsed.config, own: suite.config, place };
    return { kind: 'unknown', problem: `${named} can't be used: ${firstOf(parsed.issues)}` };
  }
  return { kind: 'first', commit };
}

function firstOf(issues: readonly Issue[]): string {
  const [first, ...more] = issues.map(formatIssue);
  return `${first ?? 'it is no config'}${more.length > 0 ? ` (and ${more.length} more)` : ''}`;
}

async function workflowOf({ files, workflow: { path, here } }: PolicySource): Promise<PolicyFromBase['workflow']> {
  const file = await files.read(path);
  if ('problem' in file) return { path, state: 'unknown', problem: file.problem };
  // In neither: a workflow that the organization requires lies in another repository.
  if ('absent' in file) return { path, state: here === null ? 'same' : 'new' };
  if (here === null) return { path, state: 'unknown', problem: 'is not in the checkout' };
  return { path, state: lines(file.text) === lines(here) ? 'same' : 'changed' };
}

/** Checkouts on Windows end lines in their own way. */
function lines(text: string): string {
  return text.replaceAll('\r\n', '\n');
}
