import { createReadStream } from 'node:fs';
import { appendFile, open, readFile, rename } from 'node:fs/promises';
import { isJsonObject } from '#common/json.ts';
import { jsonOrUndefined } from '#common/json-text.ts';
import { splitLines } from '#common/split-lines.ts';
import { exists } from '#runner/workspace/files/exists.ts';

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
export async function mendInterrupted({ trials, growing, finished }: InterruptedFiles): Promise<void> {
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
