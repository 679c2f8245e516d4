import { posix } from 'node:path';
import { formatIssue } from '#common/document/format-issue.ts';
import { shortSha } from '#common/words.ts';
import { defaultPolicy } from '#config/gate/policy-schema.ts';
import { parseConfig } from '#config/parsing/parse-config.ts';
import type { CommitFiles } from '#ports/ports.ts';
import type { ForkResults } from '#runner/fork-results.ts';

/**
 * The gate that judges results of a fork: that of the newest commit of the target branch. Without a known commit, or with an
 * unreadable config, there is no gate.
 */
export async function forkPolicy(
  files: CommitFiles | { readonly problem: string },
  prefix: string,
  config: string,
): Promise<ForkResults['policy']> {
  const path = posix.join(prefix, config);
  if ('problem' in files) return { problem: `the gate of the base branch is not known: ${files.problem}` };
  const place = `${path} at ${shortSha(files.sha)}`;
  const source = await files.read(path);
  if ('absent' in source) {
    const note = `${place} does not exist, so the default gate was used; if the config is elsewhere, correct the inputs config and working-directory`;
    return { policy: defaultPolicy(), notes: [note] };
  }
  if ('problem' in source) return { problem: `the gate of the base branch is not known: ${place} ${source.problem}` };
  const parsed = parseConfig(source.text, path);
  if ('config' in parsed) return { policy: parsed.config.gate, notes: [] };
  const [first] = parsed.issues.map(formatIssue);
  return { problem: `the gate of the base branch can't be used: ${first ?? place}` };
}
