import { formatIssue } from '#common/document/format-issue.ts';
import type { Config } from '#config/config.ts';
import { parseConfig } from '#config/parsing/parse-config.ts';
import { mustBeRead } from '#test/support/must-be-read.ts';

/** The least that a config says. */
export const LEAST = 'version: 1\nagent: {command: [python, agent.py]}\ncases: [evals/*.yml]\n';

/** The config of a text that must be valid. */
export function validConfig(text: string): Config {
  const parsed = parseConfig(text, 'a.yml');
  mustBeRead(parsed);
  return parsed.config;
}

/** Errors, or else warnings, of a text, each line as people read it. */
export function linesOf(text: string): readonly string[] {
  const parsed = parseConfig(text, 'a.yml');
  return ('issues' in parsed ? parsed.issues : parsed.warnings).map(formatIssue);
}
