import { Command, CommanderError } from 'commander';
import { TOOL } from '#common/tool.ts';
import { EXIT } from '#report/exit-code.ts';
import { tolerateClosedOutput } from '../closed-output.ts';
import { commandsFor } from './commands.ts';
import { commandName, helpHint } from './common/command-name.ts';
import { say } from './common/say.ts';

tolerateClosedOutput((code) => {
  say(`agent-eval: standard output can't be written (${code})`);
  process.once('exit', () => {
    process.exitCode = EXIT.error;
  });
});

const program = new Command(commandName())
  .description('Gate changes on how an LLM agent behaves.')
  .version(TOOL.version)
  .exitOverride()
  .showHelpAfterError(helpHint());
for (const command of commandsFor(process.argv[2])) {
  program.addCommand(command.copyInheritedSettings(program).showHelpAfterError(helpHint(command.name())));
}

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? 0 : EXIT.usage;
  } else {
    process.stderr.write(`agent-eval: ${faultText(error)}\n`);
    process.exitCode = EXIT.error;
  }
}

/** The text for an unexpected error. A system error, such as a full disk, is no bug of ours and gets no stack trace. */
function faultText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'syscall' in error ? error.message : (error.stack ?? error.message);
}
