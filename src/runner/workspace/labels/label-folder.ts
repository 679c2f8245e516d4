import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { errorMessage } from '#common/error-message.ts';
import { type Label, labelText } from '#judge/labels/label.ts';
import { exists } from '#runner/workspace/files/exists.ts';

/** A folder of labels: files `*.jsonl`, and the labelled trajectories in `trajectories/`, by their hash. */
export interface LabelFolder {
  /** The files with labels, sorted by name, with their texts; paths are relative to the working directory. */
  files(): Promise<readonly { readonly file: string; readonly text: string }[]>;
  /** Adds a label to a file at once: whatever happens next, it is on disk. */
  append(file: string, label: Label): void;
  /** Keeps the line of a labelled trajectory, so that it can be judged again when the results it came from are gone. */
  keep(hash: string, line: string): void;
  /** Kept lines. */
  stored(): AsyncIterable<string>;
}

/** Opens a folder of labels, which need not exist. */
export function labelFolder(cwd: string, folder: string): LabelFolder {
  const relativePath = (path: string): string => relative(cwd, path).split(sep).join('/');
  const trajectories = join(folder, 'trajectories');
  return {
    async files() {
      const names = await namesIn(folder, '.jsonl');
      return Promise.all(
        names.map(async (name) => ({ file: relativePath(join(folder, name)), text: await read(join(folder, name)) })),
      );
    },
    append(file, label) {
      mkdirSync(folder, { recursive: true });
      const path = join(folder, file);
      appendFileSync(path, `${endsInLine(path) ? '' : '\n'}${labelText(label)}`);
    },
    keep(hash, line) {
      mkdirSync(trajectories, { recursive: true });
      writeFileSync(join(trajectories, `${hash}.json`), `${line}\n`);
    },
    async *stored() {
      for (const name of await namesIn(trajectories, '.json')) yield (await read(join(trajectories, name))).trimEnd();
    },
  };
}

async function namesIn(folder: string, ending: string): Promise<readonly string[]> {
  if (!(await exists(folder))) return [];
  return (await readdir(folder)).filter((name) => name.endsWith(ending)).sort();
}

async function read(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new Error(`${path} can't be read: ${errorMessage(error)}`);
  }
}

/** A file whose last line was torn, or that an editor left without its line break. */
function endsInLine(path: string): boolean {
  try {
    const text = readFileSync(path, 'utf8');
    return text === '' || text.endsWith('\n');
  } catch {
    return true;
  }
}

/** Writes a file whole or not at all, in a folder that is created if missing. */
export async function writeFileWhole(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const part = `${path}.part`;
  try {
    await writeFile(part, text);
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}
