import type { JsonObject } from '../json.ts';
import type { FakeUser } from '../state.ts';

/** The REST shape `simple-user`. */
export function userShape(user: FakeUser, api: string): JsonObject {
  const url = `${api}/users/${encodeURIComponent(user.login)}`;
  const page = user.login.endsWith('[bot]') ? `apps/${user.login.slice(0, -5)}` : user.login;
  return {
    login: user.login,
    id: user.id,
    node_id: nodeId('U', user.id),
    avatar_url: `https://avatars.githubusercontent.com/u/${user.id}?v=4`,
    gravatar_id: '',
    url,
    html_url: `https://github.com/${page}`,
    followers_url: `${url}/followers`,
    following_url: `${url}/following{/other_user}`,
    gists_url: `${url}/gists{/gist_id}`,
    starred_url: `${url}/starred{/owner}{/repo}`,
    subscriptions_url: `${url}/subscriptions`,
    organizations_url: `${url}/orgs`,
    repos_url: `${url}/repos`,
    events_url: `${url}/events{/privacy}`,
    received_events_url: `${url}/received_events`,
    type: user.type,
    site_admin: false,
  };
}

/** GitHub's opaque global id for a row. */
export function nodeId(kind: string, id: number | string): string {
  return `${kind}_${Buffer.from(String(id)).toString('base64url')}`;
}
