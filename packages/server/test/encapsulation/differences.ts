/**
 * Intended differences from Fastify 5: names for scenarios, with the first column of the row in
 * docs/differences-from-fastify.md.
 */
export const differences = {
  lateParentHook:
    'hooks of a scope run before those of nested scopes, even if they are added after these scopes',
  middlewareOrder: 'middleware applies to routes registered after it',
  syncPlugins: 'a synchronous plugin runs inside `register`',
  lateRegistration: 'plugins, hooks and routes may be added after the application is ready',
  prefixOfScope:
    'a request without a route runs the `onRequest` hooks and the middleware of the scope with the longest prefix',
  pathOfUse: 'a path that a scope passes to `use` takes precedence over shorter routes outside the scope',
  passedOn: 'when a route passes a request on, the `onResponse` hooks of its scope still run',
  otherMethod: 'a path with routes for other methods gets 405 instead of the not-found handler',
  anotherError: 'an error handler that throws another error runs the `onError` hooks again',
  onSendFails:
    "if an `onSend` hook also fails for the error handler's response, the status is that of the error",
  prefixSlashes: 'a prefix must start with a slash and must not end with one',
  routeSlash: 'the path of a route without a leading slash gets one: `x` below `/a` is `/a/x`',
  decorationOutside: 'reading a decoration outside its scope throws',
  decorationOfMember: 'a decoration named like an existing member of requests throws',
} as const;

export type Difference = keyof typeof differences;
