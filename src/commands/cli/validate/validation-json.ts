import type { Issue } from '#common/document/issue.ts';
import { ALL_FEDERATIONS, lacksFor } from '#common/federations.ts';
import type { LoadedSuite } from '#config/loaded-suite.ts';
import { variablesNeeded } from '#config/variables-needed.ts';
import { commandName } from '../common/command-name.ts';
import { printJson } from '../common/print-json.ts';

/** What `validate --json` says of a suite that can be read. */
export interface Validated {
  readonly suite: LoadedSuite;
  readonly trials: { readonly min: number; readonly max: number };
  readonly warnings: readonly Issue[];
  /** What runs will cost and see, in words. */
  readonly outlook: readonly string[];
}

/** Prints for programs what is wrong with a config and its cases, or what is there, what is missing, and the next command. */
export function printValidation(validation: Validated | { readonly issues: readonly Issue[] }): void {
  const command = commandName();
  if ('issues' in validation) {
    printJson({ valid: false, issues: validation.issues, next: [`${command} validate --json`] });
    return;
  }
  const { suite, trials, warnings: issues, outlook } = validation;
  const missing = variablesNeeded(suite.config).flatMap((name) => {
    const federation = ALL_FEDERATIONS.find(({ key_names }) => key_names.includes(name));
    return process.env[name] ? [] : ((federation && lacksFor(federation, process.env)) ?? [name]);
  });
  const next = [...missing.map((name) => `export ${name}=…`), `${command} run --trials 1 --json`];
  const { kind } = suite.config.agent;
  // The tests of a suite's own runner are known after its first round.
  const cases = kind === 'suite' ? null : suite.cases.map(({ id }) => id);
  printJson({ valid: true, issues, agent: kind, cases, trials, missing, outlook, next });
}
