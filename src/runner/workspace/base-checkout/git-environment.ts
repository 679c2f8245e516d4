import type { Environment } from '#process/child-environment.ts';
import type { CommitSource } from './commit-source.ts';

/**
 * The whole environment of git: what it needs to run and to reach the network, its configuration, and nothing else. It reads no
 * configuration file, because the agent that just ran could have written to any file of this user.
 *
 * @param ours variables of this process
 * @param home an empty folder, absolute
 */
export function gitEnvironment(
  ours: Readonly<Record<string, string | undefined>>,
  source: CommitSource,
  home: string,
): Environment {
  const variables = Object.entries(ours).filter(([name]) => KEPT.includes(name.toUpperCase()));
  return {
    ...Object.fromEntries(variables.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))),
    HOME: home,
    XDG_CONFIG_HOME: home,
    LC_ALL: 'C',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_LAZY_FETCH: '1',
    GIT_ALLOW_PROTOCOL: source.kind === 'local' ? 'file' : new URL(source.url).protocol.replace(':', ''),
    ...asVariables([...SETTINGS, ...(source.kind === 'local' ? [] : [authorization(source)])]),
  };
}

/** Variables of proxies and certificates; the proxies' names are common in both spellings. */
const KEPT = [
  ...['PATH', 'TMPDIR', 'TEMP', 'TMP', 'SYSTEMROOT', 'COMSPEC', 'PATHEXT'],
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY'],
  ...['SSL_CERT_FILE', 'SSL_CERT_DIR', 'CURL_CA_BUNDLE', 'GIT_SSL_CAINFO', 'GIT_SSL_CAPATH'],
];

type Setting = readonly [key: string, value: string];

/** Protocol 2 serves any commit by its full id, also one that is no longer on any branch. */
const SETTINGS: readonly Setting[] = [
  ['protocol.version', '2'],
  ['core.hooksPath', '/dev/null'],
  ['core.fsmonitor', 'false'],
  ['core.longPaths', 'true'],
  ['credential.helper', ''],
  ['http.followRedirects', 'false'],
  ['http.lowSpeedLimit', '1000'],
  ['http.lowSpeedTime', '60'],
  ['submodule.recurse', 'false'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['advice.detachedHead', 'false'],
];

/** Limited to the server, so that git sends it nowhere else. */
function authorization({ url, token }: Extract<CommitSource, { kind: 'remote' }>): Setting {
  const credentials = Buffer.from(`x-access-token:${token}`).toString('base64');
  return [`http.${new URL(url).origin}/.extraHeader`, `Authorization: basic ${credentials}`];
}

function asVariables(settings: readonly Setting[]): Environment {
  const numbered = settings.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  return { GIT_CONFIG_COUNT: String(settings.length), ...Object.fromEntries(numbered) };
}
