/** A command as one line of a POSIX shell, which starts just this program with just these arguments. */
export function shellLine(command: readonly string[]): string {
  return command.map(shellQuoted).join(' ');
}

/** One word of a POSIX shell with this text, which mentions nobody where it is shown. */
export function shellQuoted(text: string): string {
  if (/^[\w%+=:,./-][\w%+=:,./#-]*$/.test(text)) return text;
  // Quotes may end and begin anywhere: after @ they do, so that the command mentions nobody where it is shown.
  return `'${text.replaceAll("'", "'\\''").replace(/@(?=\w)/g, "@''")}'`;
}
