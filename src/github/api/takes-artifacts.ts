/**
 * Whether a server accepts artifacts from current clients, by the rule of @actions/artifact: every host but github.com,
 * *.ghe.com and *.localhost is GitHub Enterprise Server, which does not.
 *
 * @param serverUrl `GITHUB_SERVER_URL`
 */
export function takesArtifacts(serverUrl: string): boolean {
  if (!URL.canParse(serverUrl)) return true;
  const host = new URL(serverUrl).hostname.toLowerCase();
  return host === 'github.com' || host.endsWith('.ghe.com') || host.endsWith('.localhost');
}
