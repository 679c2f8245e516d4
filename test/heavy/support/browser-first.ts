import { findChromium } from './chromium.ts';

/**
 * Brings the browser before a run that may need one: a package that is installed while tests run changes programs on PATH, which
 * is what main's side is watched for. Where it can't be had, its own suites say so.
 */
export default async function setUp(): Promise<void> {
  const only = process.argv.slice(2).filter((word) => /^(?:\.\/)?test\//.test(word));
  if (only.length === 0 || only.some((word) => word.includes('browser'))) await findChromium().catch(() => null);
}
