import { existsSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { OPTIONS } from '#commands/options/options.ts';
import { formatIssue } from '#common/document/format-issue.ts';
import { firstOf } from '#common/words.ts';
import { defaultPolicy } from '#config/gate/policy-schema.ts';
import { parseConfig } from '#config/parsing/parse-config.ts';
import type { Policy } from '#gate/decision/terms/policy.ts';
import { loadSuite } from '#runner/load/load-suite.ts';
import { isInside } from '#runner/workspace/files/is-inside.ts';
import { workspaceFiles } from '#runner/workspace/files/workspace-files.ts';
import { readText } from '../common/read-results.ts';
import { say, sayIssues } from '../common/say.ts';
import { workspaceRoot } from '../common/workspace-root.ts';

/** What judges stored results, and where it comes from. */
export interface PolicyOfResults {
  readonly policy: Policy;
  /** For people. */
  readonly source: string;
}

/**
 * The gate of the named config, or as for every other command of the config next to the results, with what the calibration there
 * knows about its judge. Without a config it is the built-in gate. `null`: it can't be read, and standard error says why.
 *
 * @param configFile path of the config as the results name it
 */
export async function readPolicy(option: string | null, configFile: string | null): Promise<PolicyOfResults | null> {
  const path = option ?? configBeside(configFile);
  if (path === null) {
    say(`agent-eval: ${configFile ?? CONFIG} is not here, so the built-in gate decides; --config names another`);
    return { policy: defaultPolicy(), source: 'the built-in gate' };
  }
  const text = await readText(path);
  if (text === null) return null;
  const parsed = parseConfig(text, path);
  if ('issues' in parsed) {
    sayIssues(parsed.issues);
    return null;
  }
  const { judge, gate } = parsed.config;
  return { policy: judge === null ? gate : await withCalibration(path, gate), source: `the gate of ${path}` };
}

const CONFIG = OPTIONS.config.default;

/** The config of the results if it is below this folder, else the usual one; results can come from strangers, so no other place is read. */
function configBeside(configFile: string | null): string | null {
  const here = process.cwd();
  const own = configFile !== null && isInside(here, resolve(here, configFile)) ? configFile : null;
  return [own, CONFIG].find((path) => path !== null && existsSync(path)) ?? null;
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
