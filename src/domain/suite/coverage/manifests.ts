import { compileGlob } from '#domain/matching/glob.ts';

/** Files that decide what is installed, by name. */
const MANIFESTS = [
  '{package,package-lock,npm-shrinkwrap,deno,bun}.json',
  '{pnpm-lock.yaml,yarn.lock,bun.lock,bun.lockb,deno.lock,.npmrc,.nvmrc,.node-version}',
  '{requirements*.txt,constraints*.txt,pyproject.toml,setup.py,setup.cfg,poetry.lock,uv.lock,pdm.lock}',
  '{Pipfile,Pipfile.lock,.python-version,environment.yml,environment.yaml,conda-lock.yml}',
  '{go.mod,go.sum,Cargo.toml,Cargo.lock,Gemfile,Gemfile.lock,composer.json,composer.lock}',
  '{pom.xml,build.gradle,build.gradle.kts,gradle.lockfile,Dockerfile,.tool-versions,mise.toml}',
].map((glob) => compileGlob(glob, 'name'));

/** Whether a file decides what is installed for the programs of a folder: it is there, or in a folder above it. */
export function isManifest(file: string, folder: string): boolean {
  const steps = file.split('/');
  const name = steps.pop() ?? '';
  const at = steps.length === 0 ? '' : `${steps.join('/')}/`;
  return `${folder}/`.startsWith(at) && MANIFESTS.some((fits) => fits(name));
}
