import { basename, relative } from 'node:path';

/** How people start this command again: `agent-eval`, or Node and the path it was started with. */
export function commandName(): string {
  const script = process.argv[1] ?? '';
  if (basename(script) === 'agent-eval') return 'agent-eval';
  const short = relative(process.cwd(), script);
  const path = short.length < script.length ? short : script;
  return `node ${/^[\w./-]+$/.test(path) ? path : JSON.stringify(path)}`;
}
