import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openFresh } from '#process/foreign-files.ts';
import type { DocumentText } from '#report/outputs/render-documents.ts';

/** Writes documents to a folder, which is created if missing. Throws what the system says. */
export async function writeDocuments(folder: string, documents: ReadonlyMap<string, DocumentText>): Promise<void> {
  await makeFolder(folder);
  for (const [name, text] of documents) await writeDocument(folder, name, text);
}

/** Creates the folder again if it is gone. A document is written whole or not at all. Throws what the system says. */
export async function writeDocument(folder: string, name: string, text: DocumentText): Promise<void> {
  const target = join(folder, name);
  const part = `${target}.part`;
  await makeFolder(folder);
  try {
    await writeParts(part, typeof text === 'string' ? [text] : text);
    await rename(part, target);
  } catch (error) {
    await rm(part, { force: true }).catch(() => {});
    throw error;
  }
}

/** Results don't belong in a repository: a folder that we create gets a `.gitignore` for itself. */
export async function makeFolder(folder: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true });
  if (made !== undefined) await writeFile(join(folder, '.gitignore'), '*\n');
}

/** Many parts at once, and a large one piece by piece: as bytes the document would be in memory a second time. */
async function writeParts(path: string, parts: readonly string[]): Promise<void> {
  const file = await openFresh(path);
  const encoder = new TextEncoder();
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const bytes = new Uint8Array(BYTES_OF_UNIT * Math.min(PIECE + 1, length));
  let filled = 0;
  const flush = async () => {
    await file.appendFile(bytes.subarray(0, filled));
    filled = 0;
  };
  try {
    for (const piece of parts.flatMap(piecesOf)) {
      if (filled + BYTES_OF_UNIT * piece.length > bytes.length) await flush();
      filled += encoder.encodeInto(piece, bytes.subarray(filled)).written;
    }
    await flush();
  } finally {
    await file.close();
  }
}

function piecesOf(text: string): readonly string[] {
  if (text.length <= PIECE) return [text];
  const pieces: string[] = [];
  for (let start = 0, end = 0; start < text.length; start = end) {
    end = start + PIECE;
    // Not between the halves of one character.
    if (text.codePointAt(end - 1) !== text.charCodeAt(end - 1)) end += 1;
    pieces.push(text.slice(start, end));
  }
  return pieces;
}

/** UTF-16 units. */
const PIECE = 256 * 1024;
/** Bytes that one of them takes at most in UTF-8. */
const BYTES_OF_UNIT = 3;
