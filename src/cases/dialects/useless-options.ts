import type { Issue } from '#common/document/issue.ts';
import type { LocatedDocument } from '#common/document/located-document.ts';
import type { Dialect, DialectOptions } from './conversion/dialect.ts';
import { issueAt } from './issue-at.ts';

/** An error for every option that does not apply to a format, because people would rely on it. */
export function uselessOptions(
  document: LocatedDocument,
  { name, options }: Dialect,
  settings: DialectOptions,
): readonly Issue[] {
  const optionNames = ['order', 'extra', 'args', 'roles', 'ignore', 'reference', 'columns'] as const;
  const useless = optionNames.filter((option) => settings[option] !== undefined && !options.includes(option));
  return useless.map((option) => {
    const mend =
      name === 'canonical'
        ? `these are in this action's own format: write ${INSTEAD[option]} in the cases`
        : 'give these files an entry of their own without it';
    const message = `the dialect option \`${option}\` does not apply to the format ${name}; ${mend}`;
    return issueAt(document, [], message);
  });
}

const INSTEAD: Record<keyof DialectOptions, string> = {
  order: '`order` under `expect.tools`',
  extra: '`allow_extra` under `expect.tools`',
  args: '`args_match` at the calls',
  roles: 'user, assistant, system or tool',
  ignore: 'only fields of a case',
  reference: '`response`',
  columns: 'the keys of a case',
};
