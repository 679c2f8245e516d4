import { CLI_BUNDLE, COMPILE_CACHE } from '#test/support/bundle.ts';
import { runProgram } from './run-program.ts';

/** What somebody does at a terminal, in turn. `until`: waits for text that came since the last step. */
export type Step =
  | { readonly until: string }
  | { readonly keys: string }
  | { readonly write: readonly [file: string, text: string] }
  | { readonly columns: number }
  | { readonly wait_ms: number };

/** How the command ended in it. */
export type Shown = { readonly exitCode: number | null; readonly output: string; readonly pid: number };

/** Runs the bundled command in a terminal of its own. Gives up, with what it showed, a minute after a step began. */
export async function inTerminal(
  folder: string,
  args: readonly string[],
  steps: readonly Step[] = [],
  { columns = 100, env = {} }: { readonly columns?: number; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<Shown> {
  const command = [process.execPath, CLI_BUNDLE, ...args];
  const run = await runProgram(['python3', '-c', TERMINAL, String(columns), JSON.stringify(steps), ...command], {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: folder, TERM: 'xterm-256color', ...COMPILE_CACHE, ...env },
  });
  const [, output = '', pid = '0', code = ''] = /^([\s\S]*)\n@@(\d+) (-?\d+)\n$/.exec(run.stdout) ?? [];
  return { exitCode: code === '' ? null : Number(code), output: output || run.stdout + run.stderr, pid: Number(pid) };
}

/** Output without colours, and with every frame of the status lines as lines. */
export function withoutCodes(output: string): string {
  return output
    .replace(/\u001b\[[0-9;]*m/g, '')
    .replace(/\u001b\[[0-9;?]*[A-Za-z]/g, '\n')
    .replaceAll('\r\n', '\n');
}

const TERMINAL = `import fcntl, json, os, pty, select, struct, sys, termios, time
columns, steps, command = int(sys.argv[1]), json.loads(sys.argv[2]), sys.argv[3:]
def size(terminal, columns):
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack('HHHH', 40, columns, 0, 0))
pid, terminal = pty.fork()
if pid == 0:
    size(0, columns)
    os.execv(command[0], command)
size(terminal, columns)
shown, seen, since, over = b'', 0, time.time(), False
while not over:
    while steps:
        step = steps[0]
        if 'until' in step:
            at = shown.find(step['until'].encode(), seen)
            if at < 0:
                break
            seen = at + len(step['until'].encode())
        elif 'wait_ms' in step:
            if time.time() - since < step['wait_ms'] / 1000:
                break
        elif 'keys' in step:
            os.write(terminal, step['keys'].encode())
        elif 'write' in step:
            with open(step['write'][0], 'w') as file:
                file.write(step['write'][1])
        elif 'columns' in step:
            size(terminal, step['columns'])
        steps.pop(0)
        since = time.time()
    if time.time() - since > 60:
        os.kill(pid, 9)
    if select.select([terminal], [], [], 0.05)[0]:
        try:
            piece = os.read(terminal, 65536)
        except OSError:
            piece = b''
        over = piece == b''
        shown += piece
sys.stdout.buffer.write(shown)
sys.stdout.flush()
print('\\n@@%d %d' % (pid, os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])))
`;
