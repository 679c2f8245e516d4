/** The message of a thrown value, see {@link untrustedLine}. */
export function errorMessage(error: unknown): string {
  return untrustedLine(error instanceof Error ? error.message : String(error));
}

/** Text that may quote untrusted text on one line, without control and invisible characters, truncated. */
export function untrustedLine(text: string): string {
  const plain = text.toWellFormed().replaceAll(/[\s\p{C}]+/gu, ' ');
  return plain.length <= MAX_LENGTH ? plain : `${plain.slice(0, MAX_LENGTH)}…`.toWellFormed();
}

const MAX_LENGTH = 300;
