/** Name of an artifact of this suite; `key` is letters, digits, dots, dashes and underscores. */
export function artifactName(kind: 'results' | 'trajectories', key: string): string {
  return key === '' ? `agent-eval-${kind}` : `agent-eval-${kind}-${key}`;
}
