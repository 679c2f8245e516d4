import picomatch from 'picomatch';

/**
 * Whether a tool's name fits a glob: `*` any characters (also `.`, `/` and line breaks: `*delete*` finds `mcp/delete_file`), `?` one,
 * `[abc]`, `{a,b}`. Case matters. A leading `!` is a plain character: what is forbidden is said, not what is left.
 */
export function matchesNameGlob(glob: string, name: string): boolean {
  if (glob === '') return false;
  return glob === name || compile(glob)(withoutPaths(name));
}

const cache = new Map<string, (name: string) => boolean>();

function compile(glob: string): (name: string) => boolean {
  const known = cache.get(glob);
  if (known !== undefined) return known;
  // Extended globs can take exponential time.
  const options = { bash: true, noextglob: true, nonegate: true, windows: false, flags: 's' };
  const matches = picomatch(withoutPaths(glob), options);
  cache.set(glob, matches);
  return matches;
}

/**
 * Names are no paths. Dots and slashes become characters without a meaning (private use), or a name such as `..` would slip through
 * every glob.
 */
function withoutPaths(text: string): string {
  return text.replaceAll('.', '\uE000').replaceAll('/', '\uE001');
}
