import { writeFile } from 'node:fs/promises';
import { errorCode } from '../common/error-code.ts';

/**
 * Writes a text to a file that must not exist, or to standard output (`null`).
 *
 * @returns why the file can't be written, a sentence; `null`: it is
 */
export async function writeNew(text: string, file: string | null): Promise<string | null> {
  if (file === null) {
    process.stdout.write(text);
    return null;
  }
  try {
    await writeFile(file, text, { flag: 'wx' });
    return null;
  } catch (error) {
    return errorCode(error) === 'EEXIST'
      ? `${file} is there already; remove it, or write to another file`
      : `${file} can't be written (${errorCode(error)})`;
  }
}
