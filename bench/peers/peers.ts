import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Load } from '../support/model-suite.ts';
import type { Cost } from '../support/watch.ts';
import { evalite } from './evalite.ts';
import type { Peer } from './peer.ts';
import { promptfoo } from './promptfoo.ts';

/** All that this folder's package.json names. */
export const PEERS: readonly Peer[] = [promptfoo, evalite];

/** `npm run bench:peers` installs them here, 2 GB; BENCH_PEERS names another folder. */
const PACKAGES = join(resolve(process.env['BENCH_PEERS'] ?? import.meta.dirname), 'node_modules');

/** `null`: it is not installed. */
export async function runPeer(peer: Peer, load: Load, openai: string): Promise<Cost | null> {
  const program = join(PACKAGES, peer.program);
  return existsSync(program) ? peer.run(program, PACKAGES, load, openai) : null;
}
