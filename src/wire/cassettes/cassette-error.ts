/** A cassette that can't be read or written; the message names the file, what is wrong and how to fix it. */
export class CassetteError extends Error {
  override readonly name = 'CassetteError';
}
