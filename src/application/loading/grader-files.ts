import type { CustomExpectation } from '#domain/suite/expectation.ts';

/** The files that a custom check names: its module, or those arguments of its command that may be paths or modules of Python. */
export function graderFiles(expectation: CustomExpectation): readonly string[] {
  if (expectation.kind === 'module') return [expectation.module];
  return expectation.command.flatMap((argument, i, all) => {
    if (all[i - 1] === '-m') return pythonModule(argument.replaceAll('.', '/'));
    const value = argument.startsWith('-') ? argument.slice(argument.indexOf('=') + 1) : argument;
    return /[./]/.test(value) && !value.startsWith('-') ? [value] : [];
  });
}

function pythonModule(path: string): readonly string[] {
  return [`${path}.py`, `${path}/__main__.py`];
}
