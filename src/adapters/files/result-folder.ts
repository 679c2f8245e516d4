import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ResultSink } from '#application/ports.ts';
import type { JsonObject } from '#domain/json.ts';

/** Which trajectories are stored. */
export type KeptTrajectories = 'all' | 'failed' | 'none';

/** How results are written. */
export interface ResultFolderOptions {
  /** Absolute path of the folder; made when missing. */
  readonly folder: string;
  /** Identity of the run: a later run may resume this one only when it is equal. */
  readonly identity: JsonObject;
  readonly trajectories: KeptTrajectories;
  /** True: go on in the files of an interrupted run instead of starting new ones. */
  readonly append: boolean;
  /** Takes secrets out of a text before it is written. */
  readonly redact: (text: string) => string;
}

/** One stored trajectory is at most this many bytes; a longer one is cut with a note. */
const MAX_TRAJECTORY_BYTES = 256 * 1024;

/** Name of the file that grows while the run goes on. */
export const TRIALS_FILE = 'trials.jsonl';
const TRAJECTORIES_FILE = 'trajectories.jsonl';

/** Writes `trials.jsonl` and `trajectories.jsonl` line by line, and the finished documents at the end. */
export async function openResultFolder(options: ResultFolderOptions): Promise<ResultSink & { close(): Promise<void> }> {
  const { folder, redact } = options;
  await mkdir(folder, { recursive: true });
  const mode = options.append ? 'a' : 'w';
  const trials = await open(join(folder, TRIALS_FILE), mode);
  const trajectories = options.trajectories === 'none' ? null : await open(join(folder, TRAJECTORIES_FILE), mode);
  if (options.trajectories === 'none') await rm(join(folder, TRAJECTORIES_FILE), { force: true });
  if (!options.append) await trials.write(`${JSON.stringify({ run: options.identity })}\n`);
  const writeTrials = lineWriter(trials);
  const writeTrajectories = trajectories && lineWriter(trajectories);

  return {
    async trial(caseId, record, trajectory) {
      const keep = options.trajectories === 'all' || record.outcome !== 'passed';
      if (writeTrajectories && keep) {
        const id = `${caseId}#${record.index}`;
        await writeTrajectories(redact(trajectoryLine(id, caseId, record.index, trajectory)));
      }
      await writeTrials(redact(JSON.stringify({ case_id: caseId, record })));
    },
    async finish(documents) {
      for (const [name, text] of documents) {
        const target = join(folder, name);
        await writeFile(`${target}.part`, redact(text));
        await rename(`${target}.part`, target);
      }
    },
    async close() {
      await trials.close();
      await trajectories?.close();
    },
  };
}

/** Lines of an interrupted run's `trials.jsonl`; a torn last line is left out. `null` when there is no such file. */
export async function readInterruptedRun(
  folder: string,
): Promise<{ identity: unknown; lines: readonly unknown[] } | null> {
  const text = await readFile(join(folder, TRIALS_FILE), 'utf8').catch(() => null);
  if (text === null) return null;
  const rows = text.split('\n').flatMap((line) => parseLine(line));
  const [head, ...lines] = rows;
  const identity = typeof head === 'object' && head !== null && 'run' in head ? head.run : null;
  return { identity, lines };
}

/** sha256 of a file's bytes, hex. */
export async function fileHash(path: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(path))
    .digest('hex');
}

function parseLine(line: string): unknown[] {
  try {
    return line.trim() === '' ? [] : [JSON.parse(line)];
  } catch {
    return [];
  }
}

function trajectoryLine(id: string, caseId: string, trial: number, trajectory: unknown): string {
  const line = JSON.stringify({ id, case_id: caseId, trial, state: 'complete', trajectory });
  if (Buffer.byteLength(line) <= MAX_TRAJECTORY_BYTES) return line;
  const note = `cut: the trajectory has ${Buffer.byteLength(line)} bytes, at most ${MAX_TRAJECTORY_BYTES} are stored`;
  return JSON.stringify({ id, case_id: caseId, trial, state: 'truncated', note, head: line.slice(0, 16 * 1024) });
}

/** Joins the lines that arrive while a write is under way into the next write; resolves when a line is with the system. */
function lineWriter(file: FileHandle): (line: string) => Promise<void> {
  let pending: string[] = [];
  let tail: Promise<void> = Promise.resolve();
  const flush = async (): Promise<void> => {
    if (pending.length === 0) return;
    const batch = pending;
    pending = [];
    await file.write(`${batch.join('\n')}\n`);
  };
  return (line) => {
    pending.push(line);
    tail = tail.then(flush);
    return tail;
  };
}
