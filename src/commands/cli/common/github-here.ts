import { systemClock } from '#commands/terminal/clock.ts';
import { type GithubApi, githubApi } from '#github/api/api.ts';

/** A repository and a client of GitHub, from the variables that a job or `gh` sets; or what is wrong, a sentence. */
export type GithubHere =
  | { readonly github: GithubApi; readonly owner: string; readonly name: string }
  | { readonly problem: string };

/** @param repo `owner/name`; `null`: GITHUB_REPOSITORY */
export function githubHere(repo: string | null, signal: AbortSignal): GithubHere {
  const environment = process.env;
  const [, owner, name] = /^([\w.-]+)\/([\w.-]+)$/.exec(repo ?? environment['GITHUB_REPOSITORY'] ?? '') ?? [];
  if (owner === undefined || name === undefined)
    return { problem: '--repo: name the repository as owner/name, or set GITHUB_REPOSITORY' };
  const apiUrl = environment['GITHUB_API_URL'] ?? 'https://api.github.com';
  const github = githubApi({
    token: environment['GH_TOKEN'] ?? environment['GITHUB_TOKEN'] ?? '',
    apiUrl,
    graphqlUrl: environment['GITHUB_GRAPHQL_URL'] ?? `${apiUrl}/graphql`,
    clock: systemClock,
    signal,
  });
  return { github, owner, name };
}
