import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GithubReader, GithubRepository } from '#adapters/github/api/api.ts';
import { getRun } from '#adapters/github/runs/get-run.ts';
import type { ShardPlans } from '#application/load/divide-cases.ts';
import type { Clock } from '#application/ports.ts';
import { readPlan, type ShardPlan } from '#domain/suite/selection/shard-plan.ts';
import { downloadArtifact } from './download-artifact.ts';
import { findArtifact } from './find-artifact.ts';
import { uploadArtifact } from './upload.ts';
import { readZipEntry } from './zip/zip-reader.ts';

/** Whose shards share a plan. */
export interface ShardPlansOptions {
  readonly github: GithubReader;
  readonly repository: GithubRepository;
  /** The current run: all its shards see its artifacts. */
  readonly runId: number;
  /** `agent-eval-plan[-key]`. */
  readonly artifactName: string;
  readonly serverUrl: string;
  readonly clock: Pick<Clock, 'sleep'>;
  readonly signal: AbortSignal;
}

/**
 * The plan of a run as an artifact of it. GitHub stores one artifact under a name, so of several shards that start at the same
 * time one wins, and the others read what it stored; a later attempt finds it too.
 */
export function shardPlans(options: ShardPlansOptions): ShardPlans {
  return {
    find: (of) => read(options, of).catch(() => null),
    async store(plan) {
      const stored = await upload(options, plan).catch(() => 'failed' as const);
      if (stored !== 'taken') return plan;
      // A list may not show at once what another job has just stored.
      for (let tries = 0; tries < MOST_TRIES; tries += 1) {
        const other = await read(options, plan.of).catch(() => null);
        if (other !== null) return other;
        await options.clock.sleep(PAUSE_MS, options.signal);
      }
      return plan;
    },
  };
}

async function read(options: ShardPlansOptions, of: number): Promise<ShardPlan | null> {
  const { github, repository, runId, artifactName } = options;
  const own = await getRun(options, runId);
  if ('problem' in own) return null;
  const found = await findArtifact(github, repository, own.run, artifactName, MOST_BYTES);
  if ('problem' in found) return null;
  const zip = await downloadArtifact(github, repository, found, MOST_BYTES);
  if ('problem' in zip) return null;
  const entry = readZipEntry(zip.bytes, PLAN_FILE, MOST_BYTES);
  return 'problem' in entry ? null : readPlan(JSON.parse(new TextDecoder().decode(entry.bytes)), of);
}

async function upload({ artifactName, serverUrl }: ShardPlansOptions, plan: ShardPlan): Promise<'stored' | 'taken'> {
  const folder = await mkdtemp(join(tmpdir(), 'agent-eval-plan-'));
  try {
    await writeFile(join(folder, PLAN_FILE), `${JSON.stringify(plan)}\n`);
    const sent = await uploadArtifact({ name: artifactName, folder, files: [PLAN_FILE], serverUrl, keeps_first: true });
    return sent.taken === true ? 'taken' : 'stored';
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const PLAN_FILE = 'plan.json';
/** 20,000 cases with ids of 128 characters. */
const MOST_BYTES = 4 * 1024 * 1024;
const MOST_TRIES = 20;
const PAUSE_MS = 500;
