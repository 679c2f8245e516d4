import { basename, dirname, resolve } from 'node:path';
import { workspaceFiles } from '#adapters/workspace/files/workspace-files.ts';
import { loadSuite } from '#application/load/load-suite.ts';
import { parseConfig } from '#domain/config/parse-config.ts';
import { formatIssue } from '#domain/document/format-issue.ts';
import type { Policy } from '#domain/gate/policy.ts';
import { defaultPolicy } from '#domain/gate/policy-schema.ts';
import { firstOf } from '#domain/words.ts';
import { readText } from '../read-results.ts';
import { say, sayIssues } from '../say.ts';
import { workspaceRoot } from '../workspace-root.ts';

/**
 * The policy of a config, with what the calibration beside it knows of its judge; without a path the built-in. `null`: it can't be
 * read, and standard error says why.
 */
export async function readPolicy(path: string | null): Promise<Policy | null> {
  if (path === null) return defaultPolicy();
  const text = await readText(path);
  if (text === null) return null;
  const parsed = parseConfig(text, path);
  if ('config' in parsed)
    return parsed.config.judge === null ? parsed.config.gate : withCalibration(path, parsed.config.gate);
  sayIssues(parsed.issues);
  return null;
}

/** Labels count for the questions that they answer, so the cases are read too; where they can't be, no label counts. */
async function withCalibration(path: string, gate: Policy): Promise<Policy> {
  const [folder, name] = [dirname(resolve(path)), basename(path)];
  const files = workspaceFiles(await workspaceRoot(folder, name), folder, name);
  const loaded = await loadSuite(files, name, { ids: [], tags: [] });
  if ('suite' in loaded) return loaded.suite.config.gate;
  const why = firstOf(loaded.issues.filter(({ severity }) => severity === 'error').map(formatIssue));
  say(`agent-eval: judged cases count as uncalibrated, because the suite of ${path} can't be read: ${why}`);
  return gate;
}
