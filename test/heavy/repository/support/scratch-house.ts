import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { newFolder } from '#test/support/new-folder.ts';

const root = join(import.meta.dirname, '../../../..');

/** A copy of the sources in a folder of its own, to be edited by hand and compiled. */
export interface ScratchHouse {
  read(path: string): string;
  /** A further file, or other text in one. */
  write(path: string, text: string): void;
  /** Takes a file or a folder out. */
  delete(path: string): void;
  /** Puts back what stands there in the repository. */
  restore(path: string): void;
  /** Puts some text in front of what stands there once. */
  insert(path: string, text: string, before: string): void;
  /** The files that were written. */
  touched(): readonly string[];
  filesThatDoNotCompile(): Promise<readonly string[]>;
  /** What a program prints; that one ends with another exit code than 0 is no fault here. */
  node(...args: readonly string[]): Promise<string>;
  remove(): void;
}

/** @param paths what is copied beside the sources */
export function scratchHouse(paths: readonly string[] = []): ScratchHouse {
  const house = newFolder('house');
  for (const path of ['src', 'package.json', ...paths])
    cpSync(join(root, path), join(house, path), { recursive: true });
  const config = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8'));
  writeFileSync(join(house, 'tsconfig.json'), JSON.stringify({ ...config, include: ['src'] }));
  symlinkSync(join(root, 'node_modules'), join(house, 'node_modules'));
  const touched = new Set<string>();

  const read = (path: string) => readFileSync(join(house, path), 'utf8');
  const write = (path: string, text: string) => {
    touched.add(path);
    mkdirSync(dirname(join(house, path)), { recursive: true });
    writeFileSync(join(house, path), text);
  };
  const node = async (...args: readonly string[]) => {
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: house }).catch((error) => error);
    return stdout;
  };
  return {
    read,
    write,
    delete: (path) => rmSync(join(house, path), { recursive: true }),
    restore: (path) => cpSync(join(root, path), join(house, path), { recursive: true }),
    insert(path, text, before) {
      const [head, tail, ...more] = read(path).split(before);
      if (tail === undefined || more.length > 0) throw new Error(`${path} does not hold this once: ${before}`);
      write(path, `${head}${text}${before}${tail}`);
    },
    touched: () => [...touched].sort(),
    async filesThatDoNotCompile() {
      // What it knows of the files that did not change makes the next round take half as long.
      const known = ['--incremental', '--tsBuildInfoFile', 'build-info.json'];
      const output = await node('node_modules/typescript-native/bin/tsc', '--noEmit', '--pretty', 'false', ...known);
      const places = output.match(/^\S.*(?=\(\d+,\d+\): error )|^error .*/gm) ?? [];
      return [...new Set<string>(places)].sort();
    },
    node,
    remove: () => rmSync(house, { recursive: true }),
  };
}
