import { errorMessage } from '#common/error-message.ts';
import type { ShownTrajectory } from '#report/html/data/html-input.ts';
import { redactTrajectory } from '#report/redaction/redact-data.ts';
import type { RequestSegment } from '#trials/trial/model-call-record.ts';
import { parseRequestSegment } from '#trials/trial/request-segment.ts';
import { idOfLine, parseTrajectoryLine, type TrajectoryLine } from '#trials/trial/stored-trajectory.ts';

/** What a report shows of the trials of one run. */
export interface ShownTrials {
  /** By id. */
  readonly trajectories: ReadonlyMap<string, ShownTrajectory>;
  /** What models were shown in them, by hash. */
  readonly segments: ReadonlyMap<string, RequestSegment>;
  /** Why some are missing, a sentence part that follows "its trajectories"; `null`: nothing went wrong. */
  readonly problem: string | null;
}

/** Nothing is stored. */
export const NOTHING_SHOWN: ShownTrials = { trajectories: new Map(), segments: new Map(), problem: null };

/**
 * The wanted ones of a run's stored trajectories, and the texts that they name. Lines that are neither are skipped; what was
 * read before a problem counts. Never throws.
 *
 * @param lines of trajectories.jsonl, and after them those of requests.jsonl
 * @param ids ids of trajectories
 */
export async function readShown(
  lines: AsyncIterable<string>,
  ids: ReadonlySet<string>,
  redact: (text: string) => string,
): Promise<ShownTrials> {
  const trajectories = new Map<string, ShownTrajectory>();
  const hashes = new Set<string>();
  const segments = new Map<string, RequestSegment>();
  let room = MOST_CHARACTERS;
  const keep = (line: string): void => {
    const id = idOfLine(line);
    if (id !== null && (!ids.has(id) || line.length > room)) return;
    const read = id === null ? null : parseTrajectoryLine(line);
    if (read !== null && ids.has(read.id)) {
      room -= line.length;
      for (const hash of hashesIn(read)) hashes.add(hash);
      trajectories.set(read.id, redactLine(read, redact));
    }
    const segment = id === null ? parseRequestSegment(line) : null;
    if (segment !== null && hashes.has(segment.hash) && segment.text.length <= room) {
      room -= segment.text.length;
      segments.set(segment.hash, { ...segment, label: redact(segment.label), text: redact(segment.text) });
    }
  };
  try {
    for await (const line of lines) keep(line);
    return { trajectories, segments, problem: null };
  } catch (error) {
    return { trajectories, segments, problem: errorMessage(error) };
  }
}

function hashesIn(read: TrajectoryLine): readonly string[] {
  if (read.state === 'truncated') return [];
  return read.trajectory.turns.flatMap(
    ({ model_calls: calls }) => calls?.flatMap(({ request }) => request ?? []) ?? [],
  );
}

function redactLine(read: TrajectoryLine, redact: (text: string) => string): ShownTrajectory {
  if (read.state === 'truncated') {
    const { state, end, note, beginning } = read;
    return { state, end, note, beginning: redact(beginning) };
  }
  const { state, end, trajectory } = read;
  return { state, end, trajectory: redactTrajectory(trajectory, redact) };
}

/** Of all that is kept: as much as a report of two megabytes could hold unpacked, several times over. */
const MOST_CHARACTERS = 24_000_000;
