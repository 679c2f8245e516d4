/** What is said of an error that nobody expected. One of the system, such as a full disk, is no fault of ours to be traced. */
export function faultText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'syscall' in error ? error.message : (error.stack ?? error.message);
}
