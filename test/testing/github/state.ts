import type { Fault } from './faults.ts';
import type { JsonObject } from './json.ts';

/** Who acts: a person, an App's bot or an organisation. */
export type FakeUser = {
  readonly login: string;
  readonly id: number;
  readonly type: 'User' | 'Bot' | 'Organization';
};

/** A repository as the fake knows it; `fullName` is `owner/name`. */
export type FakeRepository = {
  readonly id: number;
  readonly fullName: string;
  readonly defaultBranch: string;
  readonly private: boolean;
  readonly fork: boolean;
};

/** Path in the repository → text. */
export type FakeFiles = Readonly<Record<string, string>>;

/** One commit. `entries` maps every path of its tree to the blob's id; `read` gives a file's text, null without one. */
export type FakeCommit = {
  readonly sha: string;
  readonly parents: readonly string[];
  readonly tree: string;
  readonly message: string;
  readonly date: string;
  readonly entries: () => Promise<Readonly<Record<string, string>>>;
  /** How git keeps each file; absent: all as plain ones. */
  readonly modes?: ReadonlyMap<string, string>;
  readonly read: (path: string) => Promise<string | null>;
};

/** A workflow file known to the repository. */
export type FakeWorkflow = { readonly id: number; readonly path: string; readonly name: string };

/** A workflow run; `status` and `conclusion` change while an action runs. */
export type FakeRun = {
  readonly id: number;
  readonly runNumber: number;
  runAttempt: number;
  readonly event: string;
  status: 'queued' | 'in_progress' | 'completed';
  conclusion: string | null;
  readonly headBranch: string | null;
  readonly headSha: string;
  readonly path: string;
  readonly repository: FakeRepository;
  readonly headRepository: FakeRepository;
  readonly actor: FakeUser;
  readonly pullRequests: readonly number[];
  readonly displayTitle: string;
  readonly createdAt: string;
  /** When its newest attempt began. */
  startedAt: string;
  updatedAt: string;
};

/**
 * A finished artifact. `digest` (`sha256:…`) and `reportedSize` (bytes) describe `content` unless a test makes them
 * lie; `reportedRun` does so for the run the REST answer names.
 */
export type FakeArtifact = {
  readonly id: number;
  readonly runId: number;
  readonly name: string;
  readonly content: Uint8Array;
  readonly contentType: string;
  digest: string | null;
  reportedSize: number;
  reportedRun: ArtifactRun | null;
  expired: boolean;
  readonly createdAt: string;
  readonly expiresAt: string;
};

/** What an artifact's REST answer says of the run that made it. */
export type ArtifactRun = {
  readonly id: number;
  readonly repositoryId: number;
  readonly headRepositoryId: number;
  readonly headBranch: string | null;
  readonly headSha: string;
};

/** A pull request; `head.repository` differs from the repository for forks. */
export type FakePullRequest = {
  readonly id: number;
  readonly number: number;
  state: 'open' | 'closed';
  merged: boolean;
  draft: boolean;
  /** Absent: none. */
  labels?: readonly string[];
  title: string;
  body: string | null;
  readonly user: FakeUser;
  head: { readonly ref: string; readonly sha: string; readonly repository: FakeRepository };
  base: { readonly ref: string; readonly sha: string };
  mergeCommitSha: string | null;
  readonly createdAt: string;
  updatedAt: string;
};

/** A comment on a pull request. */
export type FakeComment = {
  readonly id: number;
  readonly issueNumber: number;
  readonly user: FakeUser;
  body: string;
  readonly createdAt: string;
  updatedAt: string;
};

/** An issue of the repository; pull requests are apart. */
export type FakeIssue = {
  readonly id: number;
  readonly number: number;
  readonly user: FakeUser;
  title: string;
  body: string;
  state: 'open' | 'closed';
  readonly createdAt: string;
  updatedAt: string;
};

/** A check run with its annotations as they were sent. */
export type FakeCheckRun = {
  readonly id: number;
  readonly name: string;
  readonly headSha: string;
  readonly externalId: string | null;
  status: 'queued' | 'in_progress' | 'completed';
  conclusion: string | null;
  detailsUrl: string | null;
  readonly startedAt: string;
  completedAt: string | null;
  output: { readonly title: string | null; readonly summary: string | null; readonly text: string | null };
  readonly annotations: JsonObject[];
};

/** `permissions:` of a workflow in the API's spelling, such as `{ pull_requests: 'write' }`. Absent means none. */
export type Permissions = Readonly<Record<string, 'read' | 'write' | 'none'>>;

/** What `GITHUB_TOKEN` may do in runs of forks and of Dependabot, whatever the workflow asks for. */
export const READ_ONLY: Permissions = { contents: 'read', actions: 'read', pull_requests: 'read' };

/** Everything the fake remembers. Tests read it freely and change it through state-builders.ts or directly. */
export type FakeState = {
  repository: FakeRepository;
  token: { value: string; user: FakeUser; permissions: Permissions };
  readonly commits: Map<string, FakeCommit>;
  /** Full ref (`refs/heads/main`) → sha. */
  readonly refs: Map<string, string>;
  /** Pushes that a test wants known, oldest first. */
  readonly pushes: { readonly ref: string; readonly before: string; readonly after: string }[];
  readonly workflows: FakeWorkflow[];
  readonly runs: FakeRun[];
  readonly artifacts: FakeArtifact[];
  readonly pullRequests: FakePullRequest[];
  readonly comments: FakeComment[];
  readonly issues: FakeIssue[];
  readonly checkRuns: FakeCheckRun[];
  /** What people may do by their login; the others may read. */
  readonly collaborators: Map<string, 'admin' | 'write' | 'read'>;
  /** Workflows that were started by hand. */
  readonly dispatches: { readonly path: string; readonly ref: string; readonly inputs: JsonObject }[];
  /** A setting of the repository: "Allow GitHub Actions to create and approve pull requests". */
  workflowsMayOpenPulls: boolean;
  readonly faults: Fault[];
  /** The fake's clock: one second later at every look, ISO 8601. */
  readonly now: () => string;
  /** A number never given before. */
  readonly nextId: () => number;
};

/** `GITHUB_TOKEN`'s identity. */
export const GITHUB_ACTIONS_BOT: FakeUser = { login: 'github-actions[bot]', id: 41898282, type: 'Bot' };

/** The person behind pushes and pull requests unless a test says otherwise. */
export const OCTOCAT: FakeUser = { login: 'octocat', id: 583231, type: 'User' };

/** What a test may set before the start. */
export type FakeSeed = {
  readonly repository?: Partial<FakeRepository>;
  readonly permissions?: Permissions;
  readonly tokenUser?: FakeUser;
};

/** An empty repository `octo-org/agents` with the token permissions the README recommends. */
export function createState(seed: FakeSeed = {}): FakeState {
  let second = Date.UTC(2026, 0, 15, 12) / 1000;
  let id = 9_000_000_000;
  return {
    repository: { ...DEFAULT_REPOSITORY, ...seed.repository },
    token: {
      value: 'ghs_fakeInstallationToken0123456789abcdef',
      user: seed.tokenUser ?? GITHUB_ACTIONS_BOT,
      permissions: seed.permissions ?? { contents: 'read', actions: 'read', pull_requests: 'write' },
    },
    commits: new Map(),
    refs: new Map(),
    pushes: [],
    workflows: [],
    runs: [],
    artifacts: [],
    pullRequests: [],
    comments: [],
    issues: [],
    checkRuns: [],
    collaborators: new Map(),
    dispatches: [],
    workflowsMayOpenPulls: true,
    faults: [],
    now: () => {
      second += 1;
      return new Date(second * 1000).toISOString().replace('.000Z', 'Z');
    },
    nextId: () => {
      id += 1;
      return id;
    },
  };
}

/** The repository of a fake nobody configured. */
export const DEFAULT_REPOSITORY: FakeRepository = {
  id: 700_100_200,
  fullName: 'octo-org/agents',
  defaultBranch: 'main',
  private: false,
  fork: false,
};
