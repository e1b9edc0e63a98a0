import {
  decorateRequest,
  errorHandler,
  local,
  notFoundHandler,
  onClose,
  onError,
  onRequest,
  onResponse,
  onRoute,
  onSend,
  preHandler,
  preValidation,
  route,
  type Scenario,
  scope,
  shared,
  use,
} from './scenario.ts';

/** Scenarios by subject, and by what they show. */
export const scenarios: Readonly<Record<string, Readonly<Record<string, Scenario>>>> = {
  nesting: {
    'hooks of a scope do not run for routes of its parent or siblings': {
      steps: [
        onRequest('root'),
        scope('one', [onRequest('one'), preHandler('one'), route('/one')]),
        scope('two', [onRequest('two'), preValidation('two'), route('/two')]),
        route('/root'),
      ],
      requests: ['/one', '/two', '/root'],
    },
    'hooks of all ancestors run, the outermost first': {
      steps: [
        onRequest('root'),
        preHandler('root'),
        scope('outer', [
          preHandler('outer'),
          onRequest('outer'),
          scope('inner', [onRequest('inner'), preHandler('inner'), route('/inner')]),
          route('/outer'),
        ]),
      ],
      requests: ['/inner', '/outer'],
    },
    'a scope without steps of its own passes on the hooks of its parent': {
      steps: [onRequest('root'), scope('a', [scope('b', [scope('c', [route('/deep')])])])],
      requests: ['/deep'],
    },
    'the same path prefix in two plugins keeps their hooks apart': {
      steps: [
        scope('one', [preHandler('one'), route('/a')], { prefix: '/v1' }),
        scope('two', [preHandler('two'), route('/b')], { prefix: '/v1' }),
      ],
      requests: ['/v1/a', '/v1/b'],
    },
    'the same plugin twice has two scopes': {
      steps: ['/v1', '/v2'].map((prefix) =>
        scope('users', [onRequest(prefix), route('/a'), notFoundHandler(prefix)], { prefix }),
      ),
      requests: ['/v1/a', '/v2/a', '/v1/b', '/v2/b'],
    },
    'four levels, with routes at each': {
      steps: [
        onRequest('0'),
        route('/0'),
        scope('1', [
          onRequest('1'),
          route('/1'),
          scope('2', [
            onRequest('2'),
            route('/2'),
            scope('3', [onRequest('3'), preHandler('3'), route('/3')]),
          ]),
          scope('2b', [onRequest('2b'), route('/2b')]),
        ]),
      ],
      requests: ['/0', '/1', '/2', '/2b', '/3'],
    },
    'an async plugin has a scope of its own': {
      steps: [
        onRequest('root'),
        scope('async', [onRequest('async'), route('/async')], { isAsync: true }),
        route('/root'),
      ],
      requests: ['/async', '/root'],
    },
  },
  'order of hooks': {
    'phases run in their order, whatever the order of registration': {
      steps: [
        onResponse('root'),
        preHandler('root'),
        onSend('root'),
        preValidation('root'),
        onRequest('root'),
        route('/a'),
      ],
      requests: ['/a'],
    },
    'hooks of one phase run in the order of registration': {
      steps: [onRequest('1'), onRequest('2'), onRequest('3', { isAsync: true }), onRequest('4'), route('/a')],
      requests: ['/a'],
    },
    'phases of nested scopes interleave': {
      steps: [
        onRequest('root'),
        preValidation('root'),
        preHandler('root'),
        onSend('root'),
        onResponse('root'),
        scope('inner', [
          onRequest('inner'),
          preValidation('inner'),
          preHandler('inner'),
          onSend('inner'),
          onResponse('inner'),
          route('/a'),
        ]),
      ],
      requests: ['/a'],
    },
    'hooks registered after a route of their scope apply to it': {
      steps: [
        route('/a'),
        onRequest('late'),
        scope('inner', [route('/b'), preHandler('late inner'), onSend('late inner')]),
      ],
      requests: ['/a', '/b'],
    },
    'hooks of the parent that are registered after the plugin apply to its routes': {
      steps: [scope('inner', [route('/a')]), onRequest('late'), preHandler('late')],
      requests: ['/a'],
    },
    'hooks of the parent that are registered after the plugin run with those of the plugin': {
      steps: [scope('inner', [onRequest('inner'), route('/a')]), onRequest('late')],
      requests: ['/a'],
      differs: 'lateParentHook',
      nextpress: ['/a: onRequest late; onRequest inner; route /a -> 200 sent by route /a'],
    },
    'hooks that wait for another turn': {
      steps: [
        onRequest('1', { action: 'later' }),
        onRequest('2', { isAsync: true, action: 'later' }),
        preHandler('3', { action: 'later' }),
        route('/a', { isAsync: true }),
      ],
      requests: ['/a'],
    },
    'onSend hooks change the payload one after the other': {
      steps: [
        onSend('root'),
        scope('inner', [onSend('1'), onSend('2', { isAsync: true, action: 'later' }), route('/a')]),
        route('/b'),
      ],
      requests: ['/a', '/b'],
    },
    'a hook that responds ends the request': {
      steps: [
        onSend('root'),
        onResponse('root'),
        onRequest('root', { action: 'send' }),
        onRequest('after'),
        preHandler('after'),
        route('/a'),
      ],
      requests: ['/a'],
    },
    'an async hook that responds ends the request': {
      steps: [
        scope('inner', [
          onSend('inner'),
          preHandler('inner', { action: 'send', isAsync: true }),
          preHandler('after'),
          route('/a'),
        ]),
        route('/b'),
      ],
      requests: ['/a', '/b'],
    },
    'onResponse hooks run parent first for every kind of response': {
      steps: [
        onResponse('root'),
        scope('inner', [
          onResponse('inner'),
          route('/a'),
          route('/fails', { action: 'fail' }),
          errorHandler('inner'),
        ]),
      ],
      requests: ['/a', '/fails'],
    },
    'onRoute hooks see later routes of their scope and its children': {
      steps: [
        route('/before'),
        onRoute('root'),
        route('/a'),
        scope('inner', [onRoute('inner'), route('/b')], { prefix: '/inner' }),
        scope('other', [route('/c')]),
      ],
      requests: ['/a'],
    },
    'onClose hooks run children first, the last registered first': {
      steps: [
        onClose('1'),
        onClose('2'),
        scope('outer', [onClose('outer'), scope('inner', [onClose('inner 1'), onClose('inner 2')])]),
        scope('other', [onClose('other')]),
        route('/a'),
      ],
      requests: ['/a'],
    },
  },
  middleware: {
    'runs after the onRequest hooks and before the others': {
      steps: [
        preHandler('root'),
        preValidation('root'),
        use('root'),
        onRequest('root'),
        scope('inner', [use('inner'), onRequest('inner'), route('/a')]),
      ],
      requests: ['/a'],
    },
    'of a scope does not run for routes of its parent or siblings': {
      steps: [
        use('root'),
        scope('one', [use('one'), route('/one')]),
        scope('two', [use('two'), route('/two')]),
        route('/root'),
      ],
      requests: ['/one', '/two', '/root'],
    },
    'with a path gets the prefix of its scope': {
      steps: [
        scope(
          'inner',
          [
            use('a', { path: '/a' }),
            use('all'),
            use('b', { path: '/b' }),
            route('/a'),
            route('/a/x'),
            route('/b'),
          ],
          { prefix: '/inner' },
        ),
        route('/a'),
      ],
      requests: ['/inner/a', '/inner/a/x', '/inner/b', '/a'],
    },
    'with a path comes before shorter routes': {
      steps: [
        scope('files', [onRequest('files'), use('files', { path: '/files', action: 'send' })]),
        route('/:section/:id'),
      ],
      requests: ['/files/7', '/other/7'],
      differs: 'pathOfUse',
      nextpress: ['/files/7: onRequest files; middleware files -> 403 sent by middleware files'],
    },
    'that fails is handled by the error handler of the scope of the route': {
      steps: [
        use('root', { action: 'fail' }),
        errorHandler('root'),
        scope('inner', [errorHandler('inner'), route('/a')]),
        route('/b'),
      ],
      requests: ['/a', '/b'],
    },
    'that throws is handled by the error handler of its scope': {
      steps: [
        errorHandler('root'),
        scope('inner', [use('inner', { action: 'throw' }), errorHandler('inner'), route('/a')]),
        route('/b'),
      ],
      requests: ['/a', '/b'],
    },
    'that responds ends the request': {
      steps: [
        scope('inner', [use('inner', { action: 'send' }), preHandler('inner'), route('/a')]),
        route('/b'),
      ],
      requests: ['/a', '/b'],
    },
    'registered after a route of its scope': {
      steps: [route('/a'), use('late'), route('/b')],
      requests: ['/a', '/b'],
      differs: 'middlewareOrder',
      nextpress: ['/a: route /a -> 200 sent by route /a'],
    },
  },
  'shared plugins': {
    'add their hooks to the scope that registers them': {
      steps: [
        shared('auth', [onRequest('auth'), preHandler('auth')]),
        scope('inner', [onRequest('inner'), route('/a')]),
        route('/b'),
      ],
      requests: ['/a', '/b'],
    },
    'in a scope do not reach its parent': {
      steps: [
        scope('inner', [shared('auth', [onRequest('auth'), route('/login')]), route('/a')], {
          prefix: '/inner',
        }),
        route('/b'),
      ],
      requests: ['/inner/a', '/inner/login', '/b'],
    },
    'keep the place of their registration among the hooks': {
      steps: [
        onRequest('1'),
        shared('shared', [onRequest('2'), shared('deeper', [onRequest('3')])]),
        onRequest('4'),
        route('/a'),
      ],
      requests: ['/a'],
    },
    'set the error handler and the not-found handler of the scope that registers them': {
      steps: [
        shared('handlers', [errorHandler('shared'), notFoundHandler('shared')]),
        route('/fails', { action: 'fail' }),
        scope('inner', [route('/inner', { action: 'throw' })]),
      ],
      requests: ['/fails', '/inner', '/unknown'],
    },
    'that are async keep the place of their registration among the hooks': {
      steps: [
        onRequest('1'),
        shared('shared', [onRequest('2')], { isAsync: true }),
        onRequest('3'),
        scope('inner', [onRequest('4'), route('/a')]),
        route('/b'),
      ],
      requests: ['/a', '/b'],
    },
    'have scopes of their own inside': {
      steps: [shared('outer', [scope('inner', [onRequest('inner'), route('/a')]), route('/b')])],
      requests: ['/a', '/b'],
    },
    'provide locals for the scopes registered later': {
      steps: [
        shared('database', [local('database', 'sqlite')]),
        scope('inner', [local('inner', 'yes'), route('/a', { readsLocals: ['database', 'inner'] })]),
        route('/b', { readsLocals: ['database', 'inner'] }),
      ],
      requests: ['/a', '/b'],
    },
    'that are async are loaded before the plugins registered after them': {
      steps: [
        shared('database', [local('database', 'sqlite'), onRequest('database')], { isAsync: true }),
        scope('users', [route('/users', { readsLocals: ['database'] })], { readsLocals: ['database'] }),
      ],
      requests: ['/users'],
    },
  },
  'errors in requests': {
    'go to the error handler of the scope of the route': {
      steps: [
        errorHandler('root'),
        scope('one', [errorHandler('one'), route('/one', { action: 'fail' })]),
        scope('two', [route('/two', { action: 'fail' })]),
        route('/root', { action: 'throw' }),
      ],
      requests: ['/one', '/two', '/root'],
    },
    'without an error handler get the default response': {
      steps: [
        scope('one', [errorHandler('one')]),
        route('/fails', { action: 'fail' }),
        route('/throws', { action: 'throw' }),
        route('/rejects', { action: 'throw', isAsync: true }),
        route('/rejects-later', { action: 'fail', isAsync: true }),
      ],
      requests: ['/fails', '/throws', '/rejects', '/rejects-later'],
    },
    'of an error handler go to that of the parent': {
      steps: [
        errorHandler('root'),
        scope('outer', [
          errorHandler('outer', { action: 'throw' }),
          scope('inner', [errorHandler('inner', { action: 'throw' }), route('/a', { action: 'throw' })]),
        ]),
      ],
      requests: ['/a'],
    },
    'of an async error handler go to that of the parent': {
      steps: [
        errorHandler('root', { isAsync: true }),
        scope('inner', [
          errorHandler('inner', { action: 'fail', isAsync: true }),
          route('/a', { action: 'fail', isAsync: true }),
        ]),
      ],
      requests: ['/a'],
    },
    'that an error handler passes on go to that of the parent': {
      steps: [
        errorHandler('root'),
        scope('outer', [
          errorHandler('outer', { action: 'rethrow' }),
          scope('inner', [
            errorHandler('inner', { action: 'rethrow', isAsync: true }),
            route('/a', { action: 'fail' }),
          ]),
        ]),
      ],
      requests: ['/a'],
    },
    'of the error handler of the root get the default response': {
      steps: [errorHandler('root', { action: 'throw' }), route('/a', { action: 'fail' })],
      requests: ['/a'],
    },
    'of onRequest, preValidation and preHandler hooks go to the scope of the route': {
      steps: [
        errorHandler('root'),
        ...(['onRequest', 'preValidation', 'preHandler'] as const).flatMap((on) =>
          (['fail', 'throw'] as const).flatMap((action) =>
            [false, true].map((isAsync) =>
              scope(`${on} ${action} ${isAsync}`, [
                { onRequest, preValidation, preHandler }[on]('inner', { action, isAsync }),
                onRequest('after'),
                preHandler('after'),
                errorHandler(`${on} ${action} ${isAsync}`),
                route(`/${on}-${action}-${isAsync}`),
              ]),
            ),
          ),
        ),
      ],
      requests: ['onRequest', 'preValidation', 'preHandler'].flatMap((on) =>
        ['fail', 'throw'].flatMap((action) => [false, true].map((isAsync) => `/${on}-${action}-${isAsync}`)),
      ),
    },
    'of a hook of the parent go to the scope of the route': {
      steps: [
        onRequest('root', { action: 'fail' }),
        errorHandler('root'),
        scope('inner', [errorHandler('inner'), route('/a')]),
        route('/b'),
      ],
      requests: ['/a', '/b'],
    },
    'run the onError hooks before the error handler, parent first': {
      steps: [
        onError('root'),
        errorHandler('root'),
        scope('inner', [onError('inner'), errorHandler('inner'), route('/a', { action: 'fail' })]),
        route('/b', { action: 'throw' }),
        route('/c'),
      ],
      requests: ['/a', '/b', '/c'],
    },
    'run the onError hooks without an error handler': {
      steps: [onError('root'), onError('later', { action: 'later' }), route('/a', { action: 'fail' })],
      requests: ['/a'],
    },
    'run the onError hooks once when an error handler passes the error on': {
      steps: [
        onError('root'),
        errorHandler('root'),
        scope('inner', [errorHandler('inner', { action: 'rethrow' }), route('/a', { action: 'fail' })]),
      ],
      requests: ['/a'],
    },
    'run the onError hooks again when an error handler throws another error': {
      steps: [
        onError('root'),
        errorHandler('root'),
        scope('inner', [errorHandler('inner', { action: 'throw' }), route('/a', { action: 'fail' })]),
      ],
      differs: 'anotherError',
      nextpress: [
        '/a: route /a; onError root (error of route /a); error handler inner (error of route /a); onError root (error of error handler inner); error handler root (error of error handler inner) -> 503 sent by error handler root',
      ],
      requests: ['/a'],
    },
    'run the onSend hooks for the response of the error handler': {
      steps: [
        onSend('root'),
        scope('inner', [onSend('inner'), errorHandler('inner'), route('/a', { action: 'fail' })]),
      ],
      requests: ['/a'],
    },
    'of onSend hooks go to the error handler': {
      steps: [scope('inner', [onSend('inner', { action: 'fail' }), route('/a')]), errorHandler('root')],
      differs: 'onSendFails',
      nextpress: [
        '/a: route /a; onSend inner; error handler root (error of onSend inner); onSend inner; onSend inner -> 500',
      ],
      requests: ['/a'],
    },
    'go to an error handler that is set after the route': {
      steps: [
        route('/a', { action: 'fail' }),
        errorHandler('root'),
        scope('inner', [route('/b', { action: 'fail' }), errorHandler('inner')]),
      ],
      requests: ['/a', '/b'],
    },
    'go to an error handler that the parent sets after the plugin': {
      steps: [scope('inner', [route('/a', { action: 'fail' })]), errorHandler('late')],
      requests: ['/a'],
    },
    'pass from an error handler to one that the parent sets after the plugin': {
      steps: [
        scope('inner', [errorHandler('inner', { action: 'rethrow' }), route('/a', { action: 'fail' })]),
        errorHandler('late'),
      ],
      requests: ['/a'],
    },
  },
  'requests without a route': {
    'get the default response without a handler': {
      steps: [scope('inner', [route('/a')], { prefix: '/inner' })],
      requests: ['/unknown', '/inner/unknown'],
    },
    'go to the handler of the root': {
      steps: [notFoundHandler('root'), scope('inner', [route('/a')], { prefix: '/inner' })],
      requests: ['/unknown', '/inner/unknown', '/inner', '/'],
    },
    'go to the handler of the deepest prefix that contains the path': {
      steps: [
        notFoundHandler('root'),
        scope(
          'outer',
          [
            notFoundHandler('outer'),
            scope('inner', [notFoundHandler('inner'), route('/a')], { prefix: '/inner' }),
            scope('plain', [route('/a')], { prefix: '/plain' }),
          ],
          { prefix: '/outer' },
        ),
      ],
      requests: [
        '/unknown',
        '/outer',
        '/outer/',
        '/outer/unknown',
        '/outerx',
        '/outer/inner',
        '/outer/inner/unknown',
        '/outer/plain/unknown',
        'POST /outer/unknown',
      ],
    },
    'run the onRequest hooks of the root': {
      steps: [onRequest('root'), notFoundHandler('root'), scope('inner', [onRequest('inner'), route('/a')])],
      requests: ['/unknown'],
    },
    'run the onRequest hooks of the root without a handler': {
      steps: [onRequest('root'), onResponse('root'), route('/a')],
      requests: ['/unknown'],
    },
    'run the onRequest hooks of a scope with a prefix and a handler': {
      steps: [
        onRequest('root'),
        notFoundHandler('root'),
        scope('inner', [onRequest('inner'), notFoundHandler('inner'), route('/a')], { prefix: '/inner' }),
      ],
      requests: ['/unknown', '/inner/unknown'],
    },
    'run the onRequest hooks of a scope with a prefix and without a handler': {
      steps: [
        onRequest('root'),
        notFoundHandler('root'),
        scope('inner', [onRequest('inner'), route('/a')], { prefix: '/inner' }),
      ],
      requests: ['/inner/unknown'],
      differs: 'prefixOfScope',
      nextpress: [
        '/inner/unknown: onRequest root; onRequest inner; not-found handler root -> 404 sent by not-found handler root',
      ],
    },
    'are guarded by a scope with their prefix': {
      steps: [
        scope('admin', [onRequest('guard', { action: 'send' }), route('/a')], { prefix: '/admin' }),
        scope('other', [use('guard', { action: 'send' })], { prefix: '/other' }),
      ],
      requests: ['/admin', '/admin/unknown', '/other/unknown', '/administrator'],
      differs: 'prefixOfScope',
      nextpress: [
        '/admin: onRequest guard -> 403 sent by onRequest guard',
        '/admin/unknown: onRequest guard -> 403 sent by onRequest guard',
        '/other/unknown: middleware guard -> 403 sent by middleware guard',
      ],
    },
    'run the onRequest hooks of one of the scopes with the prefix': {
      steps: [
        scope('one', [onRequest('one')], { prefix: '/a' }),
        scope('two', [onRequest('two'), notFoundHandler('two')], { prefix: '/a' }),
      ],
      requests: ['/a/unknown'],
    },
    'get the error handler of the scope when its hook fails': {
      steps: [
        errorHandler('root'),
        scope(
          'inner',
          [onRequest('inner', { action: 'fail' }), errorHandler('inner'), notFoundHandler('inner')],
          { prefix: '/inner' },
        ),
      ],
      requests: ['/inner/unknown'],
    },
    'get the error handler of the scope when its hook fails, also below a scope with middleware': {
      steps: [
        scope('outer', [
          use('outer'),
          errorHandler('outer'),
          scope(
            'inner',
            [onRequest('inner', { action: 'fail' }), errorHandler('inner'), notFoundHandler('inner')],
            { prefix: '/inner' },
          ),
        ]),
      ],
      requests: ['/inner/unknown'],
    },
    'get the error handler of the scope when middleware of its parent fails': {
      steps: [
        scope('outer', [
          use('outer', { action: 'throw' }),
          errorHandler('outer'),
          scope('inner', [errorHandler('inner'), notFoundHandler('inner')], { prefix: '/inner' }),
        ]),
      ],
      requests: ['/inner/unknown'],
    },
    'get the error handler of the root when a hook or the middleware of the root fails': {
      steps: [
        errorHandler('root'),
        scope('inner', [errorHandler('inner'), route('/a')]),
        scope('outer', [use('outer', { action: 'throw' }), notFoundHandler('outer')], { prefix: '/outer' }),
        onRequest('root', { action: 'fail', isAsync: true }),
      ],
      requests: ['/unknown', '/outer/unknown'],
    },
    'run the preValidation and preHandler hooks': {
      steps: [
        preValidation('root'),
        preHandler('root'),
        notFoundHandler('root'),
        scope('inner', [preHandler('inner'), notFoundHandler('inner')], { prefix: '/inner' }),
      ],
      requests: ['/unknown', '/inner/unknown'],
    },
    'run the onSend and onResponse hooks': {
      steps: [
        onSend('root'),
        onResponse('root'),
        notFoundHandler('root'),
        scope('inner', [onSend('inner'), onResponse('inner'), notFoundHandler('inner')], {
          prefix: '/inner',
        }),
      ],
      requests: ['/unknown', '/inner/unknown'],
    },
    'run the middleware of the root': {
      steps: [use('root'), notFoundHandler('root'), scope('inner', [use('inner'), route('/a')])],
      requests: ['/unknown'],
    },
    'run the middleware of a scope with a prefix and a handler': {
      steps: [
        use('root'),
        scope('inner', [use('inner'), notFoundHandler('inner'), route('/a')], { prefix: '/inner' }),
      ],
      requests: ['/inner/unknown', '/unknown'],
    },
    'get the error handler of the scope when their handler fails': {
      steps: [
        errorHandler('root'),
        notFoundHandler('root', { action: 'throw' }),
        scope('inner', [errorHandler('inner'), notFoundHandler('inner', { action: 'fail', isAsync: true })], {
          prefix: '/inner',
        }),
      ],
      requests: ['/unknown', '/inner/unknown'],
    },
    'of a handler that passes the request on': {
      steps: [
        notFoundHandler('root'),
        route('/a', { action: 'next' }),
        scope(
          'inner',
          [
            notFoundHandler('inner'),
            route('/b', { action: 'next' }),
            route('/c', { action: 'next', isAsync: true }),
          ],
          {
            prefix: '/inner',
          },
        ),
        scope('plain', [route('/d', { action: 'next' })], { prefix: '/plain' }),
      ],
      requests: ['/a', '/inner/b', '/inner/c', '/plain/d'],
    },
    'of a handler that passes the request on run the onSend hooks': {
      steps: [
        onSend('root'),
        notFoundHandler('root'),
        scope('inner', [onSend('inner'), route('/a', { action: 'next' })]),
      ],
      requests: ['/a'],
    },
    'that a route has passed on run its onResponse hooks': {
      steps: [
        onResponse('root'),
        notFoundHandler('root'),
        scope('inner', [onResponse('inner'), route('/a', { action: 'next' })]),
      ],
      requests: ['/a'],
      differs: 'passedOn',
      nextpress: [
        '/a: route /a; not-found handler root; onResponse root; onResponse inner -> 404 sent by not-found handler root',
      ],
    },
    'go to an async handler': {
      steps: [notFoundHandler('root', { isAsync: true })],
      requests: ['/unknown'],
    },
    'go to a handler that a scope without a prefix has set': {
      steps: [
        onRequest('root'),
        scope('inner', [onRequest('inner'), notFoundHandler('inner'), route('/a')]),
        scope('other', [route('/b')]),
      ],
      requests: ['/unknown', '/a'],
    },
    'fail to load with two handlers for one prefix': {
      steps: [notFoundHandler('1'), notFoundHandler('2')],
      message: /"\/" already has a not-found handler/,
      requests: [],
    },
    'fail to load with two handlers for one prefix, one in a scope without a prefix': {
      steps: [notFoundHandler('1'), scope('inner', [notFoundHandler('2')])],
      message: /"\/" already has a not-found handler.*"inner"/,
      requests: [],
    },
    'of another method': {
      steps: [notFoundHandler('root'), route('/a')],
      requests: ['POST /a'],
      differs: 'otherMethod',
      nextpress: ['POST /a:  -> 405'],
    },
  },
  prefixes: {
    'are joined': {
      steps: [
        scope('1', [route('/a'), scope('1.1', [route('/b')], { prefix: '/y' })], { prefix: '/x' }),
        scope('2', [scope('2.1', [route('/a')])], { prefix: '/v' }),
      ],
      requests: ['/x/a', '/x/y/b', '/v/a', '/a', '/x/b', '/y/b', '/x//a'],
    },
    'fail to load without a leading slash': {
      steps: [scope('1', [route('/a')], { prefix: 'x' })],
      message: /Invalid option "prefix".*"x"/,
      requests: ['/x/a'],
      differs: 'prefixSlashes',
      nextpress: ['load: ', 'failure: error of the framework'],
    },
    'fail to load with a trailing slash': {
      steps: [scope('1', [route('/a')], { prefix: '/x/' })],
      message: /Invalid option "prefix".*"\/x\/"/,
      requests: ['/x/a'],
      differs: 'prefixSlashes',
      nextpress: ['load: ', 'failure: error of the framework'],
    },
    'of one slash': {
      steps: [onRequest('root'), scope('1', [onRequest('1'), route('/a')], { prefix: '/' })],
      requests: ['/a'],
    },
    'have routes without a leading slash': {
      steps: [scope('1', [route('a')], { prefix: '/x' })],
      differs: 'routeSlash',
      nextpress: ['/x/a: route a -> 200 sent by route a'],
      requests: ['/x/a'],
    },
    'have a root route': {
      steps: [scope('1', [route('/')], { prefix: '/x' })],
      requests: ['/x', '/x/', '/'],
    },
    'have an empty route': {
      steps: [scope('1', [route('')], { prefix: '/x' })],
      requests: ['/x', '/x/'],
    },
    'may contain parameters': {
      steps: [
        onRequest('root'),
        scope('tenant', [onRequest('tenant'), route('/users'), notFoundHandler('tenant')], {
          prefix: '/:tenant',
        }),
      ],
      requests: ['/acme/users', '/acme/unknown', '/'],
    },
    'are for whole segments': {
      steps: [
        scope('api', [onRequest('api'), notFoundHandler('api'), route('/a')], { prefix: '/api' }),
        route('/apis'),
      ],
      requests: ['/apis', '/apix', '/api/x'],
    },
    'of several segments': {
      steps: [scope('api', [onRequest('api'), route('/a'), notFoundHandler('api')], { prefix: '/api/v1' })],
      requests: ['/api/v1/a', '/api/v1/b', '/api'],
    },
    'match another case': {
      steps: [scope('api', [onRequest('api'), route('/a')], { prefix: '/Api' })],
      requests: ['/api/a', '/API/A'],
    },
  },
  'request decorations': {
    'have their default in each request': {
      steps: [
        decorateRequest('user', null),
        decorateRequest('role', 'guest'),
        route('/a', { reads: ['user', 'role'], sets: { user: 'ann' } }),
        scope('inner', [route('/b', { reads: ['user', 'role'] })]),
      ],
      requests: ['/a', '/a', '/b'],
    },
    'keep what a hook assigns': {
      steps: [
        decorateRequest('user', null),
        onRequest('root', { reads: ['user'], sets: { user: 'ann' } }),
        scope('inner', [
          decorateRequest('role', 'guest'),
          preHandler('inner', { reads: ['user', 'role'], sets: { role: 'admin' }, isAsync: true }),
          route('/a', { reads: ['user', 'role'] }),
        ]),
        route('/b', { reads: ['user'] }),
      ],
      requests: ['/a', '/b', '/a'],
    },
    'of sibling scopes have defaults of their own': {
      steps: [
        scope('one', [decorateRequest('user', 'one'), route('/one', { reads: ['user'] })]),
        scope('two', [decorateRequest('user', 'two'), route('/two', { reads: ['user'] })]),
      ],
      requests: ['/one', '/two'],
    },
    'of a shared plugin belong to the scope that registers it': {
      steps: [
        shared('auth', [decorateRequest('user', null), onRequest('auth', { sets: { user: 'ann' } })]),
        scope('inner', [route('/a', { reads: ['user'] })]),
        route('/b', { reads: ['user'] }),
      ],
      requests: ['/a', '/b'],
    },
    'are missing outside their scope': {
      steps: [
        scope('inner', [decorateRequest('user', 'inner'), route('/a', { reads: ['user'] })]),
        route('/b', { reads: ['user'] }),
      ],
      requests: ['/a', '/b'],
      differs: 'decorationOutside',
      nextpress: [
        '/b: route /b user=(req.user is not available here: expected a request in scope "inner", got one in scope "root") -> 200 sent by route /b',
      ],
    },
    'are read by error handlers and not-found handlers': {
      steps: [
        decorateRequest('user', 'guest'),
        errorHandler('root', { reads: ['user'] }),
        notFoundHandler('root', { reads: ['user'] }),
        onRequest('root', { sets: { user: 'ann' } }),
        route('/a', { action: 'throw' }),
      ],
      requests: ['/a', '/unknown'],
    },
    'fail to load when their name is taken': {
      steps: [decorateRequest('user', null), decorateRequest('user', null)],
      message: /user/,
      requests: [],
    },
    'fail to load when their name is taken in the parent': {
      steps: [decorateRequest('user', null), scope('inner', [decorateRequest('user', null)])],
      message: /user.*inner|inner.*user/,
      requests: [],
    },
    'fail to load when their name is a property of requests': {
      steps: [decorateRequest('headers', null)],
      differs: 'decorationOfMember',
      nextpress: ['failure: error of the framework'],
      message: /headers/,
      requests: [],
    },
  },
  locals: {
    'are inherited and hidden from siblings and parents': {
      steps: [
        local('a', 'root'),
        scope('outer', [
          local('b', 'outer'),
          scope('inner', [local('c', 'inner'), route('/inner', { readsLocals: ['a', 'b', 'c'] })]),
          route('/outer', { readsLocals: ['a', 'b', 'c'] }),
        ]),
        scope('other', [route('/other', { readsLocals: ['a', 'b', 'c'] })]),
        route('/root', { readsLocals: ['a', 'b', 'c'] }),
      ],
      requests: ['/inner', '/outer', '/other', '/root'],
    },
    'defined after a scope are visible in it when a request arrives': {
      steps: [scope('inner', [route('/a', { readsLocals: ['late'] })]), local('late', 'yes')],
      requests: ['/a'],
    },
  },
  loading: {
    'runs plugins in the order of registration': {
      steps: [
        scope('1', [scope('1.1', []), scope('1.2', [])]),
        shared('2', []),
        scope('3', [], { isAsync: true }),
        scope('4', []),
        scope('5', [], { isAsync: true }),
        scope('6', []),
      ],
      requests: [],
    },
    'runs plugins in async plugins before the next plugin': {
      steps: [
        scope(
          '1',
          [scope('1.1', [scope('1.1.1', [], { isAsync: true })], { isAsync: true }), scope('1.2', [])],
          {
            isAsync: true,
          },
        ),
        scope('2', []),
      ],
      requests: [],
    },
    'runs plugins in shared plugins before the next plugin': {
      steps: [
        shared('1', [shared('1.1', []), shared('1.2', [], { isAsync: true }), scope('1.3', [])], {
          isAsync: true,
        }),
        shared('2', [shared('2.1', [], { isAsync: true }), shared('2.2', [])]),
        scope('3', [], { dependencies: ['1', '1.1', '1.2', '1.3', '2', '2.1', '2.2'] }),
      ],
      requests: [],
    },
    'keeps the order of hooks of shared plugins in shared plugins': {
      steps: [
        shared(
          'outer',
          [
            onRequest('1'),
            shared('inner', [onRequest('2'), use('a')], { isAsync: true }),
            shared('last', [onRequest('3'), use('b')]),
            onRequest('4'),
          ],
          { isAsync: true },
        ),
        onRequest('5'),
        use('c'),
        scope('scope', [onRequest('6'), route('/a')]),
      ],
      requests: ['/a'],
    },
    'keeps the place of a sync plugin in an async shared plugin': {
      steps: [
        shared('outer', [shared('inner', [onRequest('1'), use('a')])], { isAsync: true }),
        onRequest('2'),
        use('b'),
        route('/a'),
      ],
      requests: ['/a'],
    },
    'runs a sync plugin inside another before or after the other': {
      steps: [scope('outer', [scope('inner', [], { readsLocals: ['late'] }), local('late', 'yes')])],
      requests: [],
      differs: 'syncPlugins',
      nextpress: ['load: load outer; load inner late=undefined'],
    },
    'of an async plugin finishes before the first request': {
      steps: [
        scope('1', [onRequest('1'), route('/a')], { isAsync: true, prefix: '/x' }),
        scope('2', [onRequest('2'), route('/a')], { isAsync: true, prefix: '/y' }),
      ],
      requests: ['/x/a', '/y/a'],
    },
    'fails with the error of a sync plugin': {
      steps: [scope('1', [route('/a')]), scope('2', [], { ends: 'fail' })],
      message: /"2".*error of 2/,
      requests: ['/a'],
    },
    'fails with the error of an async plugin': {
      steps: [scope('1', [route('/a')]), scope('2', [], { ends: 'fail', isAsync: true })],
      message: /"2".*error of 2/,
      requests: ['/a'],
    },
    'fails with the error of a nested plugin': {
      steps: [
        scope('1', [scope('1.1', [shared('1.1.1', [], { ends: 'fail', isAsync: true })], { isAsync: true })]),
      ],
      message: /"1.1.1".*error of 1.1.1/,
      requests: ['/a'],
    },
    'fails with the first of two errors': {
      steps: [
        scope('1', [], { ends: 'fail', isAsync: true }),
        scope('2', [], { ends: 'fail', isAsync: true }),
      ],
      message: /"1".*error of 1/,
      requests: [],
    },
    'fails with two error handlers in one scope': {
      steps: [scope('inner', [errorHandler('1'), errorHandler('2')])],
      message: /"inner" already has an error handler/,
      requests: [],
    },
    'fails when a plugin does not settle': {
      steps: [scope('1', [], { ends: 'never', isAsync: true })],
      timeout: 50,
      message: /"1".*50 ms/,
      requests: [],
    },
    'finds dependencies in the same scope': {
      steps: [shared('database', []), shared('users', [], { dependencies: ['database'] }), route('/a')],
      requests: ['/a'],
    },
    'finds dependencies in an ancestor': {
      steps: [
        shared('database', []),
        scope('outer', [scope('inner', [route('/a')], { dependencies: ['database'] })]),
      ],
      requests: ['/a'],
    },
    'finds a dependency that is async': {
      steps: [
        shared('database', [], { isAsync: true }),
        shared('users', [], { dependencies: ['database'] }),
        route('/a'),
      ],
      requests: ['/a'],
    },
    'fails without a dependency': {
      steps: [shared('users', [], { dependencies: ['database'] })],
      message: /"users".*"database"/,
      requests: [],
    },
    'fails with a dependency that is registered later': {
      steps: [shared('users', [], { dependencies: ['database'] }), shared('database', [])],
      message: /"users".*"database"/,
      requests: [],
    },
    'fails with a dependency in a sibling scope': {
      steps: [
        scope('one', [shared('database', [])]),
        scope('two', [shared('users', [], { dependencies: ['database'] })]),
      ],
      message: /"users".*"database"/,
      requests: [],
    },
    'finds a scope as a dependency': {
      steps: [scope('database', []), shared('users', [], { dependencies: ['database'] }), route('/a')],
      requests: ['/a'],
    },
    'may continue when the application is ready': {
      steps: [onRequest('root'), scope('inner', [route('/a')])],
      late: [onRequest('late'), scope('late', [onRequest('late inner'), route('/late')])],
      requests: ['/a', '/late'],
      differs: 'lateRegistration',
      nextpress: [
        'load: load inner; load late',
        '/a: onRequest root; onRequest late; route /a -> 200 sent by route /a',
        '/late: onRequest root; onRequest late; onRequest late inner; route /late -> 200 sent by route /late',
        'close: ',
      ],
    },
  },
};
