/** The files of a case's custom checks; paths are relative to the folder of the config. */
export interface GraderFiles {
  /** With the hash of each. */
  readonly files: ReadonlyMap<string, string>;
  /** Possible places of an import, or of what launches a check, where no file exists. */
  readonly absent: ReadonlySet<string>;
  /** Folders that belong to the checks as a whole. */
  readonly folders: readonly string[];
  /** Folders in which any file may be part of a check, because it shares them with others; `null`: anywhere in the repository. */
  readonly open: readonly (string | null)[];
  /** Files that are the config's, a case's or the agent's, and no check's. */
  readonly others: ReadonlySet<string>;
  /** Named files that can't be read, each a sentence. */
  readonly problems: readonly string[];
}

/** The folder of a path; empty for the folder that paths are relative to. */
export function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
}

/** A path without redundant steps; one that leads above its start keeps its dots. */
export function plainPath(path: string): string {
  const steps: string[] = [];
  for (const step of path.split('/')) {
    if (step === '..' && steps.length > 0 && steps.at(-1) !== '..') steps.pop();
    else if (step !== '' && step !== '.') steps.push(step);
  }
  return `${path.startsWith('/') ? '/' : ''}${steps.join('/')}`;
}
