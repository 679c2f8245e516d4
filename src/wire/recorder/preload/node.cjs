'use strict';
/**
 * What Node loads before an agent's program (`NODE_OPTIONS=--require`). A TLS connection to a known host becomes a plain one to
 * the recorder's socket, which fetch, undici, http and https all use alike; every request's host is noted.
 */
const given = process.env.AGENT_EVAL_PRELOAD;
if (given) lead(JSON.parse(given));

function lead({ hosts, socket: path, log }) {
  const { appendFileSync } = require('node:fs');
  const { connect: connectTo } = require('node:net');
  const tls = require('node:tls');
  const { connect } = tls;

  tls.connect = (...args) => {
    const options = args.find((one) => typeof one === 'object' && one !== null) ?? {};
    const port = options.port ?? (typeof args[0] === 'number' ? args[0] : 443);
    const named = options.host ?? options.hostname ?? (typeof args[1] === 'string' ? args[1] : undefined);
    const host = String((options.socket ? options.servername : named) ?? options.servername ?? '').toLowerCase();
    if (hosts[Number(port) === 443 ? host : `${host}:${port}`] === undefined) return connect(...args);
    options.socket?.destroy();
    const socket = connectTo({ path });
    const none = () => undefined;
    Object.assign(socket, { encrypted: true, authorized: true, authorizationError: null, alpnProtocol: false });
    Object.assign(socket, { getSession: none, getProtocol: none, setServername: none, getCipher: none });
    Object.assign(socket, { getPeerCertificate: () => ({}), isSessionReused: () => false });
    const done = args.findLast?.((one) => typeof one === 'function');
    if (done) socket.once('secureConnect', done);
    socket.once('connect', () => socket.emit('secureConnect'));
    return socket;
  };
  require('node:module').syncBuiltinESMExports();

  // Telemetry is no request of a model: the recorder refuses it in words of its own.
  const telemetry = /^\/v1\/traces\b|^\/api\/(?:event_logging|claude_code|claude_cli|statsig|telemetry)\b/;
  const note = (host, path) => {
    try {
      if (telemetry.test(String(path))) return;
      if (host && !/^(localhost|127\.|\[::1\])/.test(host)) appendFileSync(log, `${host}\n`);
    } catch {}
  };
  const { subscribe, channel } = require('node:diagnostics_channel');
  const listen = (name, hear) => (subscribe ? subscribe(name, hear) : channel(name).subscribe(hear));
  listen('undici:request:create', ({ request }) => {
    try {
      note(new URL(String(request.origin)).host, request.path);
    } catch {}
  });
  listen('http.client.request.start', ({ request }) => note(String(request.getHeader('host') ?? ''), request.path));
}
