import type { Accepts } from '#cases/suite/accept.ts';
import type { Case } from '#cases/suite/case.ts';
import type { GraderFiles } from '#cases/suite/graders/grader-files.ts';
import type { Overlay } from '#cases/suite/hashed-folder.ts';
import type { LeftOutCases } from '#cases/suite/selection/left-out-cases.ts';
import type { Issue } from '#common/document/issue.ts';
import type { McpFile } from '#trials/mcp/mcp-server.ts';
import type { Config } from './config.ts';
import type { Fingerprint, ModelAgentFiles, SuiteFileHashes } from './fingerprint.ts';

/** Cases of main's nearest run that nothing of a change can reach. */
export interface UnaffectedCases {
  /** The commit of that run: no file that they depend on has changed since. */
  readonly since: string;
  readonly cases: readonly Case[];
}

/** A case that names files with `covers` of its own. */
export type CoveringCase = Required<Pick<Case, 'id' | 'source' | 'covers'>>;

/** A suite that is ready to run. */
export interface LoadedSuite {
  readonly config: Config;
  readonly config_path: string;
  readonly config_hash: string;
  /** Commit whose policy replaces its own; `null`: its own applies. */
  readonly policy_sha: string | null;
  readonly cases: readonly Case[];
  readonly left_out: LeftOutCases;
  /** Those of them that have `covers` of their own; absent: none. */
  readonly other_covers?: readonly CoveringCase[];
  /** Cases that a change can't reach, which are not run; absent: none. */
  readonly unaffected?: UnaffectedCases;
  /** Hash of the files each case's custom checks run, by case id; absent without such checks. */
  readonly grader_hashes: ReadonlyMap<string, string>;
  /** The files themselves, by case id. */
  readonly graders: ReadonlyMap<string, GraderFiles>;
  /** Prompt and tools of a built-in agent; `null` for other kinds. */
  readonly model_agent: ModelAgentFiles | null;
  /** The MCP servers of its file; absent or `null` for agents without one. */
  readonly mcp?: McpFile | null;
  /** What its agent lays over the workspaces of cases, as it was read; absent: nothing. */
  readonly overlay?: readonly Overlay[];
  /** What must be equal to compare, and what is judged; of the config and its files. */
  readonly conditions: Fingerprint;
  readonly treatment: Fingerprint;
  /** Of a runner of tests, for a reader: what follows from them is compared case by case. */
  readonly runner_files?: SuiteFileHashes;
  /** The regressions that the change means; absent: it has no file of accepts. */
  readonly accepts?: Accepts;
  readonly warnings: readonly Issue[];
  /** What floors of the config can't do, such as be proven by the whole suite; reports say this of every floor themselves. */
  readonly unprovable: readonly Issue[];
}

/** Cases of the whole suite, those included that a selection or a shard leaves out, or that are not run. */
export function suiteSize({
  cases,
  left_out,
  unaffected,
}: Pick<LoadedSuite, 'cases' | 'left_out' | 'unaffected'>): number {
  return cases.length + left_out.size + (unaffected?.cases.length ?? 0);
}
