module.exports = {
  uiHost: '127.0.0.1',
  uiPort: Number(process.env.PORT),
  userDir: process.env.DATA,
  flowFile: `${__dirname}/flows.json`,
  readOnly: true,
  httpNodeRoot: '/api',
  httpStatic: `${__dirname}/public`,
  httpNodeCors: { origin: '*', methods: 'GET,PUT,POST,DELETE' },
  httpNodeMiddleware(_req, res, next) {
    res.set('X-Before', 'yes');
    next();
  },
  diagnostics: { enabled: false },
  telemetry: { enabled: false },
  credentialSecret: 'secret',
};
