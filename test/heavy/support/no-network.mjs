/** Loaded before a program (NODE_OPTIONS=--import=…): no connection opens, and each try is noted in $NETWORK_LOG. */
import { appendFileSync } from 'node:fs';
import { Socket } from 'node:net';

Socket.prototype.connect = function connect(...args) {
  appendFileSync(process.env.NETWORK_LOG, `${JSON.stringify(args[0])}\n`);
  throw new Error('there is no network here');
};
