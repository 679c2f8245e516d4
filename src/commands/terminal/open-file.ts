import { spawn } from 'node:child_process';
import { errorMessage } from '#common/error-message.ts';

/** The program of each system that opens a file as a double click does. It gets the path as one argument, through no shell. */
const OPENERS: { readonly [platform: string]: readonly [string, ...string[]] } = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};
const LINUX = ['xdg-open'] as const;

/**
 * Opens a file in the program that the system has for it. Resolves when it is on its way; `problem`, a sentence part, if there
 * is no such program.
 */
export async function openFile(path: string): Promise<{ readonly problem: string | null }> {
  const [program, ...before] = OPENERS[process.platform] ?? LINUX;
  return new Promise((resolve) => {
    const child = spawn(program, [...before, path], { stdio: 'ignore', detached: true });
    const patience = setTimeout(() => end(null), PATIENCE_MS);
    const end = (problem: string | null): void => {
      clearTimeout(patience);
      child.unref();
      resolve({ problem });
    };
    child.once('error', (error) => end(`${program} could not be started (${errorMessage(error)})`));
    child.once('exit', (code) => end(code === 0 ? null : `${program} ended with code ${code ?? 'none'}`));
  });
}

/** Some openers are the browser itself and run until it is closed. */
const PATIENCE_MS = 3000;
