const { AuthenticationService, JWTStrategy } = require('@feathersjs/authentication');
const { LocalStrategy, hooks } = require('@feathersjs/authentication-local');
const feathersExpress = require('@feathersjs/express');
const { feathers } = require('@feathersjs/feathers');
const { memory } = require('@feathersjs/memory');
const socketio = require('@feathersjs/socketio');

const app = feathersExpress.default(feathers());
app.set('authentication', {
  entity: 'user',
  service: 'users',
  secret: 'secret',
  authStrategies: ['jwt', 'local'],
  jwtOptions: { expiresIn: '1d' },
  local: { usernameField: 'email', passwordField: 'password' },
});
app.use(feathersExpress.cors());
app.use(feathersExpress.json());
app.use(feathersExpress.urlencoded({ extended: true }));
app.configure(feathersExpress.rest());
app.configure(socketio({ cors: { origin: '*' } }));

app.use((req, res, next) => {
  res.set('X-Before', req.method);
  req.feathers.agent = req.get('X-Agent');
  next();
});
app.use('messages', memory({ paginate: { default: 2, max: 5 }, multi: true }));
app.use('users', memory());
app.use(
  'info',
  {
    find: async (params) => ({ query: params.query, agent: params.agent, provider: params.provider }),
    get: async (id) => {
      if (id === 'crash') throw new Error('unexpected');
      return { id };
    },
    custom: async (data) => ({ custom: data }),
  },
  { methods: ['find', 'get', 'custom'] },
);

const authentication = new AuthenticationService(app);
authentication.register('jwt', new JWTStrategy());
authentication.register('local', new LocalStrategy());
app.use('authentication', authentication);
app.service('users').hooks({
  before: { create: [hooks.hashPassword('password')] },
  after: { all: [hooks.protect('password')] },
});
app.get('/private', feathersExpress.authenticate('jwt'), (req, res) =>
  res.json({ user: req.feathers.user.email }),
);
app.get('/plain', (_req, res) => res.send('plain'));
app.use('/public', feathersExpress.static('public'));
app.use(feathersExpress.notFound());
app.use(feathersExpress.errorHandler({ logger: false }));
app.on('connection', (connection) => app.channel('everybody').join(connection));
app.publish(() => app.channel('everybody'));
app.listen(Number(process.env.PORT), '127.0.0.1');
