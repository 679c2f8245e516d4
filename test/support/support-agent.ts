import { demoFiles } from '#commands/cli/demo-files.ts';

export { BROKEN_PROMPT, MAIN_PROMPT } from '#commands/cli/demo-files.ts';

/** Files of a repository with a scripted support agent that follows its prompt.txt, run by the Node of the test. */
export function supportAgent(): Record<string, string> {
  const { 'prompt.txt': _, ...files } = demoFiles(process.execPath);
  return files;
}
