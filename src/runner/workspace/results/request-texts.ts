import { createReadStream } from 'node:fs';
import { cutEnd } from '#common/cut.ts';
import { jsonText } from '#common/json-text.ts';
import { splitLines } from '#common/split-lines.ts';
import { exists } from '#runner/workspace/files/exists.ts';
import type { RequestSegment } from '#trials/trial/model-call-record.ts';
import { renameSegments, requestSegment } from '#trials/trial/request-segment.ts';
import type { Trajectory } from '#trials/trial/trajectory.ts';
import type { Trial } from '#trials/trial/trial.ts';
import { partOf } from './growing-file.ts';

/** What models were shown during a run: every text once, whichever trials share it. */
export interface RequestTexts {
  /**
   * The lines of requests.jsonl that a trial adds, and its trajectory, whose model calls name texts by the hash of what is
   * stored: the hash of a text with a secret would help to guess it.
   */
  add(trial: Pick<Trial, 'trajectory' | 'segments'>): {
    readonly trajectory: Trajectory;
    readonly lines: readonly string[];
  };
}

/** @param stored hashes of texts that an interrupted run has stored */
export function createRequestTexts(redact: (text: string) => string, stored: Set<string>): RequestTexts {
  const renamed = new Map<string, string>();
  let bytes = 0;

  function add(item: RequestSegment): readonly string[] {
    if (stored.has(item.hash) || renamed.has(item.hash)) return [];
    const segment = redactSegment(item, redact);
    if (segment.hash !== item.hash) {
      if (renamed.size >= MOST_RENAMED) return [];
      renamed.set(item.hash, segment.hash);
      if (stored.has(segment.hash)) return [];
    }
    const line = jsonText({ ...segment, text: cutEnd(segment.text, LONGEST_TEXT) });
    bytes += Buffer.byteLength(line);
    if (bytes > MOST_BYTES) return [];
    stored.add(segment.hash);
    return [line];
  }

  return {
    add({ trajectory, segments = [] }) {
      const lines = segments.flatMap(add);
      const isKnown = (hash: string) => stored.has(hash) || renamed.has(hash);
      const isWhole = renamed.size === 0 && segments.every(({ hash }) => isKnown(hash));
      if (isWhole) return { trajectory, lines };
      const nameOf = (hash: string) => renamed.get(hash) ?? (stored.has(hash) ? hash : NOT_STORED);
      return { trajectory: renameSegments(trajectory, nameOf), lines };
    },
  };
}

/** The hashes in the requests.jsonl that a run continues; it may be torn at its end. */
export async function storedHashes(finished: string): Promise<Set<string>> {
  const growing = partOf(finished);
  const path = (await exists(growing)) ? growing : finished;
  const hashes = new Set<string>();
  if (!(await exists(path))) return hashes;
  for await (const line of splitLines(createReadStream(path))) {
    const hash = /^\{"hash":"([0-9a-f]+)".*\}$/s.exec(line)?.[1];
    if (hash !== undefined) hashes.add(hash);
  }
  return hashes;
}

function redactSegment(segment: RequestSegment, redact: (text: string) => string): RequestSegment {
  const [label, text] = [redact(segment.label), redact(segment.text)];
  return label === segment.label && text === segment.text ? segment : requestSegment(segment.kind, label, text);
}

/** Stands for every text that is not stored: nothing has this hash. */
const NOT_STORED = '0'.repeat(32);

/** Characters of one text. */
const LONGEST_TEXT = 128 * 1024;
/** Of all texts of a run. */
const MOST_BYTES = 32 * 1024 * 1024;
const MOST_RENAMED = 20_000;
