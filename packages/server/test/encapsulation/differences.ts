/**
 * Intended differences to Fastify 5: a name for scenarios to refer to, and the first column of the entry in
 * docs/differences-from-fastify.md.
 */
export const differences = {
  lateParentHook:
    'hooks of a scope run before those of the scopes inside, also hooks that are added after these scopes',
  middlewareOrder: 'middleware applies to what is registered after it',
  syncPlugins: 'a plugin that is not asynchronous runs inside `register`',
  lateRegistration: 'plugins, hooks and routes may be added when the application is ready',
  prefixOfScope:
    'a request without a route runs the `onRequest` hooks and the middleware of the scope with the longest prefix',
  pathOfUse: 'a path that a scope passes to `use` comes before shorter routes outside of the scope',
  passedOn: 'when a route passes a request on, the `onResponse` hooks of its scope still run',
  otherMethod: 'a path that has a route for another method gets 405, not the not-found handler',
  anotherError: 'an error handler that throws another error runs the `onError` hooks again',
  onSendFails:
    'if an `onSend` hook also fails for the response of the error handler, the status is that of the error',
  prefixSlashes: 'a prefix begins with a slash and does not end with one; others throw',
  routeSlash: 'the path of a route without a leading slash gets one: `x` below `/a` is `/a/x`',
  decorationOutside: 'reading a decoration outside of its scope throws',
  decorationOfMember: 'a decoration with the name of a member of requests throws',
} as const;

export type Difference = keyof typeof differences;
