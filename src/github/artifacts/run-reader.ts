import type { StoredRun } from '#gate/baseline/results/baseline-lookup.ts';
import type { GithubReader, GithubRepository } from '#github/api/api.ts';
import { describeRun } from '../runs/list-runs.ts';
import type { WorkflowRun } from '../runs/workflow-run.ts';
import { findArtifact } from './find-artifact.ts';
import { readMainArtifact } from './read-results-artifact.ts';

/** Reads the results of runs, with a limit on downloads per lookup. */
export interface RunReader {
  /** Ids of the runs that were tried, readable or not. */
  readonly tried: ReadonlySet<number>;
  /** How many more may be tried. */
  left(): number;
  /** `note` is a sentence that says why there is nothing. */
  read(run: WorkflowRun): Promise<{ readonly stored: StoredRun } | { readonly note: string }>;
}

/** Reads artifacts by name, of at most ten runs. */
export function runReader(options: {
  readonly github: GithubReader;
  readonly repository: GithubRepository;
  readonly artifactName: string;
  /** `https://github.com`, for links. */
  readonly serverUrl: string;
}): RunReader {
  const { github, repository, artifactName, serverUrl } = options;
  const tried = new Set<number>();
  return {
    tried,
    left: () => MAX_ARTIFACTS - tried.size,
    async read(run) {
      tried.add(run.id);
      const artifact = await findArtifact(github, repository, run, artifactName);
      const read = 'problem' in artifact ? artifact : await readMainArtifact(github, repository, artifact);
      if ('problem' in read) return { note: `${describeRun(run)} was skipped: ${read.problem}.` };
      const url = `${serverUrl}/${repository.owner}/${repository.name}/actions/runs/${run.id}`;
      return { stored: { ...read, sha: run.head_sha, url, place: String(run.id) } };
    },
  };
}

/** Most runs whose artifacts are tried. */
const MAX_ARTIFACTS = 10;
