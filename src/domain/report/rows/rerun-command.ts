/** The command that runs one case of a config, up to where its id goes; fit to be pasted into a POSIX shell. */
export function rerunCommand(configPath: string): string {
  const config = configPath === 'agent-eval.yml' ? '' : ` --config ${shellQuoted(configPath)}`;
  return `agent-eval run${config} --cases`;
}

function shellQuoted(text: string): string {
  if (/^[\w%+=:,./-]+$/.test(text)) return text;
  // Quoting may stop and start anywhere: after @ it does, so that the command mentions nobody where it is shown.
  return `'${text.replaceAll("'", "'\\''").replace(/@(?=\w)/g, "@''")}'`;
}
