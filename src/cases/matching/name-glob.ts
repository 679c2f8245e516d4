import { compileGlob } from './glob.ts';

/**
 * Whether a tool's name matches a glob: `*` any characters (also `.`, `/` and line breaks: `*delete*` finds `mcp/delete_file`),
 * `?` one, `[abc]`, `{a,b}`. Case-sensitive. A leading `!` is an ordinary character: there is no negation.
 */
export function matchesNameGlob(glob: string, name: string): boolean {
  if (glob === '') return false;
  return glob === name || compile(glob)(name);
}

// Globs come from the config, so there are few; each is compiled once.
const cache = new Map<string, (name: string) => boolean>();

function compile(glob: string): (name: string) => boolean {
  const known = cache.get(glob);
  if (known !== undefined) return known;
  const matches = compileGlob(glob, 'name');
  cache.set(glob, matches);
  return matches;
}
