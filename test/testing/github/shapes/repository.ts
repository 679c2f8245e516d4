import type { JsonObject } from '../json.ts';
import type { FakeRepository, FakeUser } from '../state.ts';
import { nodeId, userShape } from './user.ts';

/** The REST shapes `full-repository`, `minimal-repository` and `repository`: one object serves all three. */
export function repositoryShape(repository: FakeRepository, api: string): JsonObject {
  const owner = ownerOf(repository);
  const name = repository.fullName.slice(owner.login.length + 1);
  const url = `${api}/repos/${repository.fullName}`;
  const web = `https://github.com/${repository.fullName}`;
  return {
    id: repository.id,
    node_id: nodeId('R', repository.id),
    name,
    full_name: repository.fullName,
    private: repository.private,
    owner: userShape(owner, api),
    html_url: web,
    description: null,
    fork: repository.fork,
    url,
    ...Object.fromEntries(LINKS.map(([key, suffix]) => [`${key}_url`, `${url}${suffix}`])),
    git_url: `git://github.com/${repository.fullName}.git`,
    ssh_url: `git@github.com:${repository.fullName}.git`,
    clone_url: `${web}.git`,
    svn_url: web,
    mirror_url: null,
    homepage: null,
    language: 'Python',
    size: 108,
    default_branch: repository.defaultBranch,
    visibility: repository.private ? 'private' : 'public',
    license: null,
    topics: [],
    created_at: '2025-06-01T09:00:00Z',
    updated_at: '2026-01-15T11:00:00Z',
    pushed_at: '2026-01-15T11:30:00Z',
    ...Object.fromEntries(COUNTS.map((key) => [key, 0])),
    ...Object.fromEntries(SWITCHES.map(([key, on]) => [key, on])),
  };
}

/** The organisation or person a repository belongs to; the id follows from the repository's. */
export function ownerOf(repository: FakeRepository): FakeUser {
  const login = repository.fullName.split('/')[0] ?? repository.fullName;
  return { login, id: repository.id + 1, type: repository.fork ? 'User' : 'Organization' };
}

const LINKS: readonly (readonly [string, string])[] = [
  ['archive', '/{archive_format}{/ref}'],
  ['assignees', '/assignees{/user}'],
  ['blobs', '/git/blobs{/sha}'],
  ['branches', '/branches{/branch}'],
  ['collaborators', '/collaborators{/collaborator}'],
  ['comments', '/comments{/number}'],
  ['commits', '/commits{/sha}'],
  ['compare', '/compare/{base}...{head}'],
  ['contents', '/contents/{+path}'],
  ['contributors', '/contributors'],
  ['deployments', '/deployments'],
  ['downloads', '/downloads'],
  ['events', '/events'],
  ['forks', '/forks'],
  ['git_commits', '/git/commits{/sha}'],
  ['git_refs', '/git/refs{/sha}'],
  ['git_tags', '/git/tags{/sha}'],
  ['hooks', '/hooks'],
  ['issue_comment', '/issues/comments{/number}'],
  ['issue_events', '/issues/events{/number}'],
  ['issues', '/issues{/number}'],
  ['keys', '/keys{/key_id}'],
  ['labels', '/labels{/name}'],
  ['languages', '/languages'],
  ['merges', '/merges'],
  ['milestones', '/milestones{/number}'],
  ['notifications', '/notifications{?since,all,participating}'],
  ['pulls', '/pulls{/number}'],
  ['releases', '/releases{/id}'],
  ['stargazers', '/stargazers'],
  ['statuses', '/statuses/{sha}'],
  ['subscribers', '/subscribers'],
  ['subscription', '/subscription'],
  ['tags', '/tags'],
  ['teams', '/teams'],
  ['trees', '/git/trees{/sha}'],
];

const COUNTS: readonly string[] = [
  'forks_count',
  'stargazers_count',
  'watchers_count',
  'open_issues_count',
  'subscribers_count',
  'network_count',
  'forks',
  'open_issues',
  'watchers',
];

const SWITCHES: readonly (readonly [string, boolean])[] = [
  ['has_issues', true],
  ['has_projects', true],
  ['has_wiki', true],
  ['has_pages', false],
  ['has_downloads', true],
  ['has_discussions', false],
  ['archived', false],
  ['disabled', false],
];
