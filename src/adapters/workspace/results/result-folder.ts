import { type FileHandle, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ResultSink } from '#application/ports.ts';
import { parseResults } from '#domain/baseline/results/parse-results.ts';
import type { JsonObject } from '#domain/json.ts';
import { jsonText, parseJsonText } from '#domain/json-text.ts';
import { redactTrial } from '#domain/report/redaction/redact-results.ts';
import { redactTrajectory } from '#domain/report/redaction/redact-trajectory.ts';
import type { Trial, TrialEnd } from '#domain/trial/trial.ts';
import type { TrialRecord } from '#domain/trial/trial-record.ts';
import { mendInterrupted } from './mend-interrupted.ts';
import { folderGone, storageProblem } from './storage-problem.ts';

/** Which trajectories are stored. */
export type KeptTrajectories = 'all' | 'failed' | 'none';

/** How to write results. */
export interface ResultFolderOptions {
  /** Absolute path of the folder; created if missing. */
  readonly folder: string;
  /** Identity of the run: a later run may resume this one only with the same identity. */
  readonly identity: JsonObject;
  readonly trajectories: KeptTrajectories;
  /** True: continue the files of an interrupted run instead of starting new ones. */
  readonly append: boolean;
  /** Removes secrets from a trial's text before it is written; documents arrive redacted. */
  readonly redact: (text: string) => string;
}

/** Most bytes of one stored trajectory; a longer one is truncated with a note. */
const MAX_TRAJECTORY_BYTES = 256 * 1024;
const KEPT_CHARACTERS = 16 * 1024;

/** Name of the file that grows during the run. */
export const TRIALS_FILE = 'trials.jsonl';
const TRAJECTORIES_FILE = 'trajectories.jsonl';

/** Documents that not every run has: an earlier run's must not be taken for this one's. */
const OCCASIONAL = ['confirmation.json', 'history.jsonl', 'badge.svg', 'badge-false-alarms.svg'];

/** The output folder of a run, which may contain an earlier run's results until this run ends. */
export interface ResultFolder extends ResultSink {
  /** Whether it has results of an earlier run with at least one trial. */
  holdsTrials(): Promise<boolean>;
  /** Instead of `finish`: keeps the earlier run's results. */
  keepEarlier(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Writes `trials.jsonl` and trajectories line by line, and the finished documents at the end. An earlier run's results stay
 * complete until `finish`: documents and trajectories replace them together, and a run that never finishes replaces nothing.
 * Throws if the folder can't be opened; `finish` reports later problems.
 */
export async function openResultFolder(options: ResultFolderOptions): Promise<ResultFolder> {
  const { folder, redact } = options;
  await makeFolder(folder);
  const [finished, growing] = [join(folder, TRAJECTORIES_FILE), join(folder, `${TRAJECTORIES_FILE}.part`)];
  if (options.append) await mendInterrupted({ trials: join(folder, TRIALS_FILE), growing, finished });
  const mode = options.append ? 'a' : 'w';
  const trials = await open(join(folder, TRIALS_FILE), mode);
  const trajectories = options.trajectories === 'none' ? null : await open(growing, mode);
  if (!options.append) await trials.appendFile(`${jsonText({ run: options.identity })}\n`);
  const writeTrials = lineWriter(trials);
  const writeTrajectories = trajectories && lineWriter(trajectories);
  let problem: string | null = null;
  const attempt = async (write: () => Promise<void>): Promise<boolean> => {
    try {
      await write();
      return true;
    } catch (error) {
      problem ??= storageProblem(error, folder);
      return false;
    }
  };
  /** After a line that could not be written, further lines would follow a torn one. */
  const keepLine = async (write: (line: string) => Promise<void>, line: string): Promise<boolean> =>
    problem === null && attempt(() => write(line));
  /** Done once: documents that could not be written are written again. */
  let replaced = false;
  const replaceTrajectories = async (): Promise<void> => {
    if (replaced) return;
    await trajectories?.close();
    if (trajectories === null) await rm(finished, { force: true });
    else await rename(growing, finished);
    replaced = true;
  };

  return {
    holdsTrials: async () => hasTrials(await readFile(join(folder, 'results.json'), 'utf8').catch(() => '')),
    async trial(caseId, record, trial) {
      const wanted = options.trajectories === 'all' || record.outcome !== 'passed';
      const kept = writeTrajectories !== null && wanted ? trajectoryLine(caseId, record.index, trial, redact) : null;
      const isKept = kept !== null && writeTrajectories !== null && (await keepLine(writeTrajectories, kept.line));
      const stored: TrialRecord = {
        ...record,
        trajectory: isKept ? kept.id : null,
        trajectory_state: isKept ? kept.state : 'absent',
      };
      await keepLine(writeTrials, jsonText({ case_id: caseId, record: redactTrial(stored, redact) }));
      return stored;
    },
    async finish(documents) {
      if (!(await isStillAt(join(folder, TRIALS_FILE), trials))) problem ??= folderGone(folder);
      else await attempt(replaceTrajectories);
      const written: string[] = [];
      for (const [name, text] of documents) {
        if (await attempt(() => writeWhole(folder, name, text))) written.push(name);
      }
      for (const name of OCCASIONAL) if (!documents.has(name)) await rm(join(folder, name), { force: true });
      return { written, problem };
    },
    async keepEarlier() {
      await trajectories?.close();
      await rm(growing, { force: true });
    },
    async close() {
      await attempt(() => trials.close());
      await attempt(async () => trajectories?.close());
    },
  };
}

/** Writes documents to a folder, which is created if missing. Throws what the system says. */
export async function writeDocuments(folder: string, documents: ReadonlyMap<string, string>): Promise<void> {
  await makeFolder(folder);
  for (const [name, text] of documents) await writeWhole(folder, name, text);
}

/** Lines of an interrupted run's `trials.jsonl`, without a torn last line. `null` if there is no such file. */
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

function hasTrials(text: string): boolean {
  const parsed = parseResults(text);
  return 'results' in parsed && parsed.results.cases.some(({ trials }) => trials.length > 0);
}

function parseLine(line: string): unknown[] {
  try {
    return line.trim() === '' ? [] : [parseJsonText(line)];
  } catch {
    return [];
  }
}

/** Whether a path still leads to the file that was opened there: writing to a removed file loses data without an error. */
async function isStillAt(path: string, file: FileHandle): Promise<boolean> {
  const [there, opened] = await Promise.all([stat(path).catch(() => null), file.stat()]);
  return there !== null && there.ino === opened.ino && there.dev === opened.dev;
}

/** Results don't belong in a repository: a folder that we create gets a `.gitignore` for itself. */
async function makeFolder(folder: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true });
  if (made !== undefined) await writeFile(join(folder, '.gitignore'), '*\n');
}

/** Creates the folder again if it is gone. A document is written whole or not at all. */
async function writeWhole(folder: string, name: string, text: string): Promise<void> {
  const target = join(folder, name);
  const part = `${target}.part`;
  await makeFolder(folder);
  try {
    await writeFile(part, text);
    await rename(part, target);
  } catch (error) {
    await rm(part, { force: true }).catch(() => {});
    throw error;
  }
}

interface TrajectoryLine {
  readonly id: string;
  readonly line: string;
  readonly state: Exclude<TrialRecord['trajectory_state'], 'absent'>;
}

/** One line of trajectories.jsonl, redacted; truncated after redaction, so that no secret is cut in two and missed. */
function trajectoryLine(
  caseId: string,
  index: number,
  { trajectory, end }: Pick<Trial, 'trajectory' | 'end'>,
  redact: (text: string) => string,
): TrajectoryLine {
  const head = { id: `${caseId}#${index}`, case_id: caseId, trial: index };
  const whole = jsonText({ ...head, state: 'complete', end, trajectory });
  const shown = { end: redactEnd(end, redact), trajectory: redactTrajectory(trajectory, redact) };
  const clean = jsonText({ ...head, state: 'complete', ...shown });
  const bytes = Buffer.byteLength(clean);
  if (bytes > MAX_TRAJECTORY_BYTES) {
    const note = `the trajectory has ${bytes} bytes, at most ${MAX_TRAJECTORY_BYTES} are stored`;
    const line = jsonText({
      ...head,
      state: 'truncated',
      end: shown.end,
      note,
      beginning: clean.slice(0, KEPT_CHARACTERS).toWellFormed(),
    });
    return { id: head.id, line, state: 'truncated' };
  }
  if (clean === whole) return { id: head.id, line: whole, state: 'complete' };
  return { id: head.id, line: jsonText({ ...head, state: 'redacted', ...shown }), state: 'redacted' };
}

function redactEnd(end: TrialEnd, redact: (text: string) => string): TrialEnd {
  switch (end.kind) {
    case 'completed':
      return end;
    case 'failed':
      return { ...end, failure: { ...end.failure, message: redact(end.failure.message) } };
    case 'error':
      return { ...end, error: { ...end.error, message: redact(end.error.message) } };
  }
}

/** Collects the lines that arrive during a write into the next write; resolves when the system has the line. */
function lineWriter(file: FileHandle): (line: string) => Promise<void> {
  let pending: string[] = [];
  let tail: Promise<void> = Promise.resolve();
  const flush = async (): Promise<void> => {
    if (pending.length === 0) return;
    const batch = pending;
    pending = [];
    // Continues if the system wrote only a part, which is how a full disk begins.
    await file.appendFile(`${batch.join('\n')}\n`);
  };
  return (line) => {
    pending.push(line);
    tail = tail.then(flush);
    return tail;
  };
}
