import { createReadStream } from 'node:fs';
import { appendFile, lstat, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isJsonObject, type JsonObject } from '#common/json.ts';
import { jsonOrUndefined, jsonText } from '#common/json-text.ts';
import { splitLines } from '#common/split-lines.ts';
import { LARGEST_RESULTS_FILE, parseResults } from '#gate/baseline/results/parse-results.ts';
import { REQUESTS_FILE, TRAJECTORIES_FILE } from '#gate/baseline/results/trajectories-file.ts';
import { VERDICT_FILE } from '#gate/verdict/verdict-file.ts';
import type { ResultSink } from '#ports/ports.ts';
import type { DocumentText } from '#report/outputs/render-documents.ts';
import { redactTrial } from '#report/redaction/redact-data.ts';
import { exists, isPlainFile } from '#runner/workspace/files/exists.ts';
import type { ProviderIncident } from '#trials/trial/provider-incident.ts';
import type { TrialRecord } from '#trials/trial/trial-record.ts';
import { type GrowingFile, isStillAt, noGrowingFile, openGrowingFile, partOf } from './growing-file.ts';
import { lineWriter } from './line-writer.ts';
import { type BoundedRead, readBounded } from './read-bounded.ts';
import { createRequestTexts, storedHashes } from './request-texts.ts';
import { sealFolder } from './seal-folder.ts';
import { folderGone, storageProblem } from './storage-problem.ts';
import { type NewTrajectoryLine, trajectoryLine } from './trajectory-line.ts';
import { makeFolder, writeDocument } from './write-documents.ts';

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
  /** What the provider left unanswered so far, for whoever resumes the run; absent: nobody does. */
  readonly incident?: () => ProviderIncident | null;
  /** Removes secrets from a trial's text before it is written; documents arrive redacted. */
  readonly redact: (text: string) => string;
}

/** Name of the file that grows during the run. */
export const TRIALS_FILE = 'trials.jsonl';

/** Documents that not every run has: an earlier run's must not pass as this one's. */
const OCCASIONAL = /^(?:confirmation\.json|report\.html|history\.jsonl|verdict\.json|main-\d+\.json)$/;

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
  await removeOthers(folder);
  const finished = join(folder, TRAJECTORIES_FILE);
  if (options.append) await mendInterrupted({ trials: join(folder, TRIALS_FILE), growing: partOf(finished), finished });
  const trials = await open(join(folder, TRIALS_FILE), options.append ? 'a' : 'w');
  const keepsAny = options.trajectories !== 'none';
  const grow = async (name: string, evenEmpty: boolean): Promise<GrowingFile> => {
    const path = join(folder, name);
    return keepsAny ? openGrowingFile(path, { append: options.append, evenEmpty }) : noGrowingFile(path);
  };
  const stored = options.append && keepsAny ? await storedHashes(join(folder, REQUESTS_FILE)) : new Set<string>();
  const texts = createRequestTexts(redact, stored);
  const files = { trajectories: await grow(TRAJECTORIES_FILE, true), requests: await grow(REQUESTS_FILE, false) };
  if (!options.append) await trials.appendFile(`${jsonText({ run: options.identity })}\n`);
  const writeTrials = lineWriter(trials);
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
    await files.trajectories.replace();
    await files.requests.replace();
    replaced = true;
  };

  /** Its texts come first, so that no trajectory names one that is missing. `null`: it could not be written. */
  const keepTrajectory = async (
    caseId: string,
    index: number,
    trial: Parameters<ResultSink['trial']>[2],
  ): Promise<NewTrajectoryLine | null> => {
    const { trajectory, lines } = texts.add(trial);
    if (lines.length > 0) await keepLine(files.requests.write, lines.join('\n'));
    const line = trajectoryLine(caseId, index, { ...trial, trajectory }, redact);
    return (await keepLine(files.trajectories.write, line.line)) ? line : null;
  };

  return {
    holdsTrials: async () => hasTrials(await readBounded(join(folder, 'results.json'), LARGEST_RESULTS_FILE)),
    async trial(caseId, record, trial) {
      const isWanted = keepsAny && (options.trajectories === 'all' || record.outcome !== 'passed');
      const line = isWanted ? await keepTrajectory(caseId, record.index, trial) : null;
      const stored: TrialRecord = {
        ...record,
        trajectory: line?.id ?? null,
        trajectory_state: line?.state ?? 'absent',
      };
      const incident = options.incident?.();
      const told = { case_id: caseId, record: redactTrial(stored, redact), ...(incident && { incident }) };
      await keepLine(writeTrials, jsonText(told));
      return stored;
    },
    async finish(documents, seal = null) {
      if (!(await isStillAt(join(folder, TRIALS_FILE), trials))) problem ??= folderGone(folder);
      else await attempt(replaceTrajectories);
      const names: string[] = [];
      for (const [name, text] of documents) {
        if (await attempt(() => writeDocument(folder, name, text))) names.push(name);
      }
      await removeOccasional(folder, documents);
      if (seal !== null && problem === null && documents.has('results.json'))
        if (await attempt(() => sealFolder(folder, names, seal))) names.push(VERDICT_FILE);
      return { names, problem };
    },
    async keepEarlier() {
      await files.trajectories.discard();
      await files.requests.discard();
    },
    async close() {
      await attempt(() => trials.close());
      await attempt(() => files.trajectories.close());
      await attempt(() => files.requests.close());
    },
  };
}

async function removeOccasional(folder: string, kept: ReadonlyMap<string, DocumentText>): Promise<void> {
  for (const name of await readdir(folder))
    if (OCCASIONAL.test(name) && !kept.has(name)) await rm(join(folder, name), { force: true });
}

/** What a program or a commit has put where the run writes its lines: a pipe would wait forever, a link lead elsewhere. */
async function removeOthers(folder: string): Promise<void> {
  const grown = [TRAJECTORIES_FILE, REQUESTS_FILE];
  for (const name of [TRIALS_FILE, ...grown, ...grown.map(partOf)]) {
    const facts = await lstat(join(folder, name)).catch(() => null);
    if (facts?.isFile() === false && !facts.isDirectory()) await rm(join(folder, name), { force: true });
  }
}

/** Lines of an interrupted run's `trials.jsonl`, without a torn last line. `null` if there is no such file. */
export async function readInterruptedRun(
  folder: string,
): Promise<{ identity: unknown; lines: readonly unknown[] } | null> {
  const path = join(folder, TRIALS_FILE);
  if (!(await isPlainFile(path))) return null;
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) return null;
  const rows = text
    .split('\n')
    .map(jsonOrUndefined)
    .filter((row) => row !== undefined);
  const [head, ...lines] = rows;
  const identity = typeof head === 'object' && head !== null && 'run' in head ? head.run : null;
  return { identity, lines };
}

function hasTrials(read: BoundedRead): boolean {
  if ('problem' in read) return false;
  const parsed = parseResults(read.bytes);
  return 'results' in parsed && parsed.results.cases.some(({ trials }) => trials.length > 0);
}

/** The files of an interrupted run, absolute. */
interface InterruptedFiles {
  readonly trials: string;
  /** Trajectories so far. */
  readonly growing: string;
  /** Trajectories of a run that ended; read if the other file is gone. */
  readonly finished: string;
}

/**
 * Prepares the files of a run that was killed for the lines that will follow. Its last lines may be torn: what is appended to
 * a torn line is lost with it. Trajectories stay only if their trial does, so that a trial that runs again has one.
 */
async function mendInterrupted({ trials, growing, finished }: InterruptedFiles): Promise<void> {
  const text = await readFile(trials, 'utf8').catch(() => '');
  if (text !== '' && !text.endsWith('\n')) await appendFile(trials, '\n');
  const stored = new Set(text.split('\n').flatMap(trajectoryOf));
  const source = (await exists(growing)) ? growing : finished;
  if (!(await exists(source))) return;
  // Into a file next to it: a kill while this is written loses nothing.
  const scratch = `${growing}.mended`;
  const file = await open(scratch, 'w');
  try {
    for await (const line of splitLines(createReadStream(source))) {
      const row = jsonOrUndefined(line);
      if (isJsonObject(row) && stored.has(String(row['id']))) await file.appendFile(`${line}\n`);
    }
  } finally {
    await file.close();
  }
  await rename(scratch, growing);
}

/** The trajectory that a line of `trials.jsonl` names, unless its trial runs again. */
function trajectoryOf(line: string): readonly string[] {
  const row = jsonOrUndefined(line);
  const record = isJsonObject(row) ? row['record'] : null;
  if (!isJsonObject(record) || record['outcome'] === 'error') return [];
  return typeof record['trajectory'] === 'string' ? [record['trajectory']] : [];
}
