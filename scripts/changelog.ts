// For release.ts: what the changelog says of a version.
/** The heading of a version, with or without its date. */
const HEADING = /^## \[([^\]]+)\].*$/gm;

/**
 * What a changelog in the form of Keep a Changelog says of a version (`Unreleased`, `1.2.0`), without its heading.
 *
 * @returns `null` when the version has no section
 */
export function notesOf(changelog: string, version: string): string | null {
  const headings = [...changelog.matchAll(HEADING)];
  const at = headings.findIndex(([, name]) => name === version);
  const heading = headings[at];
  if (heading === undefined) return null;
  return changelog.slice(heading.index + heading[0].length, headings[at + 1]?.index).trim();
}

/** Gives what is unreleased a version and a date (`2026-01-31`), and leaves an empty section for what comes. */
export function released(changelog: string, version: string, date: string): string {
  return changelog.replace('## [Unreleased]', `## [Unreleased]\n\n## [${version}] - ${date}`);
}
