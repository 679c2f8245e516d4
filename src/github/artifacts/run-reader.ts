import type { StoredRun } from '#gate/baseline/results/baseline-lookup.ts';
import type { GithubReader, GithubRepository } from '#github/api/api.ts';
import { describeRun } from '../runs/list-runs.ts';
import type { WorkflowRun } from '../runs/workflow-run.ts';
import { findArtifact } from './find-artifact.ts';
import { readMainArtifact } from './read-results-artifact.ts';
import { type WantedResults, whyForeignResults } from './whose-results.ts';

/** Reads the results of runs, with a limit on downloads per lookup. */
export interface RunReader {
  /** Ids of the runs that were tried, readable or not. */
  readonly tried: ReadonlySet<number>;
  /** Those whose artifact has expired. */
  readonly expired: ReadonlySet<number>;
  /** How many more may be tried. */
  left(): number;
  /** `note` is a sentence that says why there is nothing. */
  read(run: WorkflowRun): Promise<{ readonly stored: StoredRun } | { readonly note: string }>;
}

/** Reads artifacts by name, of at most ten runs. */
export function runReader(
  options: WantedResults & {
    readonly github: GithubReader;
    readonly repository: GithubRepository;
    readonly artifactName: string;
    /** `https://github.com`, for links. */
    readonly serverUrl: string;
  },
): RunReader {
  const { github, repository, artifactName, serverUrl } = options;
  const tried = new Set<number>();
  const expired = new Set<number>();
  return {
    ...{ tried, expired },
    left: () => MAX_ARTIFACTS - tried.size,
    async read(run) {
      tried.add(run.id);
      const artifact = await findArtifact(github, repository, run, artifactName);
      if ('problem' in artifact && artifact.kind === 'expired') expired.add(run.id);
      const read = 'problem' in artifact ? artifact : await readMainArtifact(github, repository, artifact);
      const problem = 'problem' in read ? read.problem : whyForeignResults(read.results, run, options);
      if ('problem' in read || problem !== null) return { note: `${describeRun(run)} was skipped: ${problem}.` };
      const url = `${serverUrl}/${repository.owner}/${repository.name}/actions/runs/${run.id}`;
      return { stored: { ...read, sha: run.head_sha, url, place: String(run.id) } };
    },
  };
}

/** Most runs whose artifacts are tried. */
const MAX_ARTIFACTS = 10;
