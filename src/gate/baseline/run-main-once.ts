/** What to do if main has no usable results, a sentence part that begins with a verb. */
export function runMainOnce(branch: string): string {
  return `run the workflow once on ${branch} (Actions, "Run workflow": its file needs workflow_dispatch under "on:")`;
}
