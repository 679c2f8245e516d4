import { spawn } from 'node:child_process';

/** Starts a process that never ends, says its id, and leaves. */
const detached = process.env['INPUT_DETACHED'] === 'true';
const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 60_000)'], { detached, stdio: 'ignore' });
child.unref();
process.stdout.write(String(child.pid));
