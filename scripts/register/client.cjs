// Makes test clients send `Connection: keep-alive`: supertest sends `Connection: close`, which the fast lane hands to Node.
// The client still closes the connection after the response.
const http = require('node:http');
const https = require('node:https');
const { syncBuiltinESMExports } = require('node:module');

for (const module of [http, https]) {
  const { request } = module;
  /** @param {any[]} args */
  const persistent = (...args) => {
    const req = Reflect.apply(request, module, args);
    if (!req.hasHeader('Connection')) req.setHeader('Connection', 'keep-alive');
    return req;
  };
  module.request = persistent;
}
syncBuiltinESMExports();
