import { takesArtifacts } from '#github/api/takes-artifacts.ts';
import type { BaselineStore } from '#ports/ports.ts';
import type { GithubRun } from './session/github-run.ts';

/**
 * Says why there is no baseline on a server whose runs can't store artifacts; results stored there by other means are still
 * found.
 */
export function withoutArtifacts({ inputs, context, event }: GithubRun, store: BaselineStore): BaselineStore {
  const { serverUrl } = context;
  if (takesArtifacts(serverUrl) || inputs.baseline.kind !== 'auto' || event.kind === 'baseline_producer') return store;
  return {
    ...store,
    async find(pinned) {
      const lookup = await store.find(pinned);
      return lookup.kind === 'none' ? { ...lookup, reason: NO_ARTIFACTS } : lookup;
    },
  };
}

const NO_ARTIFACTS =
  'GitHub Enterprise Server does not accept artifacts from current clients, so runs of the default branch store no baseline; commit a results.json of one of them and name it with the input "baseline: file:PATH"';
