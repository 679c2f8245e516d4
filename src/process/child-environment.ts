/** Variables of a process, by name. */
export interface Environment {
  readonly [name: string]: string;
}

/** What the user adds to the allow-list. */
export interface EnvironmentRequest {
  /** Literal values of the config's `env`. */
  readonly env: Environment;
  /** Names of the input `pass-env`, in full: only named values can be kept out of logs and files. */
  readonly passEnv: readonly string[];
  /** `process.platform`. */
  readonly platform: string;
}

/** The environment of a child process, or the variables that are refused, one sentence each. */
export type ChildEnvironment =
  | { readonly kind: 'built'; readonly environment: Environment }
  | { readonly kind: 'refused'; readonly problems: readonly string[] };

/**
 * Environment of an agent or setup line: an allow-list of the parent's variables, `PYTHONUNBUFFERED=1`, then `pass-env`, then
 * the config's literal `env`. It refuses the runner's own variables and `NODE_OPTIONS` by name, set or not, so that a config
 * means the same on every machine.
 */
export function childEnvironment(
  parent: { readonly [name: string]: string | undefined },
  request: EnvironmentRequest,
): ChildEnvironment {
  const fold = request.platform === 'win32' ? (name: string) => name.toUpperCase() : (name: string) => name;
  const problems = [
    ...request.passEnv.filter(isForbidden).map((name) => refusal(`pass-env: ${name}`)),
    ...Object.keys(request.env)
      .filter(isForbidden)
      .map((name) => refusal(`agent.env.${name}`)),
  ];
  if (problems.length > 0) return { kind: 'refused', problems };

  const allowed = [...ALLOWED, ...(request.platform === 'win32' ? ALLOWED_ON_WINDOWS : [])].map(fold);
  const ownNames = request.passEnv.map(fold);
  const variables = new Map<string, string>();
  for (const [name, value] of Object.entries(parent)) {
    if (value === undefined || isForbidden(name)) continue;
    const folded = fold(name);
    if (allowed.includes(folded) || ownNames.includes(folded)) variables.set(name, value);
  }
  variables.set('PYTHONUNBUFFERED', '1');
  for (const [name, value] of Object.entries(request.env)) variables.set(name, value);
  return { kind: 'built', environment: Object.fromEntries(variables) };
}

const ALLOWED = [
  'PATH',
  'HOME',
  'LANG',
  'LC_ALL',
  'LC_CTYPE',
  'TMPDIR',
  'TEMP',
  'TMP',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'NODE_EXTRA_CA_CERTS',
  'REQUESTS_CA_BUNDLE',
  'CURL_CA_BUNDLE',
  'VIRTUAL_ENV',
  'pythonLocation',
  'LD_LIBRARY_PATH',
];

const ALLOWED_ON_WINDOWS = ['SystemRoot', 'ComSpec', 'PATHEXT', 'USERPROFILE'];

const FORBIDDEN_PREFIXES = ['GITHUB_', 'ACTIONS_', 'INPUT_', 'RUNNER_'];
const FORBIDDEN_NAMES = ['NODE_OPTIONS'];

function isForbidden(name: string): boolean {
  const upper = name.toUpperCase();
  return FORBIDDEN_NAMES.includes(upper) || FORBIDDEN_PREFIXES.some((prefix) => upper.startsWith(prefix));
}

function refusal(where: string): string {
  return (
    `${where}: ${FORBIDDEN_PREFIXES.map((prefix) => `${prefix}*`).join(', ')} and NODE_OPTIONS are never passed to an agent. ` +
    'Give the value another name in the workflow (env: MY_NAME: …) and pass that.'
  );
}
