/** Loads @actions/github and returns its request function and its proxy-aware fetch, which sends no credentials. */
export async function createOctokit(token: string, apiUrl: string) {
  const { defaults, GitHub, getOctokitOptions } = await import('@actions/github/lib/utils');
  const options = getOctokitOptions(token, { baseUrl: apiUrl, userAgent: 'agent-eval-action', log: SILENT });
  const proxied: typeof fetch = defaults.request?.fetch ?? fetch;
  return { request: new GitHub(options).request, fetch: proxied };
}

/** Octokit's own log would go to standard output, where the runner looks for commands. */
const SILENT = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
