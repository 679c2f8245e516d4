import { isJsonObject, type Json, type JsonObject } from '#common/json.ts';

/** The folder of a path; empty for the folder that paths are relative to. */
export function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
}

/** Whether a script imports by the name of its own package, or by the package's `imports` (`#name`). */
export function takesOwnPackage(script: string, manifest: string): boolean {
  const { name } = parseMapping(manifest);
  return [...script.matchAll(BARE)].some(
    ([, , specifier = '']) =>
      specifier.startsWith('#') ||
      (typeof name === 'string' && (specifier === name || specifier.startsWith(`${name}/`))),
  );
}

const BARE = /\b(?:from|import|require|resolve)\s*\(?\s*(["'`])([#@\w][^"'`\n]{0,200})\1/g;

/** Where the entries of a package lead: files, and folders (with a `/` at the end) for patterns. */
export function packageTargets(folder: string, manifest: string): readonly string[] {
  const { main, module, exports, imports } = parseMapping(manifest);
  const entries = [main, module].flatMap((entry) => (typeof entry === 'string' ? [entry] : []));
  const targets = [...entries, ...texts(exports), ...texts(imports)].filter((target) => !/^[#@/]/.test(target));
  const own = entries.flatMap((entry) => [entry, `${entry}.js`, `${entry}/index.js`]);
  return [...new Set([...targets, ...own])].map((target) => {
    const path = `${folder}/${target.replace(/^\.\//, '')}`.replace(/^\//, '');
    return path.includes('*') ? `${folderOf(path.slice(0, path.indexOf('*')))}/` : path;
  });
}

/** The scripts of a package.json. */
export function scriptsOf(manifest: string): JsonObject {
  const { scripts } = parseMapping(manifest);
  return isJsonObject(scripts) ? scripts : {};
}

function parseMapping(text: string): { readonly [key: string]: Json | undefined } {
  try {
    const value: Json = JSON.parse(text);
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}

function texts(value: Json | undefined): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(texts);
  return isJsonObject(value) ? Object.values(value).flatMap(texts) : [];
}
