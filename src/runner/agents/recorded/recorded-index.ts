import { type FileHandle, open } from 'node:fs/promises';
import { listed } from '#common/words.ts';
import { AgentUnavailableError } from '#ports/ports.ts';
import { MAX_LINE_BYTES } from '#process/flood.ts';
import { createLineSplitter, decodeLine } from '#process/line-splitter.ts';
import { type RecordedRow, readRecordedRow } from './recorded-row.ts';

/** The trials of a recorded file by case and number; rows are read from disk on demand. */
export interface RecordedIndex {
  /** Highest trial number of any case. */
  readonly trials: number;
  /** Trial numbers of a case, ascending. */
  numbersOf(caseId: string): readonly number[];
  /** The row, with its place (`file:7`), or `null`. */
  row(caseId: string, trial: number): Promise<{ readonly row: RecordedRow; readonly place: string } | null>;
  close(): Promise<void>;
}

interface Slice {
  readonly offset: number;
  readonly length: number;
  readonly line: number;
}

/**
 * Reads a JSON Lines file once, checks every row and stores its position. Memory grows with the number of trials, not with
 * their size. `shown` is the file's name in messages.
 *
 * @throws AgentUnavailableError if the file can't be read, or with all problems as `file:row: problem`.
 */
export async function indexRecordedFile(path: string, label: string): Promise<RecordedIndex> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    throw new AgentUnavailableError(
      `agent.recorded: ${label} can't be read (${error.code ?? error.message})`,
      '',
      null,
    );
  });
  const cases = new Map<string, Map<number, Slice>>();
  const unnumbered: { readonly caseId: string; readonly slice: Slice }[] = [];
  const problems: string[] = [];

  function take(caseId: string, trial: number, slice: Slice): void {
    const trials = cases.get(caseId) ?? new Map<number, Slice>();
    cases.set(caseId, trials);
    const earlier = trials.get(trial);
    if (earlier === undefined) trials.set(trial, slice);
    else problems.push(`${label}:${slice.line}: trial ${trial} of ${caseId} is already in row ${earlier.line}`);
  }

  try {
    const overlongLine = await eachLine(file, (text, slice) => {
      if (text.trim() === '') return;
      const reading = readRecordedRow(text);
      if (reading.kind === 'unreadable') problems.push(`${label}:${slice.line}: ${reading.problem}`);
      else if (reading.row.trial === null) unnumbered.push({ caseId: reading.row.case_id, slice });
      else take(reading.row.case_id, reading.row.trial, slice);
    });
    if (overlongLine !== null) problems.push(`${label}:${overlongLine}: longer than ${MAX_LINE_BYTES / MEBI} MB`);
    const next = new Map<string, number>();
    for (const { caseId, slice } of unnumbered) {
      let number = next.get(caseId) ?? 1;
      while (cases.get(caseId)?.has(number) === true) number += 1;
      take(caseId, number, slice);
      next.set(caseId, number + 1);
    }
    if (problems.length > 0) throw new AgentUnavailableError(listed(problems, SHOWN_PROBLEMS, '\n'), '', null);
    if (cases.size === 0)
      throw new AgentUnavailableError(`${label}: no trials found; expected one JSON object per line`, '', null);
  } catch (error) {
    await file.close();
    throw error;
  }

  let trials = 0;
  for (const numbers of cases.values()) for (const number of numbers.keys()) trials = Math.max(trials, number);
  return {
    trials,
    numbersOf: (caseId) => [...(cases.get(caseId)?.keys() ?? [])].sort((left, right) => left - right),
    async row(caseId, trial) {
      const slice = cases.get(caseId)?.get(trial);
      if (slice === undefined) return null;
      const { buffer } = await file.read(Buffer.alloc(slice.length), 0, slice.length, slice.offset);
      const reading = readRecordedRow(decodeLine(buffer));
      return reading.kind === 'read' ? { row: reading.row, place: `${label}:${slice.line}` } : null;
    },
    close: () => file.close(),
  };
}

const MEBI = 1024 * 1024;
const SHOWN_PROBLEMS = 20;

/** Calls back with each line and its position in bytes. Returns the number of a line that is too long, else `null`. */
async function eachLine(file: FileHandle, onLine: (text: string, slice: Slice) => void): Promise<number | null> {
  let offset = 0;
  let line = 0;
  const splitter = createLineSplitter(MAX_LINE_BYTES, (text, length) => {
    line += 1;
    onLine(text, { offset, length, line });
    offset += length + 1;
  });
  const buffer = Buffer.alloc(READ_BYTES);
  for (let position = 0; ; ) {
    const { bytesRead } = await file.read(buffer, 0, READ_BYTES, position);
    if (bytesRead === 0) break;
    position += bytesRead;
    // Copied: the splitter keeps pieces of the chunk, and the buffer is reused.
    if (!splitter.push(Buffer.from(buffer.subarray(0, bytesRead)))) return line + 1;
  }
  splitter.flush();
  return null;
}

const READ_BYTES = 256 * 1024;
