/**
 * Where the two differ on purpose: a name that cases refer to, and the first column of the entry of
 * docs/differences-from-express.md that says so.
 */
export const differences = {
  jsonUndefined: '`res.json(undefined)` sends an empty body',
  malformed: 'a malformed escape (`/%zz`) matches static routes by its text and fails params with 400',
  typedArrays: '`res.send` of a typed array sends the lowest octet of each element',
  inflateType: 'the error of a body that does not inflate has no `type`',
  limitCompressed: 'the `limit` of a body counts what it inflates to',
  malformedType: 'a body with a malformed `Content-Type` is passed over',
  parserWithoutQuery: 'a function for `query parser` is called with `null` when there is no query',
  staticMethods: 'a file server without `fallthrough` answers other methods itself, with 405',
  staticRange: 'a range that a file does not have is an error for error handlers',
  deniedDotfiles:
    'a file server that denies dotfiles passes on without `fallthrough: false`, so that they are 404',
  emptySegments: 'a file server reads a path with an empty segment (`/a//b`) as if it had none',
  backwardRange: 'a range that ends before it begins (`bytes=5-1`) makes `req.range` answer -1',
  settingsOfFunctions: 'the settings `trust proxy fn`, `query parser fn` and `etag fn` can be set themselves',
  folderRedirect: 'a redirect to a folder has a page',
  unknownStatus: 'an error with a status that has no name is answered with the text `undefined`',
  forwardedNames: '`req.ip` and `req.ips` have whatever `X-Forwarded-For` has',
  fileErrors:
    'the page of an error about a file (412, 416) keeps its `ETag`, `Last-Modified` and `Cache-Control`',
  errorNames: 'the errors of the framework are of many classes (`NotAcceptableError`), most without a `code`',
  extendedEscape: 'a text with a malformed escape in an `extended` query stays as it was sent',
  headOfNothing: '`res.send()` answers `HEAD` without `Content-Length`',
  unreadType:
    "`res.send` of a text drops what can't be read of its `Content-Type` (`text/x;c`), and a type that is none",
  halfPairs:
    'half a surrogate pair in a cookie or in the name of an attachment is a `URIError`, and answered 500',
  typeOf205: 'a 205 of `res.send` has the `Content-Type` of what is not sent',
} as const;

export type Difference = keyof typeof differences;
