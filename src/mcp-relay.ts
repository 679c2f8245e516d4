/**
 * The program that an agent's client starts in place of an MCP server on standard streams: it connects to the run, which
 * starts the server, records and answers. Arguments: port, token, name of the server. It knows no variable of the server.
 */
import { connect } from 'node:net';
import { createFrameReader, FRAME } from './wire/mcp/relay-frames.ts';

const [port = '', token = '', server = ''] = process.argv.slice(2);
// The end of its input does not end what it receives.
const socket = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
let exit: number | null = null;

// A client that went away reads nothing more: that is no error of ours.
process.stdout.on('error', () => {});
process.stderr.on('error', () => {});
process.stdin.on('error', () => {});

socket.write(`${JSON.stringify({ token, server })}\n`);
process.stdin.pipe(socket);
socket.on(
  'data',
  createFrameReader((kind, bytes) => {
    if (kind === FRAME.stdout) process.stdout.write(bytes);
    else if (kind === FRAME.stderr) process.stderr.write(bytes);
    else if (kind === FRAME.exit) exit = Number(bytes.toString());
  }),
);
socket.on('error', (error) => {
  exit ??= 69;
  process.stderr.write(`agent-eval: the run that records the MCP server ${server} is over (${error.message})\n`);
});
socket.on('end', () => socket.destroy());
socket.on('close', () => {
  process.exitCode = exit ?? 0;
  process.stdin.unpipe(socket).destroy();
  // What was written must arrive before the end; then nothing keeps this process.
  process.stdout.write('', () => process.stderr.write('', () => process.exit()));
});
