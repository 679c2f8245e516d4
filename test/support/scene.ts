import { expect, test } from 'vitest';
import { adoptWorkspace } from '../testing/github/adopt-workspace.ts';
import type { FakeEvent } from '../testing/github/events.ts';
import { type FakeGitHub, startFakeGitHub } from '../testing/github/fake-github.ts';
import { type GitHost, startGitHost } from '../testing/github/git-host.ts';
import { pullRequestEvent, pushEvent } from '../testing/github/payloads.ts';
import { type ActionResult, type ActionRun, runAction } from '../testing/github/runner.ts';
import type { FakeArtifact, FakePullRequest, FakeRun, FakeSeed } from '../testing/github/state.ts';
import { addArtifact, addPullRequest, addRun } from '../testing/github/state-builders.ts';
import { createRepository, type Workspace, type WorkspaceFiles } from '../testing/github/workspace.ts';
import { ACTION_BUNDLE, ACTION_FILE, COMPILE_CACHE } from './bundle.ts';
import { readable } from './markdown.ts';
import { asOfRun } from './stored-artifact.ts';
import { verifyArtifacts } from './verify-run.ts';

/** What a run is given besides its event. */
export type RunOptions = Omit<Partial<ActionRun>, 'bundle' | 'actionFile' | 'fake' | 'event'>;

/** How a pull request differs from an ordinary one of the repository's own branch. */
type PullOptions = RunOptions & {
  readonly pull?: Partial<Omit<FakePullRequest, 'head' | 'base' | 'number' | 'mergeCommitSha'>>;
  /** Repository that the head lives in; default the repository itself. */
  readonly headRepository?: FakePullRequest['head']['repository'];
  /** Branch that it goes onto; default main. */
  readonly base?: string;
};

/** A repository on a GitHub of its own that uses the bundled action. */
export type Scene = {
  readonly repository: Workspace;
  readonly fake: FakeGitHub;
  /** Where the action fetches commits of the repository from. */
  readonly git: Pick<GitHost, 'env' | 'requests' | 'violations'>;
  /** Runs the action on an event in a folder (default: the repository's own). */
  readonly run: (event: ActionRun['event'], options?: RunOptions) => Promise<ActionResult>;
  /** Runs the push of main's newest commit; its results become a baseline. */
  readonly pushMain: (options?: RunOptions) => Promise<ActionResult>;
  /**
   * Stores what a push of main's first commit gives, for tests that ask only for a baseline. The action runs for it once
   * for all scenes with the same files; each gets it as a run of its own.
   */
  readonly storeMain: () => Promise<FakeRun>;
  /** Commits files to the branch of pull request 1, opened at need, and gives its event and a checkout of the merge. */
  readonly openPull: (files?: WorkspaceFiles, options?: PullOptions) => Promise<OpenPull>;
  /** Opens or updates pull request 1 and runs the action on GitHub's merge commit, as actions/checkout leaves it. */
  readonly runPull: (files?: WorkspaceFiles, options?: PullOptions) => Promise<ActionResult>;
};

/** A pull request that is ready to be tested. */
export type OpenPull = { readonly pull: FakePullRequest; readonly event: FakeEvent; readonly checkout: string };

/** Opens scenes. */
export type OpenScene = (files: WorkspaceFiles, seed?: FakeSeed) => Promise<Scene>;

/**
 * Tests with scenes. When one is over, its scenes are closed, and then it must hold that GitHub was never asked
 * anything it forbids and that no process was left behind.
 */
export const withScenes = test.extend<{ openScene: OpenScene }>({
  openScene: async ({ onTestFinished }, use) => {
    const opened: StagedScene[] = [];
    onTestFinished(async () => {
      for (const scene of opened) await scene.close();
      expect(opened.flatMap((scene) => [...scene.fake.violations, ...scene.git.violations])).toEqual([]);
      expect(opened.flatMap((scene) => scene.results.flatMap((result) => result.survivors))).toEqual([]);
    });
    await use(async (files, seed = {}) => {
      const scene = await stageScene(files, seed);
      opened.push(scene);
      return scene;
    });
  },
});

/** `it` with scenes. */
export const it = Object.assign(
  (policy: string, play: (openScene: OpenScene) => Promise<void>) =>
    withScenes(policy, ({ openScene }) => play(openScene)),
  { for: withScenes.for.bind(withScenes) },
);

/** A scene for a whole file of tests; whoever stages it closes it. */
export type StagedScene = Scene & { readonly results: readonly ActionResult[]; readonly close: () => Promise<void> };

/** Makes the repository, whose main holds one commit with the files, and its GitHub. */
export async function stageScene(files: WorkspaceFiles, seed: FakeSeed = {}): Promise<StagedScene> {
  const repository = await createRepository(files);
  const fake = await startFakeGitHub(seed);
  await adoptWorkspace(fake.state, repository);
  const git = await startGitHost(fake.state, repository.path);
  const results: ActionResult[] = [];
  const checkouts: { [Symbol.asyncDispose](): Promise<void> }[] = [];

  const run: Scene['run'] = async (event, options = {}) => {
    const env = { ...COMPILE_CACHE, ...git.env, ...options.env };
    const fixed = { bundle: ACTION_BUNDLE, actionFile: ACTION_FILE, fake, event, env, timeout: 300_000 };
    const known = new Set(fake.state.artifacts.map(({ id }) => id));
    const result = await runAction({ workspace: repository.path, ...options, ...fixed });
    await verifyArtifacts(
      fake.state.artifacts.filter(({ id }) => !known.has(id)),
      { ...options, event },
    );
    results.push(result);
    return result;
  };

  const openPull: Scene['openPull'] = async (
    changes = {},
    { pull: facts = {}, headRepository, base = 'main' } = {},
  ) => {
    await repository.branch('feature', 'main');
    const head = await repository.commit('change', changes);
    const merge = await repository.mergeCommit({ base, head: 'feature', number: 1 });
    const target = { ref: base, sha: repository.history.refs.get(`refs/heads/${base}`) ?? '' };
    await repository.branch('main');
    await adoptWorkspace(fake.state, repository);
    const repositoryOfHead = headRepository ?? fake.state.repository;
    const place = { ref: 'feature', sha: head, repository: repositoryOfHead };
    const pull =
      fake.state.pullRequests[0] ?? addPullRequest(fake.state, { ...facts, number: 1, head: place, base: target });
    Object.assign(pull, { head: place, mergeCommitSha: merge });
    const checkout = await repository.checkout(merge, { number: 1 });
    checkouts.push(checkout);
    return { pull, event: pullRequestEvent(fake.state, pull), checkout: checkout.path };
  };

  return {
    repository,
    fake,
    git,
    results,
    run,
    async pushMain(options) {
      await adoptWorkspace(fake.state, repository);
      return run(pushEvent(fake.state, { after: repository.main() }), options);
    },
    async storeMain() {
      const [first] = repository.history.commits.keys();
      if (first === undefined || first !== repository.main())
        throw new Error('main has moved on since its first commit');
      const artifacts = await mainArtifacts(files, seed.repository ?? {});
      const stored = addRun(fake.state, { headSha: first });
      for (const { name, content } of artifacts) {
        addArtifact(fake.state, { runId: stored.id, name, content: asOfRun(content, stored.id, first) });
      }
      return stored;
    },
    openPull,
    async runPull(changes, options = {}) {
      const { pull: _, headRepository: __, base: ___, ...rest } = options;
      const { event, checkout } = await openPull(changes, options);
      return run(event, { workspace: checkout, ...rest });
    },
    async close() {
      await fake.close();
      await git.close();
      await repository[Symbol.asyncDispose]();
      for (const checkout of checkouts) await checkout[Symbol.asyncDispose]();
    },
  };
}

/** The newest comment as a person reads it. */
export function comment({ fake }: Scene): string {
  return readable(fake.state.comments.at(-1)?.body ?? '');
}

/** Warnings of a run, a line each. */
export function warnings({ commands }: ActionResult): string {
  return commands.annotations.flatMap(({ level, message }) => (level === 'warning' ? [message] : [])).join('\n');
}

/** Exit code, verdict and comment of a pull request that changes these files; main is not tried again for it. */
export async function judgedAlone(
  scene: Scene,
  files: WorkspaceFiles,
  inputs: RunOptions['inputs'] = { confirm: 'never' },
): Promise<readonly [number | null, unknown, string]> {
  const { exitCode, outputs } = await scene.runPull(files, { inputs });
  return [exitCode, outputs['verdict'], comment(scene)];
}

type Artifacts = readonly Pick<FakeArtifact, 'name' | 'content'>[];

const artifactsOfMain = new Map<string, Promise<Artifacts>>();

/** What the action uploads for the push of a repository's first commit. */
function mainArtifacts(files: WorkspaceFiles, repository: NonNullable<FakeSeed['repository']>): Promise<Artifacts> {
  const key = JSON.stringify([files, repository]);
  const known = artifactsOfMain.get(key) ?? pushFirst(files, repository);
  artifactsOfMain.set(key, known);
  return known;
}

async function pushFirst(files: WorkspaceFiles, repository: NonNullable<FakeSeed['repository']>): Promise<Artifacts> {
  const scene = await stageScene(files, { repository });
  try {
    const { exitCode, stdout } = await scene.pushMain();
    if (exitCode !== 0) throw new Error(stdout);
    return [...scene.fake.state.artifacts];
  } finally {
    await scene.close();
  }
}
