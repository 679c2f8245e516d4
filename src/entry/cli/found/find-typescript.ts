import { join } from 'node:path';
import { exists } from '#adapters/workspace/files/exists.ts';
import { namedInPackageJson } from './dependencies.ts';

/** What lets a program of Node import the TypeScript of a project: its tsx, or Node itself. */
export interface FoundTypeScript {
  readonly by: 'tsx' | 'node';
  /** The file that shows it. */
  readonly file: string;
}

/** Whether a project of Node is written in TypeScript; `null`: it is not. */
export async function findTypeScript(cwd: string, packageJson: string | null): Promise<FoundTypeScript | null> {
  const isNamed = namedInPackageJson(packageJson ?? '');
  if (isNamed('tsx')) return { by: 'tsx', file: 'package.json' };
  if (await exists(join(cwd, 'tsconfig.json'))) return { by: 'node', file: 'tsconfig.json' };
  return isNamed('typescript') ? { by: 'node', file: 'package.json' } : null;
}
