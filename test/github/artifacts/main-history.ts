import { strToU8, zipSync } from 'fflate';
import type { BaselineLookup } from '#gate/baseline/results/baseline-lookup.ts';
import { parseResults } from '#gate/baseline/results/parse-results.ts';
import type { ResultsFile, RunReference } from '#gate/baseline/results/results-file.ts';
import { type GithubReader, githubApi } from '#github/api/api.ts';
import { type ArtifactBaselineOptions, artifactBaseline } from '#github/artifacts/artifact-baseline.ts';
import { type ComparisonPoint, resolveTarget } from '#github/runs/resolve-target.ts';
import type { BaselineStore } from '#ports/ports.ts';
import { mustBeRead } from '#test/support/must-be-read.ts';
import { type FakeGitHub, startFakeGitHub } from '#test/testing/github/fake-github.ts';
import type { FakeArtifact, FakeRun, FakeSeed, FakeState } from '#test/testing/github/state.ts';
import { addArtifact, addCommit, addRun, sha, WORKFLOW_PATH } from '#test/testing/github/state-builders.ts';

/** Name of the artifact every test stores. */
export const ARTIFACT = 'agent-eval-results';

/** Name of the artifact that the trajectories of every test are in. */
export const TRAJECTORIES = 'agent-eval-trajectories';

/** The run that is asking. */
export const OWN_RUN = 5;

/** How a store differs; `point`: what its run is compared with. */
type HistoryOptions = Partial<ArtifactBaselineOptions> & { readonly point?: ComparisonPoint };

/** A fake with main at m1 ← m2 ← m3, a pull request's head h (from m1) and its merge commit (m3, h). */
export type MainHistory = {
  readonly fake: FakeGitHub;
  readonly github: GithubReader;
  /** A run with an artifact, whose results say `label`. */
  readonly stored: (commit: string, label: string, run?: Partial<FakeRun>, artifact?: Partial<FakeArtifact>) => FakeRun;
  /** The store of the run that is asking. */
  readonly store: (options?: HistoryOptions) => BaselineStore;
  readonly find: (options?: HistoryOptions, pinned?: readonly RunReference[]) => Promise<BaselineLookup>;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
};

/** Starts it; `main` is the default branch. */
export async function startMainHistory(seed: FakeSeed = {}): Promise<MainHistory> {
  const fake = await startFakeGitHub(seed);
  addCommit(fake.state, { sha: sha('m1') });
  addCommit(fake.state, { sha: sha('m2'), parents: [sha('m1')] });
  addCommit(fake.state, { sha: sha('m3'), parents: [sha('m2')], refs: ['refs/heads/main'] });
  addCommit(fake.state, { sha: sha('h'), parents: [sha('m1')], refs: ['refs/heads/topic'] });
  addCommit(fake.state, { sha: sha('merge'), parents: [sha('m3'), sha('h')], refs: ['refs/pull/1/merge'] });
  const github = apiOf(fake);
  const store = ({ point = MERGE_POINT, ...options }: HistoryOptions = {}) => {
    const target = () => resolveTarget(options.github ?? github, repositoryOf(fake), point);
    return artifactBaseline({ ...optionsOf(fake, github), target, ...options });
  };
  return {
    fake,
    github,
    stored(commit, label, run = {}, artifact = {}) {
      const added = addRun(fake.state, { headSha: sha(commit), ...run });
      const content = resultsZip(label, originOf(added));
      addArtifact(fake.state, { runId: added.id, name: ARTIFACT, content, ...artifact });
      return added;
    },
    store,
    find: (options, pinned = []) => store(options).find(pinned),
    [Symbol.asyncDispose]: fake.close,
  };
}

/** The real client, which never waits. */
export function apiOf(fake: FakeGitHub): ReturnType<typeof githubApi> {
  return githubApi({
    token: fake.state.token.value,
    apiUrl: fake.url,
    graphqlUrl: `${fake.url}/graphql`,
    clock: { now: () => 0, sleep: async () => {} },
    signal: new AbortController().signal,
  });
}

/** The repository of a fake, as baselines want it. */
export function repositoryOf({ state }: FakeGitHub): ArtifactBaselineOptions['repository'] {
  const [owner = '', name = ''] = state.repository.fullName.split('/');
  return { id: state.repository.id, owner, name };
}

/** Asks GitHub as if it had none of its own filters: what is refused then, we have refused. */
export function withoutFilters(github: GithubReader): GithubReader {
  return {
    ...github,
    request(route, { name: _name, ...parameters }, options) {
      const { owner = '', repo = '' } = parameters;
      return route.endsWith('/actions/workflows/{workflow_id}/runs')
        ? github.request('GET /repos/{owner}/{repo}/actions/runs', { owner, repo, per_page: 100 })
        : github.request(route, parameters, options);
    },
  };
}

/** Pull request on top of m3, tested as GitHub's merge commit: the target is m3. */
const MERGE_POINT = { testedSha: sha('merge'), headSha: sha('h'), baseRef: 'main', baseSha: null };

/** An artifact as a run uploads it. */
export function resultsZip(label: string, says: object = {}): Uint8Array {
  return zipSync({ 'results.json': strToU8(resultsText(label, says)), 'junit.xml': strToU8('<testsuites/>') });
}

/** What a run of main says of itself in its results. */
export function originOf({ id, headSha }: Pick<FakeRun, 'id' | 'headSha'>): object {
  return { commit: { sha: headSha }, run: { id: String(id), side: 'baseline' } };
}

/** The run of an artifact as GitHub reports it where nothing is wrong: a run of m3 on main. */
export function reportedRunOf({ repository: { id } }: FakeState, runId: number, more: object = {}) {
  return { id: runId, repositoryId: id, headRepositoryId: id, headBranch: 'main', headSha: sha('m3'), ...more };
}

/** Trajectories as a run uploads them. */
export function trajectoriesZip(lines: string | Uint8Array): Uint8Array {
  return zipSync({ 'trajectories.jsonl': typeof lines === 'string' ? strToU8(lines) : lines });
}

/** All lines of a store that has found something, of the run that is compared with first. */
export async function linesOf(store: BaselineStore): Promise<readonly string[]> {
  const found = await store.find();
  if (found.kind === 'none') throw new Error(`nothing was found: ${found.reason}`);
  return allOf(store.trajectories(found.runs[0]));
}

/** Everything that comes, in its order. */
export async function allOf<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** A results file without cases, told from others by its config path. */
export function resultsText(label: string, more: object = {}): string {
  return JSON.stringify({
    schema_version: 1,
    commit: { sha: sha(label) },
    config: { path: label, hash: 'c' },
    agent: { kind: 'command', key: 'k' },
    looks: [3],
    complete: true,
    cases: [],
    ...more,
  });
}

/** The same, parsed. */
export function storedResults(label: string): ResultsFile {
  const parsed = parseResults(resultsText(label));
  mustBeRead(parsed);
  return parsed.results;
}

/** The label of what is compared with first, or the reason for nothing. */
export function labelOf(lookup: BaselineLookup): string {
  return lookup.kind === 'found' ? lookup.runs[0].results.config.path : `none: ${lookup.reason}`;
}

/** The labels of the pool, in its order; empty when nothing was found. */
export function labelsOf(lookup: BaselineLookup): readonly string[] {
  return lookup.kind === 'found' ? lookup.runs.map(({ results }) => results.config.path) : [];
}

function optionsOf(fake: FakeGitHub, github: GithubReader): Omit<ArtifactBaselineOptions, 'target'> {
  return {
    github,
    repository: repositoryOf(fake),
    defaultBranch: 'main',
    workflowPath: WORKFLOW_PATH,
    artifactName: ARTIFACT,
    key: null,
    side: 'baseline',
    trajectoriesName: TRAJECTORIES,
    runId: OWN_RUN,
    serverUrl: 'https://github.com',
  };
}
