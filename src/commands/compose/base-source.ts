import type { CommitSource } from '#runner/workspace/base-checkout/commit-source.ts';
import { type CheckoutPlace, checkoutPlace } from './checkout-place.ts';

/** Where the base commit's files come from, and the run's folder in them. Known before anything of the candidate runs. */
export interface BaseCommitSource extends CheckoutPlace {
  readonly commits: CommitSource;
}

/** In a terminal: the repository of the working directory; `null` outside of one. */
export async function localBaseSource(cwd: string): Promise<BaseCommitSource | null> {
  const place = await checkoutPlace(cwd);
  return place === null ? null : { commits: { kind: 'local', repository: place.root }, ...place };
}
